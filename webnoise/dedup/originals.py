"""Choose the original of a cluster of articles."""

from __future__ import annotations

from typing import NamedTuple

from webnoise.metadata.dates.read import as_utc
from webnoise.model import Article


class Originality(NamedTuple):
    """Least for the original: the page is not canonical elsewhere, and was published first.

    `published` in seconds since 1970.
    """

    elsewhere: bool
    published: float


def originality(article: Article) -> Originality:
    elsewhere = bool(article.canonical_url) and article.canonical_url != article.url
    published = as_utc(article.published)
    return Originality(elsewhere, published.timestamp() if published else float("inf"))
