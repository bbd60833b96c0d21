"""Every block is judged, and what stays becomes the Article."""

from __future__ import annotations

from typing import Any

from webnoise import flow
from webnoise.pipelines.stage import Stage

__all__ = ["JudgePipeline"]


class JudgePipeline(Stage):
    """A read page becomes its article; its dropped blocks are counted by reason."""

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, flow.ReadPage):
            return item
        article = flow.decide(item, self.config, item.memory)
        self.tally.count("pages")
        self.tally.count("blocks", len(item.cut.blocks))
        self.tally.count(f"kinds/{article.kind}")
        self.tally.noise(article.noise)
        return article
