"""Marks of punctuation in the scripts that newspapers are set in, and where sentences end."""

from __future__ import annotations

import re
from collections.abc import Iterator

# The same marks in Latin, Greek, Arabic, Devanagari, Armenian, Ethiopic and East Asian scripts.
COMMAS = ",;،؛、，；՝፣"
COLONS = ":："
STOPS = ".!?…।॥؟۔。！？｡։።"
QUOTES = "\"'«»‘’‚“”„‹›「」『』"

_SPACED_STOPS = ".!?…"
"""Stand inside numbers and addresses too: they end a sentence only where a space or a quote follows."""
_SOLE_STOPS = "".join(sorted(set(STOPS) - set(_SPACED_STOPS)))

_INNER = re.compile(f"[{COMMAS}{COLONS}]")
_ALL = re.compile(f"[{COMMAS}{COLONS}{STOPS}]")
_END = re.compile(rf"[.!?](?=\s|[\"'”’»)]|$)|[{_SOLE_STOPS}]")
_START = re.compile(rf"(?:[.!?…;][\"'”’»)]*\s+|[{_SOLE_STOPS}；][」』”’]*\s*|\n\s*)(?=\S)")


def punctuation(text: str) -> int:
    """How many commas, colons and stops a text holds."""
    return len(_ALL.findall(text))


def inner_marks(text: str) -> int:
    """How many commas, semicolons and colons: the marks inside sentences."""
    return len(_INNER.findall(text))


def sentence_count(text: str) -> int:
    """How many sentences end in a text."""
    return len(_END.findall(text))


def sentence_starts(text: str, start: int, end: int) -> Iterator[int]:
    """The indices between `start` and `end` at which a sentence, or a part behind a semicolon, begins."""
    return (found.end() for found in _START.finditer(text, start, end))
