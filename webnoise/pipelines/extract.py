"""The main stage: a Page to its Article."""

from __future__ import annotations

from typing import Any

from webnoise import flow
from webnoise.errors import InputError, LimitExceeded
from webnoise.model import Page
from webnoise.pipelines.stage import Stage

__all__ = ["ExtractPipeline"]


class ExtractPipeline(Stage):
    """Parse, cut, judge and assemble; a page that cannot be read is dropped by name, never in silence."""

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, Page):
            return item
        try:
            article = flow.extract(item, self.config)
        except LimitExceeded as error:
            self.tally.drop("beyond-limits", item.url, str(error), log_level="WARNING")
        except InputError as error:
            self.tally.drop("unreadable", item.url, str(error), log_level="WARNING")
        article.extra = item.extra
        self.tally.count("blocks", len(article._judged[0]))  # noqa: SLF001
        self.tally.count(f"kinds/{article.kind}")
        self.tally.noise(article.noise)
        return article
