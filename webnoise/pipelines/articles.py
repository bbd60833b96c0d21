"""The stages of articles: judged, such as were asked for, and as they are exported."""

from __future__ import annotations

from typing import Any

from webnoise import flow
from webnoise.article.wanted import unwanted
from webnoise.model import Article, plain_value
from webnoise.pipelines.stage import Stage


class JudgePipeline(Stage):
    """A read page becomes its article; its dropped blocks are counted by reason."""

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, flow.ReadPage):
            return item
        with self.timed("judge"):
            article = flow.finish(item, self.config, item.memory)
        self.count("pages")
        self.count("blocks", len(item.page_blocks.blocks))
        self.count(f"kinds/{article.kind}")
        for reason, many in article.noise.items():
            self.count(f"noise/{reason}", many)
        return article


class WantedPipeline(Stage):
    """Kinds, languages and lengths that were not asked for are counted and dropped."""

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Article) and (why := unwanted(item, self.config)):
            self.drop(why.reason, item.url, why.detail, kind=item.kind, log_level="DEBUG")
        return item


class ExportPipeline(Stage):
    """Articles leave as articles; what `export_extra` names stands among their extra fields."""

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Article):
            self.count("articles")
            for name in self.config.export_extra:
                item.extra[name] = plain_value(getattr(item, name))
        return item
