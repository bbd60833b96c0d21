"""Stories that a site sets over several pages come out as one article."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any, Self, TypeVar

from scrapy import signals
from scrapy.crawler import Crawler

from webnoise.metadata.sources.candidates import squash
from webnoise.model import ARTICLE_KINDS, Article, Image, Media
from webnoise.pipelines.stage import Dropped, Held, HoldingStage
from webnoise.urls.normal import clean_url

INTERRUPTED = "interrupted"
"""The reason that the pages of a story are dropped for whose end a later run fetches, and them anew."""

_MOST_PAGES = 20  # of a story; those behind them are another article
_Pictured = TypeVar("_Pictured", Image, Media)


class StoryPages:
    """Which page continues which, by their links, and which have come; a spider offers it as
    `story_pages`.

    `awaits` is whether a later run will fetch a page that this one did not come to.
    """

    def __init__(self) -> None:
        self.awaits: Callable[[str], bool] = lambda _: False
        self.is_job = False
        self.waiting: dict[str, list[Article]] = {}
        """The pages of stories that came, by the page that is next."""
        self.early: dict[str, Article] = {}
        """Pages that came before those they go on from."""
        self.done: set[str] = set()
        self._next: dict[str, str] = {}
        self._previous: dict[str, str] = {}
        self._places: dict[str, int] = {}

    def take_up(self, state: dict[str, Any]) -> None:
        """Go on with the stories of an interrupted job, by the state that it left, and leave it theirs."""
        self.is_job = True
        for name in ("waiting", "early", "done", "_next", "_previous", "_places"):
            setattr(self, name, state.setdefault(name, getattr(self, name)))

    def note_all(self, url: str, further: Iterable[str]) -> list[str]:
        """Note on which pages that at `url` goes on; those of them that are joined, a bounded number."""
        return [next_url for before, next_url in pairwise((url, *further)) if self._note(before, next_url)]

    def _note(self, url: str, next_url: str) -> bool:
        url, next_url = _key(url), _key(next_url)
        place = self._places.get(url, 1) + 1
        if place <= _MOST_PAGES and next_url not in self._places:
            self._places[next_url] = place
            self._next[url] = next_url
            self._previous[next_url] = url
        return self._previous.get(next_url) == url

    def unfinished(self) -> list[tuple[str, str, list[Article]]]:
        """What came of each story, behind the key that it lies at and the page that it waits for."""
        early = [(url, self._missing_before(url), [page]) for url, page in self.early.items()]
        return [*((url, url, came) for url, came in self.waiting.items()), *early]

    def _missing_before(self, url: str) -> str:
        """The last page before this one that has not come."""
        while (previous := self._previous.get(url)) is not None:
            url = previous
            if url not in self.early:
                break
        return url

    def next_of(self, url: str) -> str | None:
        return self._next.get(_key(url))

    def previous_of(self, url: str) -> str | None:
        return self._previous.get(_key(url))


class StoriesPipeline(HoldingStage):
    """Holds the first page of a story until its further pages have come, and joins them.

    Pages of one story have one headline; a page with another is an article of its own, and ends the story.
    What has not come when the run ends is left out; a story that a later run can have whole waits for that.
    """

    pages: StoryPages | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        stage = super().from_crawler(crawler)
        stage.pages = getattr(crawler.spider, "story_pages", None)
        return stage

    async def process_item(self, item: Any) -> Any:
        pages = self.pages
        if pages is None or not isinstance(item, Article) or not item.url:
            return item
        url, previous = _key(item.url), pages.previous_of(item.url)
        if url not in pages.waiting:
            if item.kind not in ARTICLE_KINDS:
                pages.done.add(url)
                return item
            if previous is not None and previous not in pages.done:
                pages.early[url] = item
                raise Held(item.url, f"the page of its story before it, {previous}")
        return await self._continued(pages, pages.waiting.pop(url, []), item)

    async def _continued(self, pages: StoryPages, came: list[Article], item: Article) -> Article:
        """The whole story where this is its last page, else it is held; `came` are the pages before."""
        following: str | None = _key(item.url or "")
        page: Article | None = item
        while page is not None and following is not None:
            if came and not _is_same_story(came[0], page):
                await self.go_on(self._joined(came))
                came = []
            came.append(page)
            pages.done.add(following)
            following = pages.next_of(following)
            page = pages.early.pop(following or "", None)
        if following is None:
            return self._joined(came)
        pages.waiting[following] = came
        raise Held(item.url, f"the next page of its story, {following}")

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
                await self.go_on(self._joined(came))
                continue
            for page in came:
                self._let_drop(INTERRUPTED, page, "the next run fetches the story whole")

    def _let_drop(self, reason: str, article: Article, detail: str) -> None:
        """Drop an article that is not on its way through the stages at present."""
        crawler = self.processor.crawler
        assert crawler is not None
        self.count(f"dropped/{reason}")
        error = Dropped(reason, article.url, detail, kind=article.kind)
        crawler.signals.send_catch_log(
            signals.item_dropped, item=article, response=None, exception=error, spider=crawler.spider
        )

    def _joined(self, came: list[Article]) -> Article:
        """One article of the pages that came, in their order."""
        first, *others = came
        if not others:
            return first
        for other in others:
            self._let_drop("joined", other, f"a further page of {first.url}")
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


def _is_same_story(first: Article, other: Article) -> bool:
    """Whether two pages have one headline; one may add which page it is."""
    one, another = squash(first.title or ""), squash(other.title or "")
    return bool(one) and bool(another) and (one in another or another in one)


def _key(url: str) -> str:
    return clean_url(url) or url
