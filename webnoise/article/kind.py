"""What a page is: an article, or something else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from webnoise.model import Block, PageBlocks, PageKind

if TYPE_CHECKING:
    from webnoise.article.metadata import Metadata

__all__ = ["page_kind"]


def page_kind(url: str, metadata: Metadata, page: PageBlocks, kept: Sequence[Block]) -> PageKind:
    """The kind of a page from its kept text, its metadata and its address."""
    words = sum(len(block.text.split()) for block in kept)
    if not words:
        return "other"
    if urlsplit(url).path.strip("/") == "" and not metadata.published:
        return "index"
    return "article" if metadata.published or words >= 80 else "other"
