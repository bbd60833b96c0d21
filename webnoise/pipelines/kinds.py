"""Only the kinds of pages that were asked for come out."""

from __future__ import annotations

from typing import Any

from webnoise.model import Article
from webnoise.pipelines.stage import Stage

__all__ = ["KindsPipeline"]


class KindsPipeline(Stage):
    """Index pages and the like are counted and dropped, unless `export_kinds` names them."""

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Article) and item.kind not in self.config.export_kinds:
            self.tally.drop(f"kind-{item.kind}", item.url, "not among export_kinds", log_level="DEBUG")
        return item
