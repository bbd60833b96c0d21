"""What can be evaluated, by name: methods, baselines, and other extractors (peers), each with a version.

A name ending in `+site` gives the method what the page's siblings in the corpus taught it. Peers run as their
users run them; they are optional: `pip install webnoise[peers]`.
"""

from __future__ import annotations

import functools
import json
import logging
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from importlib import metadata
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import xxhash

from webnoise.blocks.segment import segment
from webnoise.config import Config
from webnoise.errors import ConfigError
from webnoise.evaluate.baselines import BASELINES
from webnoise.evaluate.corpora import GoldPage
from webnoise.evaluate.scores import same_title
from webnoise.methods.base import AnyMethod, LearningMethod
from webnoise.methods.core.model import model_folder
from webnoise.methods.registry import METHODS, resolve
from webnoise.model import Page
from webnoise.page.parse import parse

WITH_SITE = "+site"
# What no score depends on: the edges, and what only shows the scores. All else is part of a result's version.
NO_SCORE = tuple(
    "batch/ cli/ demo/ discovery/ inspect/ middlewares/ pipelines/ spiders/ stores/ evaluate/report "
    "evaluate/figures evaluate/tables evaluate/templates/ evaluate/templating".split()
)
# A peer's block scores depend on how we segment the page.
CUTTING = tuple("page/ blocks/ flow.py model.py evaluate/".split())
HEAD_CHARACTERS = 4000
DECLARED_LANGUAGE = re.compile(r"<html\b[^<>]*\blang\s*=\s*[\"']?([a-z]{2})\b", re.IGNORECASE)
STOP_LISTS = {
    "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "es": "Spanish", "fi": "Finnish",
    "fr": "French", "hu": "Hungarian", "id": "Indonesian", "it": "Italian", "nb": "Norwegian_Bokmal",
    "nl": "Dutch", "no": "Norwegian_Bokmal", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian",
    "ru": "Russian", "sv": "Swedish", "tr": "Turkish", "uk": "Ukrainian",
}  # fmt: skip
"""Languages to the names of jusText's lists."""
LOGGERS = ("trafilatura", "htmldate", "readability", "newspaper")


def is_peer(name: str) -> bool:
    return name in PEERS


class Systems:
    """The methods, baselines and peers of the package. Whoever has more derives from it (see `research`)."""

    def baselines(self) -> Mapping[str, AnyMethod]:
        return BASELINES

    def method(self, name: str, page: GoldPage | None = None) -> AnyMethod:  # noqa: ARG002
        """Return the method or baseline of that name, as it may judge this page's site."""
        plain = name.removesuffix(WITH_SITE)
        return self.baselines().get(plain) or resolve(plain)

    def version(self, name: str) -> str:
        """Return what changes whenever a page's scores may: with a peer's release or our code."""
        if is_peer(name):
            return f"{peer_version(name)} {_digest_of_code(CUTTING)}"
        return _digest_of_code(("",))

    def names(self) -> list[str]:
        """Return every method and baseline in the way it is meant to be used; the default method in both."""
        names = []
        for name in [*METHODS, *self.baselines()]:
            learns = isinstance(self.method(name), LearningMethod)
            if not learns or name == Config().method:
                names.append(name)
            if learns:
                names.append(name + WITH_SITE)
        return names

    def check(self, names: Iterable[str]) -> None:
        """Raise ConfigError for a name that means nothing, is not installed, or cannot learn."""
        known = [*METHODS, *self.baselines()]
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
def _digest_of_code(starts: tuple[str, ...]) -> str:
    root = Path(str(files("webnoise")))
    return digest_of(root, lambda part: part.startswith(starts) and not part.startswith(NO_SCORE))


def digest_of(folder: Path, wanted: Callable[[str], bool] = lambda _: True) -> str:
    """Changes with any file below `folder` whose path in it is wanted."""
    hasher = xxhash.xxh3_64()
    for file in sorted(folder.rglob("*")):
        part = file.relative_to(folder).as_posix()
        if file.is_file() and file.suffix != ".pyc" and wanted(part):
            hasher.update(part.encode() + b"\0" + file.read_bytes())
    return hasher.hexdigest()


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


class Extracted(NamedTuple):
    """What any extractor says of a page; the text is the body without the title."""

    text: str
    title: str | None = None
    authors: tuple[str, ...] = ()
    published: str | None = None


def peer_version(name: str) -> str:
    """`trafilatura 2.3.1`; ConfigError where the peer is not installed."""
    distribution, _ = PEERS[name]
    try:
        return f"{distribution} {metadata.version(distribution)}"
    except metadata.PackageNotFoundError:
        raise ConfigError(f"the peer {name!r} needs {distribution}: pip install 'webnoise[peers]'") from None


def peer_extract(name: str, html: str | bytes, url: str) -> Extracted:
    """What the peer says of a page; its warnings and log lines are its own affair."""
    _, run = PEERS[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for logger in LOGGERS:
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        return run(html, url)


def without_title(text: str, title: str | None) -> str:
    """The text without a first line that repeats the title."""
    first, _, rest = text.lstrip().partition("\n")
    return rest.lstrip() if title and same_title(title, first) else text


def _trafilatura(html: str | bytes, url: str, *, fast: bool = False) -> Extracted:
    from trafilatura import bare_extraction

    found: Any = bare_extraction(html, url=url or None, fast=fast, with_metadata=True)
    if found is None:
        return Extracted("")
    authors = tuple(name for name in (found.author or "").split("; ") if name)
    return Extracted(without_title(found.text or "", found.title), found.title, authors, found.date)


def _readability(html: str | bytes, url: str) -> Extracted:
    """Readability gives HTML: its text is cut into lines as ours is."""
    from readability import Document

    found = Document(html, url=url or None)
    blocks = segment(parse(Page(url, found.summary()))).blocks
    title = found.short_title() or None
    return Extracted(without_title("\n".join(block.text for block in blocks), title), title)


def _justext(html: str | bytes, url: str) -> Extracted:  # noqa: ARG001  the address does not matter to it
    """It wants the language's stop words: the page says which, and English serves where it does not.

    It names no title, so the main heading goes from what it keeps.
    """
    from justext import justext

    kept = [each for each in justext(html, _stop_list(_declared_language(html))) if not each.is_boilerplate]
    return Extracted("\n".join(each.text for each in kept if not each.dom_path.endswith("h1")))


def _declared_language(html: str | bytes) -> str:
    opening = html[:HEAD_CHARACTERS]
    text = opening.decode("latin-1") if isinstance(opening, bytes) else opening
    found = DECLARED_LANGUAGE.search(text)
    return STOP_LISTS.get(found[1].lower() if found else "", "English")


@functools.cache
def _stop_list(language: str) -> frozenset[str]:
    from justext import get_stoplist

    return frozenset(get_stoplist(language))


def _newspaper(html: str | bytes, url: str) -> Extracted:
    from newspaper import Article

    article = Article(url or "http://localhost/", fetch_images=False)
    article.download(input_html=html)
    article.parse()
    date: Any = article.publish_date
    title = article.title or None
    published = date.isoformat() if hasattr(date, "isoformat") else None
    return Extracted(without_title(article.text, title), title, tuple(article.authors), published)


PEERS: dict[str, tuple[str, Callable[[str | bytes, str], Extracted]]] = {
    "trafilatura": ("trafilatura", _trafilatura),
    "trafilatura_fast": ("trafilatura", functools.partial(_trafilatura, fast=True)),
    "readability": ("readability-lxml", _readability),
    "justext": ("justext", _justext),
    "newspaper": ("newspaper4k", _newspaper),
}
"""Name to distribution and what extracts."""
