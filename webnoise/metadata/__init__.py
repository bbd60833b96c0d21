"""What a page says about itself, each field from its sources in order, with the choice on record."""

from __future__ import annotations

from webnoise.metadata.read import Metadata, read_metadata
from webnoise.metadata.sources.candidates import Source

__all__ = ["Metadata", "Source", "read_metadata"]
