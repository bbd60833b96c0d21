"""Reads a date as pages write it: ISO 8601, RFC 822, numbers in any order, month names of many languages.

The result is ISO 8601 text that says no more than the page said: a day without a time stays a day, a time
without an offset gets none.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Literal

from webnoise.metadata.months import MONTHS, months_of

__all__ = ["DayOrder", "day_order", "find_date", "is_future", "moment", "url_date"]

DayOrder = Literal["dmy", "mdy"]

# The web's first pages; an earlier "date" is an event's or a default (1970-01-01), not a publication.
_FIRST_YEAR = 1990
# No text that says a date is longer; what is longer is a sentence about dates.
_LONGEST = 200

_ISO = re.compile(
    r"(?<!\d)((?:19|20)\d\d)-(\d\d?)-(\d\d?)(?!\d)"
    r"(?:(?:[Tt_]|\s+|\s*,\s*)(\d\d?):(\d\d)(?::(\d\d))?(?:[.,]\d+)?\s*(?:([Zz](?![a-z])|UTC|"
    r"GMT)?\s?([+-]\d\d:?\d\d)?))?"
)
_COMPACT = re.compile(r"^((?:19|20)\d\d)(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?(Z|[+-]\d{4})?)?$")
_EPOCH = re.compile(r"^1\d{9}(?:\d{3})?$")
_YEAR_FIRST = re.compile(
    r"(?<![\d./])((?:19|20|25)\d\d)\s?[./年년-]\s?(\d\d?)\s?[./月월-]\s?(\d\d?)(?!\d)(?:\s?[日일])?"
)
_YEAR_LAST = re.compile(r"(?<![\d./-])(\d\d?)\s?([./-])\s?(\d\d?)\s?\2\s?((?:(?:19|20)\d\d)|\d\d)(?![\d/-])")
# The patterns begin with what a search skips to quickly; what must not stand before it is asked behind it.
# Letters with the vowel signs that Python's \w leaves out (Indic scripts, Thai).
_WORD = r"([^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0900-\u0dff\u0e31-\u0e4e\u200c])+)"
_DAY_FIRST = re.compile(
    r"(\d(?<!\d\d)\d?)(?:st|nd|rd|th|er|º|°|ª|-?го)?[.,]?[\s\-/–]*(?:de\s+|of\s+|d['’]\s?|di\s+)?"
    + _WORD
    + r"[.,]?[\s\-/–]*(?:del?\s+|พ\.ศ\.\s*)?'?((?:19|20|25)\d\d)(?!\d)"
)
_MONTH_FIRST = re.compile(
    r"(?<![^\W\d_])" + _WORD + r"\.?\s*(\d\d?)(?:st|nd|rd|th)?"
    r"(?:\s*,|\s+at\s+[\d:]+\s*[ap]m,?|\s+\d\d?:\d\d(?::\d\d)?(?:\s+[A-Z]{2,4})?)?\s*((?:19|20)\d\d)(?!\d)"
)
_YEAR_MONTH_DAY = re.compile(
    r"([12](?<!\d\d)(?:(?<=1)9|(?<=2)0)\d\d)[.,]?\s*(?:m\.\s*)?" + _WORD + r"\.?\s*(\d\d?)(?!\d)"
)
_TIME = re.compile(
    r"(?<![\d:.+-])(?:(오전|오후|上午|下午|午前|午後)\s?)?(\d\d?)(?:[:.hH時시点]|\s[hH:]\s)\s?(\d\d)(?::(\d\d))?(?!\d)"
    r"(?:\s*([ap])\.?\s?m\b\.?)?|(?<![\d:.])(\d\d?)\s*([ap])\.?m\b",
    re.IGNORECASE,
)
_AFTERNOON = {"p", "오후", "下午", "午後"}
_OFFSET = re.compile(r"\s*\(?(?:GMT|UTC)?\s*([+-])(\d\d?):?(\d\d)?(?!\d)")
_ZONE = re.compile(r"\s*\(?([A-Z]{2,5})\b")
_ZONES = {
    "Z": 0, "UTC": 0, "GMT": 0, "WET": 0, "BST": 60, "WEST": 60, "CET": 60, "CEST": 120, "MEZ": 60,
    "MESZ": 120,
    "EET": 120, "EEST": 180, "MSK": 180, "IST": 330, "PKT": 300, "SGT": 480, "HKT": 480, "JST": 540,
    "KST": 540,
    "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300,
    "MST": -420, "MDT": -360, "PST": -480, "PDT": -420, "AST": -240, "ADT": -180,
}  # fmt: skip
_URL_DAY = re.compile(
    r"(?<!\d)((?:19|20)\d\d)[/_.-]?(0[1-9]|1[0-2]|(?<=[/_.-])[1-9])[/_.-]?(0[1-9]|[12]\d|3[01]|"
    r"(?<=[/_.-])[1-9])(?!\d)"
)
_URL_DAY_FIRST = re.compile(r"(?<!\d)(0[1-9]|[12]\d|3[01])[._-](0[1-9]|1[0-2])[._-]((?:19|20)\d\d)(?!\d)")
_URL_NAMED = re.compile(r"/((?:19|20)\d\d)/([a-z]{3,9})/(\d\d?)(?!\d)")

# English writes the month first in few places; elsewhere, and in English of other top-level domains, the day.
_MONTH_FIRST_REGIONS = {"US", "PH"}
_DAY_FIRST_DOMAINS = {
    "uk",
    "au",
    "in",
    "nz",
    "ie",
    "za",
    "pk",
    "ng",
    "ke",
    "sg",
    "my",
    "lk",
    "bd",
    "gh",
    "hk",
    "eu",
}


def day_order(language_tag: str, host: str) -> DayOrder:
    """Which of two small numbers is the day where a page of this language and host writes 3/4/2024."""
    language, _, region = language_tag.replace("_", "-").partition("-")
    if region.upper() in _MONTH_FIRST_REGIONS:
        return "mdy"
    if language.lower() not in ("", "en") or (region and region.upper() != "EN"):
        return "dmy"
    return "dmy" if host.rpartition(".")[2] in _DAY_FIRST_DOMAINS else "mdy"


def find_date(text: str, order: DayOrder = "dmy", language: str | None = None) -> str | None:
    """The first date in `text`, as ISO 8601, or None."""
    text = text.strip()
    if not 6 <= len(text) <= _LONGEST:
        return None
    if "-" in text and (match := _ISO.search(text)):
        return _iso(match)
    text = _plain_digits(text)
    if match := _COMPACT.match(text):
        return _compact(match)
    if _EPOCH.match(text):
        stamp = datetime.fromtimestamp(int(text[:10]), UTC)
        return _checked(stamp.year, stamp.month, stamp.day, f"T{stamp:%H:%M:%S}+00:00")
    found = _named(text, language) or _numeric(text, order)
    if found is None:
        return None
    (year, month, day), match = found
    return _checked(year, month, day, _time(text[match.end() :]) or _time(text[: match.start()]))


def _iso(match: re.Match[str]) -> str | None:
    year, month, day, hour, minute, second, zulu, offset = match.groups()
    time = ""
    if hour is not None and int(hour) < 24 and int(minute) < 60:
        time = f"T{int(hour):02}:{minute}" + (f":{second}" if second else "")
        if offset:
            time += offset if ":" in offset else f"{offset[:3]}:{offset[3:]}"
        elif zulu:
            time += "+00:00"
    return _checked(int(year), int(month), int(day), time)


def _compact(match: re.Match[str]) -> str | None:
    year, month, day, hour, minute, second, offset = match.groups()
    time = ""
    if hour is not None and int(hour) < 24 and int(minute) < 60:
        time = f"T{hour}:{minute}" + (f":{second}" if second else "")
        if offset:
            time += "+00:00" if offset == "Z" else f"{offset[:3]}:{offset[3:]}"
    return _checked(int(year), int(month), int(day), time)


def _plain_digits(text: str) -> str:
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.digit(char, char)) if char.isdigit() and not char.isascii() else char for char in text
    )


_Day = tuple[int, int, int]


def _named(text: str, language: str | None) -> tuple[_Day, re.Match[str]] | None:
    own = months_of(language)

    def month(word: str) -> int | None:
        word = word.lower()
        return own.get(word) or MONTHS.get(word)

    for pattern, day, name, year in (
        (_DAY_FIRST, 1, 2, 3),
        (_MONTH_FIRST, 2, 1, 3),
        (_YEAR_MONTH_DAY, 3, 2, 1),
    ):
        for match in pattern.finditer(text):
            if number := month(match[name]):
                return (int(match[year]), number, int(match[day])), match
    return None


def _numeric(text: str, order: DayOrder) -> tuple[_Day, re.Match[str]] | None:
    if match := _YEAR_FIRST.search(text):
        return (int(match[1]), int(match[2]), int(match[3])), match
    if match := _YEAR_LAST.search(text):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        if match[2] == "." or second > 12 or first > 12:
            day, month = (second, first) if second > 12 else (first, second)
        else:
            day, month = (second, first) if order == "mdy" else (first, second)
        return (year if year > 99 else 2000 + year, month, day), match
    return None


def _time(text: str) -> str:
    """The time of day in `text`, with its offset, as the tail of an ISO date; or nothing."""
    match = _TIME.search(text)
    if match is None:
        return ""
    hour, minute = int(match[2] or match[6]), match[3] or "00"
    half = (match[1] or match[5] or match[7] or "").lower()
    if half and hour <= 12:
        hour = hour % 12 + (12 if half in _AFTERNOON else 0)
    if hour > 23 or int(minute) > 59:
        return ""
    time = f"T{hour:02}:{minute}" + (f":{match[4]}" if match[4] else "")
    if offset := _OFFSET.match(text, match.end()):
        return f"{time}{offset[1]}{int(offset[2]):02}:{offset[3] or '00'}"
    if (zone := _ZONE.match(text, match.end())) and zone[1] in _ZONES:
        minutes = _ZONES[zone[1]]
        return f"{time}{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
    return time


def _checked(year: int, month: int, day: int, time: str) -> str | None:
    if year > 2400:  # the Thai calendar counts from 543 BC
        year -= 543
    if year < _FIRST_YEAR:
        return None
    try:
        return date(year, month, day).isoformat() + time
    except ValueError:
        return None


def url_date(path: str) -> str | None:
    """The day in a URL's path, as /2024/05/31/ or 20240531; None when a day is not given."""
    for match in _URL_DAY.finditer(path):
        if found := _checked(int(match[1]), int(match[2]), int(match[3]), ""):
            return found
    if day_first := _URL_DAY_FIRST.search(path):
        return _checked(int(day_first[3]), int(day_first[2]), int(day_first[1]), "")
    named = _URL_NAMED.search(path.lower())
    if named and (month := MONTHS.get(named[2])):
        return _checked(int(named[1]), month, int(named[3]), "")
    return None


def moment(iso: str) -> datetime:
    """The instant of an ISO date; where the page gave no offset, as if it were UTC."""
    stamp = datetime.fromisoformat(iso)
    return stamp if stamp.tzinfo else stamp.replace(tzinfo=UTC)


def is_future(iso: str, fetched: datetime) -> bool:
    """Whether the date lies after the fetch; without an offset, after it everywhere on earth."""
    stamp = datetime.fromisoformat(iso)
    if stamp.tzinfo:
        return stamp > fetched
    east = timezone(timedelta(hours=14))
    return stamp > fetched.astimezone(east).replace(tzinfo=None)
