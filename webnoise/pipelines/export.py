"""Last stage: what leaves, as it is exported."""

from __future__ import annotations

from typing import Any

from webnoise.model import Article, plain_value
from webnoise.pipelines.stage import Stage

__all__ = ["ExportPipeline"]


class ExportPipeline(Stage):
    """Articles leave as articles; what `export_extra` names stands among their extra fields."""

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Article):
            self.tally.count("articles")
            for name in self.config.export_extra:
                item.extra[name] = plain_value(getattr(item, name))
        return item
