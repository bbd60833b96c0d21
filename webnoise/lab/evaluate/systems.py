"""What can be evaluated, by name: methods, baselines, and peers, each with a version.

A name ending in `+site` gives the method what the page's siblings in the corpus taught it.
"""

from __future__ import annotations

import functools
from importlib.resources import files
from pathlib import Path

import xxhash

from webnoise.config import Config
from webnoise.errors import ConfigError
from webnoise.lab.baselines import BASELINES, baseline_named
from webnoise.lab.evaluate.peers import PEERS, peer_version
from webnoise.methods.base import LearningMethod, Method
from webnoise.methods.registry import METHODS, method_named

__all__ = [
    "WITH_SITE",
    "all_methods",
    "check_systems",
    "digest_of",
    "is_peer",
    "method_behind",
    "system_version",
    "told_version",
]

WITH_SITE = "+site"
# What decides on a page's text; the edges (crawl, batch, reports) do not.
STAGES = "article blocks dedup features methods model_data noise page site".split()
SCORERS = (
    "align.py labels.py measure.py peers.py reference.py results.py scores.py unseen.py workbench.py".split()
)


def is_peer(name: str) -> bool:
    return name in PEERS


def method_behind(name: str) -> Method:
    """The method or baseline that a system's name means."""
    plain = name.removesuffix(WITH_SITE)
    return method_named(plain) if plain in METHODS else baseline_named(plain)


def all_methods() -> list[str]:
    """Every method and baseline in the way it is meant to be used; the default method in both ways."""
    names = []
    for name in [*METHODS, *BASELINES]:
        learns = isinstance(method_behind(name), LearningMethod)
        if not learns or name == Config().method:
            names.append(name)
        if learns:
            names.append(name + WITH_SITE)
    return names


def check_systems(names: list[str]) -> None:
    """ConfigError for a name that means nothing, is not installed, or cannot learn."""
    known = [*METHODS, *BASELINES]
    for name in names:
        if is_peer(name):
            peer_version(name)
        elif name.removesuffix(WITH_SITE) not in known:
            raise ConfigError(
                f"nothing is named {name!r}; choose of {', '.join(known)}; peers: {', '.join(PEERS)}"
            )
        elif name.endswith(WITH_SITE) and not isinstance(method_behind(name), LearningMethod):
            raise ConfigError(
                f"{name.removesuffix(WITH_SITE)} does not learn from siblings: drop {WITH_SITE!r}"
            )


def told_version(name: str) -> str:
    """The version that a reader of a report sees."""
    from webnoise import __version__

    return peer_version(name) if is_peer(name) else f"webnoise {__version__}"


def system_version(name: str) -> str:
    """Changes whenever a page's scores may change: a peer's release, or any line of our own stages."""
    scorer = _digest_of(tuple(Path("evaluate") / part for part in SCORERS))
    if is_peer(name):  # a peer's block scores rest on how we cut the page
        return f"{peer_version(name)} {_digest_of((Path('page'), Path('blocks')))} {scorer}"
    return f"{_digest_of((*map(Path, STAGES), Path('model.py')))} {scorer}"


@functools.cache
def _digest_of(parts: tuple[Path, ...]) -> str:
    root = Path(str(files("webnoise")))
    return "".join(digest_of(root / part) for part in parts)


def digest_of(path: Path) -> str:
    """Changes with any file below `path`, or with `path` itself where it is one."""
    hasher = xxhash.xxh3_64()
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file() and file.suffix != ".pyc":
            hasher.update(file.relative_to(path.parent).as_posix().encode() + b"\0" + file.read_bytes())
    return hasher.hexdigest()
