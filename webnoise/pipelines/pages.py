"""The first stage: any item with an address and HTML becomes a page as blocks, with its metadata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from itemadapter import ItemAdapter

from webnoise import flow
from webnoise.errors import InputError, LimitExceeded
from webnoise.flow import ReadPage
from webnoise.model import EXPORTED, Article, Page
from webnoise.pipelines.session import Session
from webnoise.pipelines.stage import Stage

_PAGE_FIELDS = ("fetched", "content_type", "hints", "styles")


class BodyOfPage(bytes):
    """The HTML in an item, for all who look at it; and the page that it came as, for the pipelines."""

    page: Page


class TextOfPage(str):
    """The same where an item holds text: the page has the bytes that it was made of."""

    __slots__ = ("page",)
    page: Page


class PageStage(Stage):
    """A stage of segmented pages, which segments the pages that no earlier stage has segmented."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._taken = {*EXPORTED, *self.config.export_extra}
        if self.config.duplicates == "outlets":
            self._taken.add("outlets")

    def segmented(self, item: Any) -> ReadPage | None:
        """Return the page of an item as blocks; None for an item without an address and HTML.

        A page that cannot be read is dropped by name. An item's other fields become the article's `extra`;
        one with the name of an article's field is renamed to `item_NAME`.
        """
        if isinstance(item, ReadPage):
            return item
        page = self._page(item)
        if page is None:
            return None
        try:
            return flow.read(page, self.config)
        except LimitExceeded as error:
            self.drop("beyond-limits", page.url, str(error), log_level="WARNING")
        except InputError as error:
            self.drop("unreadable", page.url, str(error), log_level="WARNING")

    def _page(self, item: Any) -> Page | None:
        if isinstance(item, Page):
            extra = self._renamed(item.extra)
            return item if extra is item.extra else replace(item, extra=extra)
        if isinstance(item, Article) or not ItemAdapter.is_item(item):
            return None
        fields = ItemAdapter(item).asdict()
        if self.config.url_field not in fields or self.config.html_field not in fields:
            return None
        url, html = fields.pop(self.config.url_field), fields.pop(self.config.html_field)
        if not isinstance(html, str | bytes):
            detail = f"its field {self.config.html_field!r} holds {type(html).__name__}, not str or bytes"
            self.drop("not-html", url, detail, log_level="WARNING")
        own = {name: fields.pop(name) for name in _PAGE_FIELDS if fields.get(name) is not None}
        page = html.page if isinstance(html, BodyOfPage | TextOfPage) else Page(url="", html=html)
        return replace(page, url=str(url or ""), extra=self._renamed(fields), **own)

    def _renamed(self, extra: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the fields under names that no field of an article has."""
        if self._taken.isdisjoint(extra):
            return extra
        for name in self._taken.intersection(extra):
            self.say_once(f"items have a field {name!r}, as articles do: it comes out as 'item_{name}'")
        return {f"item_{name}" if name in self._taken else name: value for name, value in extra.items()}

    def check(self, listed: Sequence[type[Stage]]) -> None:
        super().check(listed)
        makes_articles = any(stage.position == NOISE_REMOVAL for stage in listed)
        if self.position < NOISE_REMOVAL and not makes_articles:
            self.say_once(
                "items leave as pages of blocks, which no feed can write: list NoiseRemovalPipeline, or a "
                "pipeline of your own, after it"
            )


NOISE_REMOVAL = 300


class SegmentationPipeline(PageStage):
    """Turn any item with an address and HTML into the page as blocks, with its metadata."""

    position: ClassVar[int] = 100

    async def process_item(self, item: Any) -> Any:
        return self.segmented(item) or item
