"""A value that a page may have for a field."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Candidate"]


class Candidate(NamedTuple):
    """A value for a field, and the source that gave it."""

    source: str
    value: str
