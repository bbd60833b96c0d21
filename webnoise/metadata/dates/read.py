"""Reads a date as people and machines write it: month names of many languages, numbers in any order, ISO.

What is read is ISO 8601 text that says no more than was written: a day without a time stays a day, a time
without an offset gets none. A second or an offset that no clock shows is left out.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Literal

from webnoise.text.lists import read_groups

DayOrder = Literal["dmy", "mdy"]
_Day = tuple[int, int, int]

# The web's first pages; an earlier "date" is an event's or a default (1970-01-01), not a publication.
FIRST_YEAR = 1990
# No text that says a date is longer; what is longer is a sentence about dates.
_LONGEST = 200
# What every date below has: a year, numbers separated alike, seconds since 1970, or digits of another script.
_DATE_LIKE = re.compile(
    r"\d(?:(?:(?<=1)9|(?<=2)[05])\d\d|\s?[./-]\s?\d\d?\s?[./-]\s?\d\d|(?<=1)\d{9}|(?<![0-9]))"
)

_ISO = re.compile(
    r"(?<!\d)((?:19|20)\d\d)-(\d\d?)-(\d\d?)(?!\d)"
    r"(?:(?:[Tt_]|\s+|\s*,\s*)(\d\d?):(\d\d)(?::(\d\d))?(?:[.,]\d+)?\s*(?:([Zz](?![a-z])|UTC|"
    r"GMT)?\s?(?:([+-])(\d\d):?(\d\d))?))?"
)
_COMPACT = re.compile(r"^((?:19|20)\d\d)(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?(?:(Z)|([+-])(\d\d)(\d\d))?)?$")
_EPOCH = re.compile(r"^1\d{9}(?:\d{3})?$")
_YEAR_FIRST = re.compile(
    r"(?<![\d./])((?:19|20|25)\d\d)\s?[./年년-]\s?(\d\d?)\s?[./月월-]\s?(\d\d?)(?!\d)(?:\s?[日일])?"
)
_YEAR_LAST = re.compile(r"(?<![\d./-])(\d\d?)\s?([./-])\s?(\d\d?)\s?\2\s?((?:(?:19|20)\d\d)|\d\d)(?![\d/-])")
# The patterns begin with what a search skips to quickly; what must not stand before it is asked behind it.
# Letters with the vowel signs that Python's \w leaves out (Indic scripts, Thai).
_SIGNS = r"[\u0300-\u036f\u0900-\u0dff\u0e31-\u0e4e\u200c]"
_WORD = rf"([^\W\d_](?:[^\W\d_]|{_SIGNS})+)"
_DAY_FIRST = re.compile(
    r"(\d(?<!\d\d)\d?)(?:st|nd|rd|th|er|º|°|ª|-?го)?[.,]?[\s\-/–]*(?:de\s+|of\s+|d['’]\s?|di\s+)?"
    + _WORD
    + r"[.,]?[\s\-/–]*(?:del?\s+|พ\.ศ\.\s*)?'?((?:19|20|25)\d\d)(?!\d)"
)
_MONTH_FIRST = re.compile(
    rf"(?<![^\W\d_])(?<!{_SIGNS})" + _WORD + r"\.?\s*(\d\d?)(?:st|nd|rd|th)?"
    r"(?:\s*,|\s+at\s+[\d:]+\s*[ap]m,?|\s+\d\d?:\d\d(?::\d\d)?(?:\s+[A-Z]{2,4})?)?\s*((?:19|20)\d\d)(?!\d)"
)
_YEAR_MONTH_DAY = re.compile(
    r"([12](?<!\d\d)(?:(?<=1)9|(?<=2)0)\d\d)[.,]?\s*(?:m\.\s*)?" + _WORD + r"\.?\s*(\d\d?)(?!\d)"
)
# Each with the numbers of its groups: year, month, day.
_NAMED = ((_DAY_FIRST, 3, 2, 1), (_MONTH_FIRST, 3, 1, 2), (_YEAR_MONTH_DAY, 1, 2, 3))
_TIME = re.compile(
    r"(?<![\d:.+-])(?:(오전|오후|上午|下午|午前|午後)\s?)?(\d\d?)(?:[:.hH時시点]|\s[hH:]\s)\s?(\d\d)(?::(\d\d))?(?!\d)"
    r"(?:\s*([ap])\.?\s?m\b\.?)?|(?<![\d:.])(\d\d?)\s*([ap])\.?m\b",
    re.IGNORECASE,
)
_AFTERNOON = {"p", "오후", "下午", "午後"}
# What every time of day has: to look for that is quicker.
_TIME_LIKE = re.compile(r"\d(?:(?:[:.hH時시点]|\s[hH:]\s)\s?\d\d|\s*[aApP]\.?\s?[mM])")
_OFFSET = re.compile(r"\s*+\(?(?:GMT|UTC)?\s*([+-])(\d\d?):?(\d\d)?(?!\d)")
_ZONE = re.compile(r"\s*\(?([A-Z]{2,5})\b")
_ZONES = {zone: offset for zone, [offset] in read_groups("webnoise.metadata", "lists/zones.txt").items()}
_URL_DAY = re.compile(
    r"(?<!\d)((?:19|20)\d\d)[/_.-]?(0[1-9]|1[0-2]|(?<=[/_.-])[1-9])[/_.-]?(0[1-9]|[12]\d|3[01]|"
    r"(?<=[/_.-])[1-9])(?!\d)"
)
_URL_DAY_FIRST = re.compile(r"(?<!\d)(0[1-9]|[12]\d|3[01])[._-](0[1-9]|1[0-2])[._-]((?:19|20)\d\d)(?!\d)")
_URL_NAMED = re.compile(r"/((?:19|20)\d\d)/([a-z]{3,9})/(\d\d?)(?!\d)")

# English writes the month first in few places; elsewhere, and in English of other top-level domains, the day.
_MONTH_FIRST_REGIONS = {"US", "PH"}
_DAY_FIRST_DOMAINS = set("uk au in nz ie za pk ng ke sg my lk bd gh hk eu".split())


def _month_names() -> dict[str, dict[str, int]]:
    return {
        language: {
            name: number
            for number, names in enumerate(" ".join(words).split("/"), start=1)
            for name in names.split()
        }
        for language, words in read_groups("webnoise.metadata", "lists/months.txt").items()
    }


_MONTHS_OF = _month_names()
# Of all languages; where two disagree, the first one of the file has the word.
MONTHS = {name: number for months in reversed(_MONTHS_OF.values()) for name, number in months.items()}


@dataclass(frozen=True, slots=True)
class Calendar:
    """How one page writes its dates, and the moment after which none of them can lie."""

    order: DayOrder
    language: str | None
    fetched: datetime
    _day_before: str
    _known: dict[str, str | None] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, order: DayOrder, language: str | None, fetched: str | None) -> Calendar:
        now = (as_utc(fetched) if fetched else None) or datetime.now(UTC)
        return cls(order, language, now, date.fromordinal(now.toordinal() - 1).isoformat())

    def read(self, text: str) -> str | None:
        """The date in `text`; a time after the fetch is cut to its day, a day after it is none at all."""
        # Pages say the same date many times: in markup, and in every wrapper around its line.
        if text in self._known:
            return self._known[text]
        found = self._known[text] = self._past(find_date(text, self.order, self.language))
        return found

    def _past(self, found: str | None) -> str | None:
        # Two days before the fetch no time zone makes a future of.
        if found is None or found[:10] < self._day_before or not is_future(found, self.fetched):
            return found
        return None if is_future(found[:10], self.fetched) else found[:10]


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
    found = _find(text, order, language)
    return found[0] if found else None


def may_hold_date(text: str) -> bool:
    """Whether a text may hold a date or its year: cheap, to be checked first."""
    return _DATE_LIKE.search(text) is not None


def cut_date(text: str, order: DayOrder = "dmy", language: str | None = None) -> tuple[str, str] | None:
    """The first date in `text`, and the text without it and its time of day; None where there is no date."""
    found = _find(text, order, language)
    if found is None:
        return None
    value, text, (start, end) = found
    return value, cut_times(f"{text[:start]} {text[end:]}")


def cut_times(text: str) -> str:
    """The text without the times of day in it."""
    return " ".join(blank_times(text).split())


def blank_times(text: str) -> str:
    """The text with a space for each time of day in it."""
    return _TIME.sub(" ", text) if _TIME_LIKE.search(text) else text


def _find(text: str, order: DayOrder, language: str | None) -> tuple[str, str, tuple[int, int]] | None:
    """The first date, the text that it was read in, and where it stands there."""
    text = text.strip()
    if not 6 <= len(text) <= _LONGEST:
        return None
    if not text.isascii():
        text = "".join([str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text])
    if not _DATE_LIKE.search(text):
        return None
    value: str | None
    if match := ("-" in text and _ISO.search(text)) or _COMPACT.match(text):
        year, month, day, hour, minute, second, zulu, *offset = match.groups()
        zone = _offset(*offset) if offset[0] else "+00:00" if zulu else ""
        value = _checked(year, month, day, _clock(hour, minute, second, zone) if hour else "")
    elif match := _EPOCH.match(text):
        value = datetime.fromtimestamp(int(text[:10]), UTC).isoformat()
    else:
        found = _named(text, language) or _numeric(text, order)
        if found is None:
            return None
        day, match = found
        value = _checked(*day, _time(text[match.end() :]) or _time(text[: match.start()]))
    return (value, text, match.span()) if value else None


def _named(text: str, language: str | None) -> tuple[_Day, re.Match[str]] | None:
    own = _MONTHS_OF.get(language or "", MONTHS)
    for pattern, year, name, day in _NAMED:
        for match in pattern.finditer(text):
            word = match[name].lower()
            if month := own.get(word) or MONTHS.get(word):
                return (int(match[year]), month, int(match[day])), match
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
    match = _TIME.search(text) if _TIME_LIKE.search(text) else None
    if match is None:
        return ""
    hour = int(match[2] or match[6])
    half = (match[1] or match[5] or match[7] or "").lower()
    if half and hour <= 12:
        hour = hour % 12 + (12 if half in _AFTERNOON else 0)
    if offset := _OFFSET.match(text, match.end()):
        zone = _offset(*offset.groups())
    else:
        named = _ZONE.match(text, match.end())
        zone = _ZONES.get(named[1], "") if named else ""
    return _clock(hour, match[3] or "00", match[4], zone)


def _clock(hour: str | int, minute: str, second: str | None, offset: str) -> str:
    """The tail of an ISO date; nothing where no clock shows this time."""
    if int(hour) > 23 or int(minute) > 59:
        return ""
    return f"T{int(hour):02}:{minute}{f':{second}' if second and second < '60' else ''}{offset}"


def _offset(sign: str, hours: str, minutes: str | None) -> str:
    if int(hours) > 23 or int(minutes or 0) > 59:
        return ""
    return f"{sign}{int(hours):02}:{minutes or '00'}"


def _checked(year: str | int, month: str | int, day: str | int, time: str) -> str | None:
    year = int(year)
    if year > 2400:  # the Thai calendar counts from 543 BC
        year -= 543
    if year < FIRST_YEAR:
        return None
    try:
        return date(year, int(month), int(day)).isoformat() + time
    except ValueError:
        return None


def url_date(path: str) -> str | None:
    """The day in a URL's path, as /2024/05/31/ or 20240531; None when a day is not given."""
    for match in _URL_DAY.finditer(path):
        if found := _checked(match[1], match[2], match[3], ""):
            return found
    if day_first := _URL_DAY_FIRST.search(path):
        return _checked(day_first[3], day_first[2], day_first[1], "")
    named = _URL_NAMED.search(path.lower())
    if named and (month := MONTHS.get(named[2])):
        return _checked(named[1], month, named[3], "")
    return None


def as_utc(iso: str | None) -> datetime | None:
    """An ISO 8601 date as a moment that can be compared; a missing zone counts as UTC."""
    try:
        stamp = datetime.fromisoformat(iso or "")
        return stamp.astimezone(UTC) if stamp.tzinfo else stamp.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def is_future(iso: str, fetched: datetime) -> bool:
    """Whether the date lies after the fetch; without an offset, after it everywhere on earth."""
    stamp = datetime.fromisoformat(iso)
    if stamp.tzinfo:
        return stamp > fetched
    east = timezone(timedelta(hours=14))
    return stamp > fetched.astimezone(east).replace(tzinfo=None)
