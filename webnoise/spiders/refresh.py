"""Pages that send the reader on by themselves: looked for in the bytes before a page is decoded for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response

__all__ = ["RefreshAtAGlance"]

_LOOKED_AT = 4 * 4096  # bytes: Scrapy reads the first 4,096 characters


class RefreshAtAGlance(MetaRefreshMiddleware):
    """Scrapy's own middleware, asked only about pages that have the word."""

    def process_response(  # type: ignore[override]  # no spider is handed over any more
        self, request: Request, response: Response
    ) -> Request | Response:
        head = response.body[:_LOOKED_AT].lower()
        if b"refresh" in head or b"\0" in head:  # zeros: two or four bytes to a letter
            return super().process_response(request, response)
        return response
