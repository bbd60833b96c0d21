"""What a page is: an article, or something else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from webnoise.article.kind.forest import kind_forest
from webnoise.article.kind.measures import page_measures
from webnoise.article.kind.named import named_kind
from webnoise.article.kind.text import count_blocks
from webnoise.model import Block, PageBlocks, PageKind

if TYPE_CHECKING:
    from webnoise.metadata import Metadata

__all__ = ["ARTICLE_SHARE", "kind_of_shares", "page_kind"]

# Balanced accuracy on wcxb-dev, cross-validated by site: 0.930 at 0.5, 0.929 at 0.55, 0.934 at 0.6, 0.935 at
# 0.65 (benchmarks/page_kind.py). Chosen on these folds, so expect a little less on other pages.
ARTICLE_SHARE = 0.6


def page_kind(url: str, metadata: Metadata, page: PageBlocks, kept: Sequence[Block]) -> PageKind:
    """The kind of a page from its blocks, its metadata and its address.

    The blocks that the method kept say only whether there is a text at all: the rest is read from the whole
    page, so that the kind does not change with the method. A wall in front of the page is "other".
    """
    if metadata.wall or not page.blocks:
        return "other"
    counts = count_blocks(page, metadata.language)
    if named := named_kind(url, metadata, page, counts):
        return named
    kind = kind_of_shares(kind_forest().shares(page_measures(url, metadata, page, counts)))
    return "other" if kind == "article" and not kept else kind


def kind_of_shares(shares: Mapping[str, float]) -> PageKind:
    """The kind by the shares of the page types: listings of texts and of goods are both an index."""
    if shares["article"] > ARTICLE_SHARE:
        return "article"
    listing = shares["listing"] + shares["collection"]
    others = shares["product"] + shares["forum"] + shares["documentation"] + shares["service"]
    return "index" if listing > others else "other"
