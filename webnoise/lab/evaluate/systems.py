"""What can be evaluated, by name: methods, baselines, and other extractors (peers), each with a version.

A name ending in `+site` gives the method what the page's siblings in the corpus taught it. Peers run as their
users run them; they are optional: `pip install webnoise[peers]`. The default method was trained on some
corpora: a folder of fold models (`benchmarks/quality.py --folds` makes one) holds, for each fold of sites, a
model that has seen no page of these sites, so that it can be scored there all the same.
"""

from __future__ import annotations

import functools
import logging
import re
import warnings
from collections.abc import Callable
from dataclasses import replace
from importlib import metadata
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import xxhash

from webnoise.blocks.segment import segment
from webnoise.config import Config
from webnoise.errors import ConfigError
from webnoise.lab.baselines import BASELINES, OF_RENDERED_PAGES, rendered_baseline
from webnoise.lab.evaluate.corpora import GoldPage
from webnoise.lab.evaluate.scores import same_title
from webnoise.methods.base import AnyMethod, LearningMethod
from webnoise.methods.registry import METHODS, resolve
from webnoise.model import Page
from webnoise.page.parse import parse

WITH_SITE = "+site"
# What no score depends on: the edges, and what only shows the scores. All else is part of a result's version.
NO_SCORE = tuple(
    "batch/ cli/ demo/ discovery/ inspect/ middlewares/ pipelines/ spiders/ stores/ lab/training/ "
    "lab/evaluate/gate lab/evaluate/floors lab/evaluate/report lab/evaluate/figures lab/evaluate/papers "
    "lab/evaluate/claims lab/evaluate/tables lab/evaluate/templates/ lab/evaluate/templating".split()
)
# A peer's block scores rest on how we cut the page.
CUTTING = tuple("page/ blocks/ flow.py model.py lab/".split())
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


def method_behind(name: str) -> AnyMethod:
    """The method or baseline that a system's name means."""
    plain = name.removesuffix(WITH_SITE)
    if plain in OF_RENDERED_PAGES:
        return rendered_baseline(plain)
    return BASELINES[plain] if plain in BASELINES else resolve(plain)


def all_methods(*, rendered: bool = False) -> list[str]:
    """Every method and baseline in the way it is meant to be used; the default method in both ways."""
    names = [*OF_RENDERED_PAGES] if rendered else []
    for name in [*METHODS, *BASELINES]:
        learns = isinstance(method_behind(name), LearningMethod)
        if not learns or name == Config().method:
            names.append(name)
        if learns:
            names.append(name + WITH_SITE)
    return names


def check_systems(names: list[str], *, rendered: bool = False) -> None:
    """ConfigError for a name that means nothing, is not installed, cannot learn, or needs rendered pages."""
    known = [*METHODS, *BASELINES, *OF_RENDERED_PAGES]
    for name in names:
        if is_peer(name):
            peer_version(name)
        elif name in OF_RENDERED_PAGES and not rendered:
            raise ConfigError(f"{name} looks at the boxes of a page: add --rendered")
        elif name.removesuffix(WITH_SITE) not in known:
            raise ConfigError(
                f"nothing is named {name!r}; choose of {', '.join(known)}; peers: {', '.join(PEERS)}"
            )
        elif name.endswith(WITH_SITE) and not isinstance(method_behind(name), LearningMethod):
            raise ConfigError(
                f"{name.removesuffix(WITH_SITE)} does not learn from siblings: drop {WITH_SITE!r}"
            )


def shown_version(name: str) -> str:
    """Return the version that a report shows."""
    from webnoise import __version__

    return peer_version(name) if is_peer(name) else f"webnoise {__version__}"


def system_version(name: str) -> str:
    """Changes whenever a page's scores may change: with a peer's release, or any line that they depend on."""
    return f"{peer_version(name)} {_digest_of_code(CUTTING)}" if is_peer(name) else _digest_of_code(("",))


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
    """The corpora that the shipped model was trained on, with its score on their sites out of fold."""
    from webnoise.lab.training.card import read_card
    from webnoise.methods.core.model import model_folder

    card = read_card(model_folder())
    return {name: card.out_of_fold.get(name, 0.0) for name in card.data} if card else {}


def is_trained(system: str) -> bool:
    """Whether a system has weights that were fitted to pages."""
    return system.removesuffix(WITH_SITE) == Config().method


def unseen_method(system: str, page: GoldPage, folds: Path | None) -> AnyMethod:
    """The method behind a system's name, as it may judge this page's site."""
    if folds is not None and is_trained(system) and page.corpus in trained_corpora():
        from webnoise.lab.training.pages import fold_of

        return _fold_method(folds, fold_of(page.site))
    return method_behind(system)


def check_folds(folder: Path) -> None:
    """ConfigError where the folder does not hold a model like the shipped one for every fold."""
    from webnoise.lab.training.pages import FOLDS
    from webnoise.methods.core.model import MODEL_FILES

    if not all((folder / str(fold) / name).is_file() for fold in range(FOLDS) for name in MODEL_FILES):
        raise ConfigError(
            f"{folder} holds no models of {FOLDS} folds like the shipped one: "
            "make them with benchmarks/quality.py --folds"
        )


@functools.cache
def _fold_method(folder: Path, fold: int) -> AnyMethod:
    from webnoise.methods.core.method import Core
    from webnoise.methods.core.model import CoreModel, shipped_model

    model = CoreModel.load(folder / str(fold))
    return Core(replace(model, threshold=shipped_model().threshold))


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
