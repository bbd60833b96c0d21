"""Last stage: what leaves, as it is exported."""

from __future__ import annotations

from typing import Any

from webnoise.model import Article, Block
from webnoise.pipelines.stage import Stage

__all__ = ["ExportPipeline"]


class ExportPipeline(Stage):
    """Articles leave as they are; with `export_extra`, or fields of the spider's own item, as a dict of all."""

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, Article):
            return item
        self.tally.count("articles")
        wanted = {name: _plain(item, name) for name in self.config.export_extra}
        if not wanted and not item.extra:
            return item
        return {**item.extra, **item.to_dict(), **wanted}


def _plain(article: Article, name: str) -> Any:
    value = getattr(article, name)
    return [_plain_block(block) for block in value] if name == "blocks" else value


def _plain_block(block: Block) -> dict[str, Any]:
    return {
        "text": block.text,
        "kind": block.kind,
        "keep": block.keep,
        "score": block.score,
        "reason": str(block.reason),
    }
