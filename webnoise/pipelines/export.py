"""Last stage: what leaves, as it is exported."""

from __future__ import annotations

from typing import Any

from webnoise.model import Article
from webnoise.pipelines.stage import Stage

__all__ = ["ExportPipeline"]


class ExportPipeline(Stage):
    """Articles leave as they are; with `export_extra` or fields of the spider's own item, as a dict."""

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, Article):
            return item
        self.tally.count("articles")
        if not self.config.export_extra and not item.extra:
            return item
        return {**item.extra, **item.to_dict(also=self.config.export_extra)}
