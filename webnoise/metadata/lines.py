"""Lines of a page that say again what its metadata say: who wrote it, when, and whether it is free."""

from __future__ import annotations

import re
from typing import Literal, get_args

from webnoise.metadata.authors.names import clean_authors
from webnoise.metadata.dates.read import DayOrder, cut_date, cut_times
from webnoise.metadata.read import Metadata
from webnoise.metadata.sources.candidates import squash
from webnoise.metadata.sources.headline_window import LONGEST_LINE
from webnoise.text.lists import any_of, read_groups, read_patterns

LineRole = Literal["byline", "dateline"]
_ORDERS: tuple[DayOrder, ...] = get_args(DayOrder)

_AGO = re.compile(
    rf"\b{any_of(read_groups('webnoise.metadata', 'lists/date_cues.txt')['ago'])}(?!\w)", re.IGNORECASE
)
_LONGEST_TIME = 40  # characters
_PAYWALL = read_patterns("webnoise.metadata", "lists/paywall.txt")
# Asked once for each word: the start of each notice would be asked for at every letter.
_NOTICE = re.compile(rf"{_PAYWALL['opening']}|\b(?:{_PAYWALL['notice']})")
_NOTICE_WORDS = _PAYWALL["word"].split("|")  # every notice has one of them; looked for first
_LONGEST_NOTICE = 400  # characters
_WORD = re.compile(r"[^\W\d_]+")
# "Posted by", "Ein Gastbeitrag von"; "Last updated on", "Wednesday". What has more is a sentence.
_MOST_WORDS = 3
_LABELLED = re.compile(r"(?:\s*\w+\s?[:：]\s?\w+)+\s*")
"""Words with what they name: "Source: Reuters", "来源:新华社 作者:王小明"."""


def line_role(text: str, metadata: Metadata) -> LineRole | None:
    """What a line of the page is if it says nothing but the authors' names or the article's dates.

    It is read as bylines and dates are: words that introduce either, roles behind a name and times of day
    belong to it. Another person's name or another day make it a line of the text.
    """
    if len(text) > LONGEST_LINE or not (metadata.authors or metadata.published):
        return None
    rest = _without_dates(text, metadata)
    is_dated = rest != text
    if _names_authors(rest, metadata):
        return "byline"
    return "dateline" if is_dated and (_has_few_words(rest) or _LABELLED.fullmatch(rest)) else None


def is_moment(text: str, language: str | None) -> bool:
    """Whether a line says nothing but a moment, as live blogs' posts begin: "9.40 GMT", "2h ago"."""
    if len(text) > _LONGEST_TIME or not any(map(str.isdigit, text)):
        return False
    found = cut_date(text, language=language)
    rest = found[1] if found else cut_times(text)
    if rest == text and not _AGO.search(text):
        return False
    return _has_few_words(rest)


def is_paywall_notice(text: str) -> bool:
    """Whether a block tells the reader that the rest of the article must be paid for or logged in to."""
    if len(text) > _LONGEST_NOTICE:
        return False
    text = text.lower()
    return any(word in text for word in _NOTICE_WORDS) and _NOTICE.search(text) is not None


def _without_dates(text: str, metadata: Metadata) -> str:
    """The line without the days of publication and change, in whichever order it has day and month."""
    days = (metadata.published or "")[:10], (metadata.modified or "")[:10]
    for order in _ORDERS:
        while (found := cut_date(text, order, metadata.language)) and found[0][:10] in days:
            text = found[1]
        if found is None:  # nor is there a date in the other order
            break
    return text


def _names_authors(line: str, metadata: Metadata) -> bool:
    written = line.casefold()
    if not any(word in written for name in metadata.authors for word in name.casefold().split()):
        return False
    authors = {squash(name) for name in metadata.authors}
    names = clean_authors(line)
    if not names or not all(squash(name) in authors for name in names):
        return False
    return _has_few_words(line.partition(names[0])[0])


def _has_few_words(text: str) -> bool:
    return len(_WORD.findall(text)) <= _MOST_WORDS
