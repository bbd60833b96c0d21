"""The first stages: a spider's item becomes a page, which is parsed, cut and asked for its metadata."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from itemadapter import ItemAdapter

from webnoise import flow
from webnoise.config import Config
from webnoise.errors import InputError, LimitExceeded
from webnoise.model import EXPORTED, Article, Page
from webnoise.pipelines.stage import Stage

_LOG = logging.getLogger(__name__)

_OWN_FIELDS = ("fetched", "content_type", "hints", "styles")


class BodyOfPage(bytes):
    """The HTML in an item, for all who look at it; and the page that it came as, for the pipeline below."""

    page: Page


class TextOfPage(str):
    """The same where an item holds text: the page has the bytes that it was made of."""

    __slots__ = ("page",)
    page: Page


class PagesPipeline(Stage):
    """Any item with an address and HTML becomes a `Page`; what else it holds travels along as `extra`.

    A name of an article's own field is the article's: the item's field of that name comes out with `item_`
    before it.
    """

    def __init__(self, config: Config, increment: Callable[..., None]) -> None:
        super().__init__(config, increment)
        self._taken = {*EXPORTED, *config.export_extra}
        if config.duplicates == "outlets":
            self._taken.add("outlets")
        self._said = set[str]()

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Page):
            extra = self._renamed(item.extra)
            return item if extra is item.extra else replace(item, extra=extra)
        if isinstance(item, Article) or not ItemAdapter.is_item(item):
            return item
        fields = ItemAdapter(item).asdict()
        if self.config.url_field not in fields or self.config.html_field not in fields:
            return item
        url, html = fields.pop(self.config.url_field), fields.pop(self.config.html_field)
        if not isinstance(html, str | bytes):
            detail = f"its field {self.config.html_field!r} holds {type(html).__name__}, not str or bytes"
            self.drop("not-html", url, detail, log_level="WARNING")
        own = {name: fields.pop(name) for name in _OWN_FIELDS if fields.get(name) is not None}
        extra = self._renamed(fields)
        if isinstance(html, BodyOfPage | TextOfPage):
            return replace(html.page, url=str(url or ""), extra=extra, **own)
        return Page(url=str(url or ""), html=html, extra=extra, **own)

    def _renamed(self, extra: Mapping[str, Any]) -> Mapping[str, Any]:
        """The fields under names that no field of the article has; which were renamed is logged once."""
        if self._taken.isdisjoint(extra):
            return extra
        clashing = [name for name in extra if name in self._taken]
        for name in clashing:
            if name not in self._said:
                self._said.add(name)
                _LOG.warning(
                    "Items have a field %r, as articles do: it comes out as %r", name, f"item_{name}"
                )
        return {f"item_{name}" if name in clashing else name: value for name, value in extra.items()}


class ReadPipeline(Stage):
    """A page that cannot be read is dropped by name, never in silence."""

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, Page):
            return item
        try:
            with self.timed("read"):
                return flow.read(item, self.config)
        except LimitExceeded as error:
            self.drop("beyond-limits", item.url, str(error), log_level="WARNING")
        except InputError as error:
            self.drop("unreadable", item.url, str(error), log_level="WARNING")
