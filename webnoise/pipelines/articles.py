"""The stages of articles: judged, of a kind that was asked for, and as they are exported."""

from __future__ import annotations

from typing import Any

from webnoise import flow
from webnoise.model import Article, plain_value
from webnoise.pipelines.stage import Stage


class JudgePipeline(Stage):
    """A read page becomes its article; its dropped blocks are counted by reason."""

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, flow.ReadPage):
            return item
        article = flow.decide(item, self.config, item.memory)
        self.count("pages")
        self.count("blocks", len(item.cut.blocks))
        self.count(f"kinds/{article.kind}")
        for reason, blocks in article.noise.items():
            self.count(f"noise/{reason}", blocks)
        return article


class KindsPipeline(Stage):
    """Index pages and the like are counted and dropped, unless `export_kinds` names them."""

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Article) and item.kind not in self.config.export_kinds:
            reason, detail = f"kind-{item.kind}", "not among export_kinds"
            self.drop(reason, item.url, detail, kind=item.kind, log_level="DEBUG")
        return item


class ExportPipeline(Stage):
    """Articles leave as articles; what `export_extra` names stands among their extra fields."""

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Article):
            self.count("articles")
            for name in self.config.export_extra:
                item.extra[name] = plain_value(getattr(item, name))
        return item
