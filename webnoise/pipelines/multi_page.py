"""Articles that a site sets over several pages come out as one."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any, ClassVar, Protocol, TypeVar, runtime_checkable

from webnoise.metadata.sources.candidates import squash
from webnoise.model import ARTICLE_KINDS, Article, Image, Media
from webnoise.pipelines.session import Session
from webnoise.pipelines.stage import INTERRUPTED, Held, HoldingStage
from webnoise.urls.normal import clean_url

_MOST_PAGES = 20  # of an article; later ones are another article
_Pictured = TypeVar("_Pictured", Image, Media)


class ArticlePages:
    """Which page continues which, by their links, and which have come.

    `awaits` is whether a later run will fetch a page that this one did not come to; `is_job` whether this run
    leaves its state to a later one.
    """

    def __init__(self) -> None:
        self.awaits: Callable[[str], bool] = lambda _: False
        self.is_job = False
        self.waiting: dict[str, list[Article]] = {}
        """The pages of articles that came, by the page that is next."""
        self.early: dict[str, Article] = {}
        """Pages that came before those they continue."""
        self.done: set[str] = set()
        self._next: dict[str, str] = {}
        self._previous: dict[str, str] = {}
        self._numbers: dict[str, int] = {}

    def to_state(self) -> dict[str, Any]:
        """Return all of it as plain values, for a job that goes on later."""
        return {
            "waiting": {url: [_plain(page) for page in came] for url, came in self.waiting.items()},
            "early": {url: _plain(page) for url, page in self.early.items()},
            "done": sorted(self.done),
            "next": dict(self._next),
            "numbers": dict(self._numbers),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on with what `to_state` returned."""
        self.waiting = {url: [_article(page) for page in came] for url, came in state["waiting"].items()}
        self.early = {url: _article(page) for url, page in state["early"].items()}
        self.done = set(state["done"])
        self._next, self._numbers = dict(state["next"]), dict(state["numbers"])
        self._previous = {later: url for url, later in self._next.items()}

    def note_all(self, url: str, further: Iterable[str]) -> list[str]:
        """Note which pages continue the one at `url`; return those that are joined, a bounded number."""
        return [next_url for before, next_url in pairwise((url, *further)) if self._note(before, next_url)]

    def _note(self, url: str, next_url: str) -> bool:
        url, next_url = _key(url), _key(next_url)
        number = self._numbers.get(url, 1) + 1
        if number <= _MOST_PAGES and next_url not in self._numbers:
            self._numbers[next_url] = number
            self._next[url] = next_url
            self._previous[next_url] = url
        return self._previous.get(next_url) == url

    def unfinished(self) -> list[tuple[str, str, list[Article]]]:
        """Return what came of each article: its key, the page that it waits for, its pages."""
        early = [(url, self._missing_before(url), [page]) for url, page in self.early.items()]
        return [*((url, url, came) for url, came in self.waiting.items()), *early]

    def _missing_before(self, url: str) -> str:
        """Return the last page before this one that has not come."""
        while (previous := self._previous.get(url)) is not None:
            url = previous
            if url not in self.early:
                break
        return url

    def next_of(self, url: str) -> str | None:
        return self._next.get(_key(url))

    def previous_of(self, url: str) -> str | None:
        return self._previous.get(_key(url))


@runtime_checkable
class KnowsArticlePages(Protocol):
    """A spider that finds out which page continues which."""

    article_pages: ArticlePages


