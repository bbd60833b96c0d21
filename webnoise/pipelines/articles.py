"""The stages of articles: noise removal, the filter of what was asked for, and extra fields for export."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from webnoise import flow
from webnoise.article.wanted import unwanted
from webnoise.discovery.dates import iso_date
from webnoise.metadata.dates.read import as_utc
from webnoise.model import Article, plain_value
from webnoise.pipelines.pages import NOISE_REMOVAL, PageStage
from webnoise.pipelines.stage import Stage, article_of
from webnoise.stores.base import text_digest
from webnoise.text.words import word_count


class NoiseRemovalPipeline(PageStage):
    """Make the article of a page; its dropped blocks are counted by reason."""

    position: ClassVar[int] = NOISE_REMOVAL

    async def process_item(self, item: Any) -> Any:
        page = self.segmented(item)
        if page is None:
            return item
        article = flow.finish(page, self.config, page.memory)
        self.count("pages")
        self.count("blocks", len(page.page_blocks.blocks))
        self.count(f"kinds/{article.kind}")
        for reason, many in article.noise.items():
            self.count(f"noise/{reason}", many)
        return article


class FilterPipeline(Stage):
    """Drop articles of a kind, language, length or date that was not asked for, and unchanged ones.

    Other items are judged by the fields that they have. What changed since an earlier run gets `modified`.
    """

    position: ClassVar[int] = 400

    async def process_item(self, item: Any) -> Any:
        article = article_of(item)
        if article is None:
            return item
        if article is not item:
            kind = article.kind if article.kind != "other" else self.config.export_kinds[0]
            article = replace(article, kind=kind, word_count=article.word_count or word_count(article.text))
        if why := unwanted(article, self.config):
            self.drop(why.reason, article.url, why.detail, kind=article.kind, log_level="DEBUG")
        if self.session.freshness is not None and article.url:
            await self._check_freshness(item, article, article.url)
        return item

    async def _check_freshness(self, item: Any, article: Article, url: str) -> None:
        known = self.session.freshness
        assert known is not None
        date = as_utc(article.modified or article.published)
        if known.since and date and date < known.since:
            detail = f"it is of {article.modified or article.published}"
            self.drop("older", url, detail, log_level="DEBUG")
        earlier = await known.earlier(url)
        if earlier is None or earlier.digest is None:
            return
        if earlier.digest == text_digest(article.text):
            self.drop("unchanged", url, "an earlier run exported this text", log_level="DEBUG")
        if not known.is_fetched(url):  # an interrupted run left it waiting, or died before it forgot it
            self.drop("unchanged", url, "an earlier run exported this page", log_level="DEBUG")
        self.count("updated")
        if not article.modified:
            self.put(item, "modified", iso_date(known.last_modified(url)) or article.fetched)


class ExportPipeline(Stage):
    """Add the fields that `WEBNOISE_EXPORT_EXTRA` names to each article."""

    position: ClassVar[int] = 900

    def check(self, listed: Sequence[type[Stage]]) -> None:
        super().check(listed)
        if self.config.export_extra and NoiseRemovalPipeline not in listed:
            self.say_once("only articles have blocks, html and evidence: list NoiseRemovalPipeline before it")

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Article):
            self.count("articles")
            for name in self.config.export_extra:
                item.extra[name] = plain_value(getattr(item, name))
        return item
