"""Pages as their responses know them, and responses as pages."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, Self

from itemadapter import ItemAdapter
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response

from webnoise.config import Config
from webnoise.model import Article, Page
from webnoise.pipelines.pages import BodyOfPage, TextOfPage


class ExtractionMiddleware:
    """A spider middleware that passes to the pipelines what only the response knows.

    What a callback yields of its response, a `Page` or an item with the HTML in it, gets the HTTP header.
    A response that `WEBNOISE_AUTO_EXTRACT` or its request's
    `meta["webnoise"]` asks for becomes a page by itself, unless its callback has made one of it.
    """

    def __init__(self, config: Config) -> None:
        self._config = config
        self._addresses = {"marked": None, "all": re.compile("")}.get(
            config.auto_extract, re.compile(config.auto_extract)
        )

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(Config.from_settings(crawler.settings))

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        made = False
        async for output in result:
            known = self._known(output, response)
            made = made or known is not None
            yield output if known is None else known
        if not made and self._is_asked_for(response):
            yield self._completed(Page.from_response(response), response)

    def _is_asked_for(self, response: Response) -> bool:
        marked = response.meta.get("webnoise")
        if marked is not None:
            return bool(marked)
        is_page = isinstance(response, HtmlResponse) and 200 <= response.status < 300
        return is_page and self._addresses is not None and bool(self._addresses.search(response.url))

    def _known(self, output: Any, response: Response) -> Any:
        """Return the output with what the response knows, if it is of its page; else None.

        HTML that is not the response's, what a browser or the callback has made of it, is left as it is.
        """
        if isinstance(output, Request):
            return None
        if isinstance(output, Article):
            return output if output.url == response.url else None
        if isinstance(output, Page):
            if output.html == response.body:
                return self._completed(output, response)
            return output if output.url == response.url else None
        if not ItemAdapter.is_item(output):
            return None
        item, name = ItemAdapter(output), self._config.html_field
        html = item.get(name)
        if isinstance(html, bytes) and html == response.body:
            known: Any = BodyOfPage(html)
        elif isinstance(html, str) and html == _text(response):
            known = TextOfPage(html)
        else:
            made = isinstance(html, str | bytes) and item.get(self._config.url_field) == response.url
            return output if made else None
        known.page = self._completed(Page.from_response(response), response)
        with suppress(AttributeError, TypeError):  # a frozen item stays as it is
            item[name] = known
        return output

    def _completed(self, page: Page, response: Response) -> Page:
        """The page with its time and header."""
        if page.content_type is not None and page.fetched is not None:
            return page
        known = Page.from_response(response)
        return replace(
            page, content_type=page.content_type or known.content_type, fetched=page.fetched or known.fetched
        )


def _text(response: Response) -> str | None:
    """Return the text of a response; None if it has none, or cannot be decoded."""
    try:
        return response.text
    except (AttributeError, LookupError, UnicodeError):
        return None
