"""A Page is parsed, cut into blocks and asked for its metadata."""

from __future__ import annotations

from typing import Any

from webnoise import flow
from webnoise.errors import InputError, LimitExceeded
from webnoise.model import Page
from webnoise.pipelines.stage import Stage

__all__ = ["ReadPipeline"]


class ReadPipeline(Stage):
    """A page that cannot be read is dropped by name, never in silence."""

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, Page):
            return item
        try:
            return flow.read(item, self.config)
        except LimitExceeded as error:
            self.tally.drop("beyond-limits", item.url, str(error), log_level="WARNING")
        except InputError as error:
            self.tally.drop("unreadable", item.url, str(error), log_level="WARNING")
