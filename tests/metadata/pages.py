"""Pages made for one test, read as production reads them."""

from __future__ import annotations

import json

from webnoise.metadata import Metadata, read_metadata
from webnoise.model import Page
from webnoise.page.parse import parse

URL = "https://www.example.com/politics/story-1"
FETCHED = "2024-06-01T12:00:00+00:00"


def read(body="", head="", lang="en", url=URL, **options) -> Metadata:
    page = f'<html lang="{lang}"><head>{head}</head><body>{body}</body></html>'
    return read_metadata(parse(Page(url=url, html=page)), **{"fetched": FETCHED, **options})


def linked_data(**fields) -> str:
    node = {"@context": "https://schema.org", "@type": "NewsArticle", **fields}
    return f'<script type="application/ld+json">{json.dumps(node)}</script>'


def meta(**values) -> str:
    """Meta elements by name; `__` stands for a colon."""
    return "".join(
        f'<meta property="{name.replace("__", ":")}" content="{value}">' for name, value in values.items()
    )
