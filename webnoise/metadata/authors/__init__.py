"""Who wrote the article."""

from __future__ import annotations

from webnoise.metadata.authors.find import Byline, find_authors

__all__ = ["Byline", "find_authors"]
