"""For scrapy-poet: callbacks that ask for the article of their response."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, Any, cast

from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy_poet.page_input_providers import PageObjectInputProvider

from webnoise.api import extract
from webnoise.config import Config
from webnoise.model import Article

if TYPE_CHECKING:
    from scrapy.http import TextResponse


class ArticleProvider(PageObjectInputProvider):
    """Gives `article` to `def parse(self, response, article: webnoise.Article)`.

    It is the article of this page alone; what a site's pages teach each other, the pipelines know.
    """

    name = "webnoise_article"
    provided_classes = {Article}  # noqa: RUF012 - as the base class declares it

    def __call__(
        self,
        to_provide: set[Callable[..., Any]],  # noqa: ARG002  # there is one class only
        response: Response,
        crawler: Crawler,
    ) -> list[Article]:
        article = extract(cast("TextResponse", response), config=Config.from_settings(crawler.settings))
        return [copy(article)]  # a plain one: scrapy-poet takes no subclass
