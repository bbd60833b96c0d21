"""What a process does with pages: learn what they teach of their sites, or make a row of the output of each.

Spark's tasks call these functions too.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from webnoise import flow
from webnoise.article.wanted import unwanted
from webnoise.batch.inputs import Item, Place, Skipped, StoredPage
from webnoise.config import Config
from webnoise.dedup.originals import Originality, originality
from webnoise.dedup.signature import Signature, signature
from webnoise.errors import InputError, LimitExceeded
from webnoise.methods.base import AnyLearningMethod, LearningMethod, Memory
from webnoise.model import Article, Page
from webnoise.urls.domains import site_of

ROW_FIELDS = ("source", "position")
"""Fields after the article's own: where the page comes from."""

_KNOWN_PAGES = 2048
"""Pages that the memories in one process hold together; those asked for last stay."""


class Row(NamedTuple):
    """An article as it is written, and what decides whether it repeats another one."""

    place: Place
    key: str
    article: bytes = b""
    signature: Signature | None = None
    originality: Originality = Originality(elsewhere=False, published=float("inf"))


def site_name(page: Page, place: Place) -> str:
    """Return the site whose memory a page shares; without an address, its folder or its file."""
    if page.url and (site := site_of(page.url)):
        return site
    return place.source if place.position is not None else str(Path(place.source).parent)


def learning_method(config: Config) -> AnyLearningMethod | None:
    """The method that pages of a site teach, if this one learns and is asked to."""
    method = config.chosen_method
    return method if isinstance(method, LearningMethod) and config.min_siblings else None


def learn_pages(pages: Iterable[StoredPage], config: Config) -> dict[str, Memory]:
    """Return what pages teach, by site; a page that cannot be read teaches nothing."""
    method = learning_method(config)
    assert method is not None
    memories: dict[str, Memory] = {}
    for place, page, _ in pages:
        try:
            read = flow.read(page, config)
        except InputError:
            continue  # reported when its article is wanted
        site = site_name(page, place)
        if site not in memories:
            memories[site] = method.new_memory()
        method.learn(memories[site], read.prepared)
    return memories


@dataclass(frozen=True)
class ExtractPage:
    """Makes a page's row; what was skipped passes through.

    `memories` is the address of the store with the sites' memories, `memory` one for all pages. `also` are
    fields that are exported beside the article's own.
    """

    config: Config
    memories: str = ""
    memory: Memory | None = None
    also: tuple[str, ...] = ()
    every_kind: bool = False

    def __call__(self, item: Item) -> Row | Skipped:
        if isinstance(item, Skipped):
            return item
        memory = self.memory
        if self.memories:
            memory = self._known.get(site_name(item.page, item.place))
        return self.row(item, memory)

    def row(self, stored: StoredPage, memory: Memory | None) -> Row | Skipped:
        article = self.article(stored, memory)
        if isinstance(article, Skipped):
            return article
        place, sign = stored.place, sign_article(article, self.config)
        fields = fields_of(article, place, self.also)
        written = json.dumps(fields, ensure_ascii=False).encode("utf-8", "backslashreplace")
        return Row(place, article.url or str(place), written, sign, originality(article))

    def article(self, stored: StoredPage, memory: Memory | None) -> Article | Skipped:
        """Return the article of a page, or why it gives none."""
        place, page, done = stored
        try:
            article = flow.extract(page, self.config, memory)
        except LimitExceeded as error:
            return Skipped(place, "beyond-limits", str(error), done)
        except InputError as error:
            return Skipped(place, "unreadable", str(error), done)
        if not self.every_kind and (why := unwanted(article, self.config)):
            return Skipped(place, why.reason, why.detail, done)
        return article

    @cached_property
    def _known(self) -> KnownMemories:
        from webnoise import stores

        method = learning_method(self.config)
        assert method is not None
        sites = stores.open(self.memories).sites
        return KnownMemories(lambda site: sites.read(site, method))

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the memories: each process reads its own."""
        return {name: value for name, value in vars(self).items() if name != "_known"}


def sign_article(article: Article, config: Config) -> Signature | None:
    """Return the signature of an article's text, and set its fingerprint; None if duplicates are kept."""
    if config.duplicates == "keep" or not article.text:
        return None
    sign = signature(article.text, language=article.language)
    article.fingerprint = f"{sign.fingerprint:016x}"
    return sign


def fields_of(article: Article, place: Place, also: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the fields of an article, and where its page comes from."""
    return {**article.to_dict(also), **dict(zip(ROW_FIELDS, place, strict=True))}


@dataclass
class KnownMemories:
    """The memories that were used last, as many as fit."""

    load: Callable[[str], Memory]
    most_pages: int = _KNOWN_PAGES
    _memories: OrderedDict[str, Memory] = field(default_factory=OrderedDict)
    _pages: int = 0

    def get(self, site: str) -> Memory:
        memory = self._memories.get(site)
        if memory is None:
            memory = self._memories[site] = self.load(site)
            self._pages += memory.pages
            while self._pages > self.most_pages and len(self._memories) > 1:
                _, gone = self._memories.popitem(last=False)
                self._pages -= gone.pages
        else:
            self._memories.move_to_end(site)
        return memory
