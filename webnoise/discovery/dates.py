"""Dates as feeds and sitemaps write them, in ISO 8601 with the offset they gave."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

__all__ = ["as_utc", "iso_date"]

_DAY_ONLY = re.compile(r"(\d{4})-(\d{2})-(\d{2})Z?")
_MONTH_ONLY = re.compile(r"\d{4}(?:-\d{2})?")
_SPACED_OFFSET = re.compile(r"(\d)\s+(Z|UTC|GMT|[+-]\d{2}:?\d{2})$", re.IGNORECASE)
_FRACTION = re.compile(r"([.,]\d{6})\d+")  # fromisoformat reads six digits at most in Python 3.11
# No news was online before 1990, and a clock that says 2100 is not set: such dates are placeholders.
_FIRST_YEAR, _LAST_YEAR = 1990, 2100


def iso_date(written: str | None) -> str | None:
    """`written` (RFC 822 as in RSS, or any ISO 8601 as in Atom and sitemaps) as ISO 8601.

    A day stays a day, a missing or unknown zone stays missing. None for what is no date, and for a
    month or year alone, which cannot be compared with a day.
    """
    if not written:
        return None
    written = " ".join(written.split())[:64]
    if _MONTH_ONLY.fullmatch(written):
        return None
    try:
        if day := _DAY_ONLY.fullmatch(written):
            moment: date = date(*map(int, day.groups()))
        else:
            moment = _moment(written)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return moment.isoformat() if _FIRST_YEAR <= moment.year <= _LAST_YEAR else None


def _moment(written: str) -> datetime:
    if written[:4].isdigit():
        try:
            return datetime.fromisoformat(written)
        except ValueError:  # fractions of seven digits, a space before the zone, a zone by name
            pass
        spelled = _SPACED_OFFSET.sub(r"\1\2", _FRACTION.sub(r"\1", written))
        if spelled[-3:].upper() in ("UTC", "GMT"):
            spelled = spelled[:-3] + "+00:00"
        return datetime.fromisoformat(spelled)
    return parsedate_to_datetime(written)


def as_utc(iso: str | None) -> datetime | None:
    """An ISO 8601 date as a moment that can be compared; a missing zone counts as UTC."""
    if not iso:
        return None
    try:
        moment = datetime.fromisoformat(iso)
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
