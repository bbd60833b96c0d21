"""Dates as programs write them for others: in feeds, sitemaps and headers."""

from __future__ import annotations

import re
from datetime import date, datetime
from email.utils import parsedate_to_datetime

from webnoise.metadata.dates.read import FIRST_YEAR

_LAST_YEAR = 2100  # a clock that says more is not set
_ZULU = re.compile(r" ?(?:Z|UTC|GMT)$", re.IGNORECASE)


def iso_date(written: str | None) -> str | None:
    """Return a date in RFC 822 or any ISO 8601 as ISO 8601 with the offset it gave.

    A day stays a day, an unknown zone is none. None for what is no date, and for a month or year alone, which
    cannot be compared with a day.
    """
    written = " ".join((written or "").split())[:64]
    try:
        stamp = _from_iso(written) if written[:4].isdigit() else parsedate_to_datetime(written)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return stamp.isoformat() if FIRST_YEAR <= stamp.year <= _LAST_YEAR else None


def _from_iso(written: str) -> date:
    if len(day := written.removesuffix("Z")) <= 10:
        return date.fromisoformat(day)
    return datetime.fromisoformat(_ZULU.sub("+00:00", written))