class MultiPagePipeline(HoldingStage):
    """Hold the first page of an article until its further pages have come, and join them.

    Pages of one article have one headline; a page with another is an article of its own, and ends the first.
    What has not come when the run ends is left out; an article that a later run can complete waits for it.
    """

    position: ClassVar[int] = 350

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        spider = session.crawler.spider
        self.pages = spider.article_pages if isinstance(spider, KnowsArticlePages) else None

    @property
    def holds(self) -> bool:
        return self.pages is not None

    async def process_item(self, item: Any) -> Any:
        pages = self.pages
        if not isinstance(item, Article) or not item.url:
            return item
        if pages is None:
            self.say_once(
                "this spider does not find out which page continues which: none is joined", logging.INFO
            )
            return item
        url, previous = _key(item.url), pages.previous_of(item.url)
        if url not in pages.waiting:
            if item.kind not in ARTICLE_KINDS:
                pages.done.add(url)
                return item
            if previous is not None and previous not in pages.done:
                pages.early[url] = item
                raise Held(item.url, f"the page before it, {previous}")
        return await self._continued(pages, pages.waiting.pop(url, []), item)

    async def _continued(self, pages: ArticlePages, came: list[Article], item: Article) -> Article:
        """Return the whole article if this is its last page, else hold it; `came` are the pages before."""
        following: str | None = _key(item.url or "")
        page: Article | None = item
        while page is not None and following is not None:
            if came and not _have_one_headline(came[0], page):
                await self.go_on(await self._joined(came))
                came = []
            came.append(page)
            pages.done.add(following)
            following = pages.next_of(following)
            page = pages.early.pop(following or "", None)
        if following is None:
            return await self._joined(came)
        pages.waiting[following] = came
        raise Held(item.url, f"its next page, {following}")

    async def release(self) -> None:
        """An interrupted job keeps in its state what a later run goes on with; others fetch it anew."""
        pages = self.pages
        if pages is None:
            return
        for url, awaited, came in pages.unfinished():
            is_awaited = pages.awaits(awaited)
            if is_awaited and pages.is_job:
                continue
            pages.waiting.pop(url, None)
            pages.early.pop(url, None)
            if not is_awaited:
                await self.go_on(await self._joined(came))
                continue
            for page in came:
                await self.drop_held(INTERRUPTED, page, "the next run fetches all of its pages")

    async def _joined(self, came: list[Article]) -> Article:
        """Return one article of the pages that came, in their order."""
        first, *others = came
        if not others:
            return first
        for other in others:
            await self.drop_held("joined", other, f"a further page of {first.url}")
        return replace(
            first,
            text="\n\n".join(page.text for page in came if page.text),
            markdown="\n\n".join(page.markdown for page in came if page.markdown),
            html="\n".join(page.html for page in came if page.html),
            images=_each_once(image for page in came for image in page.images),
            media=_each_once(media for page in came for media in page.media),
            blocks=[block for page in came for block in page.blocks],
            noise=dict(sum((Counter(page.noise) for page in came), Counter())),
            word_count=sum(page.word_count for page in came),
            paywalled=any(page.paywalled for page in others) or first.paywalled,
            extra={**first.extra, "pages": [page.url for page in came]},
        )


def _each_once(found: Iterable[_Pictured]) -> list[_Pictured]:
    by_url: dict[str, _Pictured] = {}
    for each in found:
        by_url.setdefault(each.url, each)
    return list(by_url.values())


def _have_one_headline(first: Article, other: Article) -> bool:
    """Whether two pages have one headline; one may add which page it is."""
    one, another = squash(first.title or ""), squash(other.title or "")
    return bool(one) and bool(another) and (one in another or another in one)


def _key(url: str) -> str:
    return clean_url(url) or url


_SAVED = frozenset(field.name for field in fields(Article)) - {"blocks", "evidence"}


def _plain(article: Article) -> dict[str, Any]:
    """Return an article as plain values: without its blocks, and the evidence of them."""
    saved = {name: getattr(article, name) for name in _SAVED}
    for name in ("images", "media"):
        saved[name] = [
            {field.name: getattr(each, field.name) for field in fields(each)} for each in saved[name]
        ]
    return saved


def _article(saved: Mapping[str, Any]) -> Article:
    images, media = (
        [kind(**each) for each in saved[name]] for kind, name in ((Image, "images"), (Media, "media"))
    )
    return Article(**{**saved, "images": images, "media": media})
