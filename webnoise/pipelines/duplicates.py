"""Near duplicates come out once."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

from itemadapter import ItemAdapter

from webnoise.dedup.originals import originality
from webnoise.dedup.signature import signature
from webnoise.methods.base import LearningMethod
from webnoise.model import Article
from webnoise.pipelines.session import Session, hosts_of
from webnoise.pipelines.stage import Dropped, Held, HoldingStage, article_of
from webnoise.stores import Duplicates, Stores
from webnoise.urls.domains import site_of

_REPEATED = 3  # articles of a site that have a line: judgement, for an article and its update share lines too
_MOST_LINES = 50_000  # of one site; beyond that, those are forgotten that one article has


class DuplicatesPipeline(HoldingStage):
    """Sign each item with `url` and `text`, and drop or mark it if an earlier one is a near duplicate.

    The first seen is the original. Where clusters wait for all their outlets, the article that names itself
    as canonical, then the one published first, is. Articles are known by their `url`, and each that repeats
    another has the `url` of its original beside it in the store, so that none leads to another repetition.

    A method that learns nothing from a site leaves in its articles what all of them have. Then lines that a
    site repeats do not count, and its first articles wait until `min_siblings` are known.
    """

    position: ClassVar[int] = 500
    _stores: Stores
    _index: Duplicates

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._waiting: dict[str, list[Any]] = {}  # original to its items, where clusters wait
        self._hosts = hosts_of(session.crawler.spider)
        learns = isinstance(self.config.chosen_method, LearningMethod)
        looks = self.config.duplicates != "keep" and bool(self.config.min_siblings) and not learns
        self._lines: dict[str, SiteLines] | None = {} if looks else None
        if self.config.duplicates != "keep":
            self._stores = session.stores
            self._index = self._stores.duplicates  # an error of its files is raised before the first request

    @property
    def holds(self) -> bool:
        return self.config.duplicates == "outlets" or self._lines is not None

    async def process_item(self, item: Any) -> Any:
        article = article_of(item)
        if self.config.duplicates == "keep" or article is None or not article.text:
            return item
        if self._lines is None:
            return await self._decided(item, article, article.text)
        lines = self._lines.setdefault(site_of(article.url or "", self._hosts()), SiteLines())
        lines.learn(article)
        lines.held.append(item)
        if lines.articles < self.config.min_siblings:
            raise Held(article.url, f"siblings: {lines.articles} of {self.config.min_siblings} known")
        lines.held.pop()
        await self._release_site(lines)
        return await self._decided(item, article, lines.without_repeated(article.text))

    async def _release_site(self, lines: SiteLines) -> None:
        """Decide on the articles that were held, and send them on."""
        held, lines.held = lines.held, []
        for item in held:
            article = article_of(item)
            assert article is not None
            try:
                await self.go_on(await self._decided(item, article, lines.without_repeated(article.text)))
            except Dropped as dropped:
                await self.processor.process(item, after=dropped)
            except Held:
                pass  # for its outlets

    async def _decided(self, item: Any, article: Article, text: str) -> Any:
        """Return the item if it comes out; `text` is what counts of the article's."""
        action = self.config.duplicates
        if not text.strip():  # the site repeats all of it: it says nothing of the article
            return item
        sign = signature(text, language=article.language)
        self.put(item, "fingerprint", f"{sign.fingerprint:016x}")
        url = article.url or ""
        original, detail = await self.session.call(self._file, url, sign)
        if action == "outlets":
            self._waiting.setdefault(original, []).append(item)
            raise Held(url, "its other outlets")
        if original == url:
            return item
        self.count("duplicates")
        self.put(item, "duplicate_of", original)
        if action == "drop":
            self.drop("duplicate", url, f"of {original} ({detail})", original=original)
        return item

    async def release(self) -> None:
        """Send on each cluster's original, with all addresses that ran it."""
        for lines in (self._lines or {}).values():
            await self._release_site(lines)
        waiting, self._waiting = self._waiting, {}
        for first, items in waiting.items():
            original = min(items, key=lambda item: originality(article_of(item)))  # type: ignore[arg-type]
            url = _url(original)
            outlets = [_url(item) for item in items if item is not original]
            self.put(original, "outlets", outlets)
            if outlets:
                self.count("duplicates", len(outlets))
            if first in map(_url, items):
                for item in items:
                    await self.session.call(self._stores.stories.put, _url(item), url)
            else:  # an earlier run exported the cluster's original
                self.put(original, "duplicate_of", first)
            await self.go_on(original)

    def _file(self, url: str, sign: Any) -> tuple[str, str]:
        """Return the address of the original, the item's own for a new text, and why it is one."""
        stories = self._stores.stories
        matches = self._index.add(url, sign)
        original = stories.original(matches[0].key) if matches else url
        if original != url or stories.original(url) != url:
            stories.put(url, original)
        return original, matches[0].reason.detail if matches else ""


class SiteLines:
    """The lines of a site's articles, by how many titles they come under; `held` are items that wait."""

    def __init__(self) -> None:
        self.held: list[Any] = []
        self._titles: set[str | None] = set()
        self._counts: Counter[str] = Counter()

    @property
    def articles(self) -> int:
        return len(self._titles)

    def learn(self, article: Article) -> None:
        """Count the lines of an article; another copy of it, by its title, changes nothing."""
        if article.title in self._titles:
            return
        self._titles.add(article.title)
        self._counts.update(set(article.text.splitlines()))
        if len(self._counts) > _MOST_LINES:
            self._counts = Counter({line: count for line, count in self._counts.items() if count > 1})

    def without_repeated(self, text: str) -> str:
        """Return the text without the lines that the site repeats."""
        return "\n".join(line for line in text.splitlines() if self._counts[line] < _REPEATED)


def _url(item: Any) -> str:
    return str(ItemAdapter(item).get("url") or "")
