"""What can be evaluated, by name: methods and other extractors (peers).

A name ending in `+site` gives the method what the page's siblings in the corpus taught it.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping
from typing import ClassVar

from webnoise.config import Config
from webnoise.errors import ConfigError
from webnoise.evaluate.bench import Bench
from webnoise.evaluate.corpora import GoldPage
from webnoise.evaluate.peers import PEERS, is_peer, peer_version
from webnoise.evaluate.results import PageResult
from webnoise.methods.base import AnyMethod, LearningMethod
from webnoise.methods.core.model import model_folder
from webnoise.methods.registry import METHODS, resolve

WITH_SITE = "+site"


class Systems:
    """The methods of the package, and the peers. Whoever has more derives from it (see `research`)."""

    result: ClassVar[type[PageResult]] = PageResult

    def more_methods(self) -> Mapping[str, AnyMethod]:
        """Return methods that the package does not have, by name."""
        return {}

    def method(self, name: str, page: GoldPage | None = None) -> AnyMethod:  # noqa: ARG002
        """Return the method of that name, as it may judge this page's site."""
        plain = name.removesuffix(WITH_SITE)
        return self.more_methods().get(plain) or resolve(plain)

    def bench(self, gold: GoldPage) -> Bench:
        """Parse a page and lay it out beside its gold; raise what the page cannot be read for."""
        return Bench(gold)

    def close(self) -> None:
        """Free what pages were laid out by."""

    def names(self) -> list[str]:
        """Return every method in the way it is meant to be used; the default method in both."""
        names = []
        for name in [*METHODS, *self.more_methods()]:
            learns = isinstance(self.method(name), LearningMethod)
            if not learns or name == Config().method:
                names.append(name)
            if learns:
                names.append(name + WITH_SITE)
        return names

    def check(self, names: Iterable[str]) -> None:
        """Raise ConfigError for a name that means nothing, is not installed, or cannot learn."""
        known = [*METHODS, *self.more_methods()]
        for name in names:
            plain = name.removesuffix(WITH_SITE)
            if is_peer(name):
                peer_version(name)
            elif plain not in known:
                raise ConfigError(
                    f"nothing is named {name!r}; choose of {', '.join(known)}; peers: {', '.join(PEERS)}"
                )
            elif name != plain and not isinstance(self.method(name), LearningMethod):
                raise ConfigError(f"{plain} does not learn from siblings: drop {WITH_SITE!r}")


def shown_version(name: str) -> str:
    """Return the version that a report shows."""
    from webnoise import __version__

    return peer_version(name) if is_peer(name) else f"webnoise {__version__}"


@functools.cache
def trained_corpora() -> dict[str, float]:
    """Return the corpora that the shipped model was trained on, with its score on their sites out of fold."""
    card = model_folder() / "core.card.json"
    if not card.is_file():
        return {}
    made = json.loads(card.read_text("utf-8"))
    return {name: made["out_of_fold"].get(name, 0.0) for name in made["data"]}


def is_trained(system: str) -> bool:
    """Whether a system has weights that were fitted to pages."""
    return system.removesuffix(WITH_SITE) == Config().method
