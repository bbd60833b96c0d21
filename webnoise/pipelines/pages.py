"""The first stages: a spider's item becomes a page, which is parsed, cut and asked for its metadata."""

from __future__ import annotations

from typing import Any

from itemadapter import ItemAdapter

from webnoise import flow
from webnoise.errors import InputError, LimitExceeded
from webnoise.model import Article, Page
from webnoise.pipelines.stage import Stage

_OWN_FIELDS = ("fetched", "content_type", "hints", "styles")


class PagesPipeline(Stage):
    """Any item with an address and HTML becomes a `Page`; what else it holds travels along as `extra`."""

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Page | Article) or not ItemAdapter.is_item(item):
            return item
        fields = ItemAdapter(item).asdict()
        if self.config.url_field not in fields or self.config.html_field not in fields:
            return item
        url, html = fields.pop(self.config.url_field), fields.pop(self.config.html_field)
        if not isinstance(html, str | bytes):
            detail = f"its field {self.config.html_field!r} holds {type(html).__name__}, not str or bytes"
            self.drop("not-html", url, detail, log_level="WARNING")
        own = {name: fields.pop(name) for name in _OWN_FIELDS if fields.get(name) is not None}
        return Page(url=str(url or ""), html=html, extra=fields, **own)


class ReadPipeline(Stage):
    """A page that cannot be read is dropped by name, never in silence."""

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, Page):
            return item
        try:
            return flow.read(item, self.config)
        except LimitExceeded as error:
            self.drop("beyond-limits", item.url, str(error), log_level="WARNING")
        except InputError as error:
            self.drop("unreadable", item.url, str(error), log_level="WARNING")
