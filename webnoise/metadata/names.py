"""From a byline as pages write it to the names in it."""

from __future__ import annotations

import functools
import html
import re

from webnoise.metadata.byline_words import (
    AGENCIES,
    BARE_LEAD,
    CHROME,
    CUT,
    DESK,
    GENERIC,
    LEAD,
    LEAD_WORDS,
    NAMELESS,
    NOBODY,
    OCCUPATIONS,
    PARTICLES,
    ROLE,
    ROLE_TAIL,
    SPLIT,
)
from webnoise.metadata.dates.read import MONTHS
from webnoise.metadata.given_names import has_given_name

__all__ = [
    "clean_authors",
    "has_lead",
    "is_agency",
    "is_desk",
    "is_generic",
    "is_login",
    "is_nobody",
    "is_person_like",
    "may_lead",
]

_FIRST_WORDS = 60
_DAY = re.compile(
    r"[\s,]*\b\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:de\s+)?([^\W\d_]{3,})\b\.?|"
    r"[\s,]*\b([^\W\d_]{3,})\.?\s+\d{1,2}(?!\d)"
)
_LEFTOVER = re.compile(
    r"(?:^|[\s,]+)(?:on|am|um|vom|vor|le|el|il|em|op|den|at|à|in|for|für|pour|para|from|hace|fa|há|"
    r"Mo|Di|Mi|Do|Fr|Sa|So|Mon|Tue|Wed|Thu|Fri|Sat|Sun|"
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|"
    r"Sonntag)[.,\s]*$"
)
_AROUND = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>|https?://\S+|www\.\S+|\S+@\S+\.\w+|(?:^|\s)@\w+|[©*“”\"]"
)
_CREDENTIAL = re.compile(
    r"^(?:[A-Z][A-Za-z]?\.?){1,5}[A-Z]?\.?(?:-[A-Z]+)*$|^(?:Ph\.?\s?D|M\.?\s?D|M\.?Sc|B\.?Sc|M\.?A|B\.?A|"
    r"MBA|Jr|Sr|II|III|IV|Esq|Inc|LLC|Ltd|"
    r"GmbH|Co)\.?$"
)
# An agency behind a name without a sign between them: "Jane Doe The Associated Press".
_AGENCY_TAIL = re.compile(
    r"(?<=\w\s)(?:(?:for )?the (?:associated|canadian) press|(?<!the\s)associated press)$", re.IGNORECASE
)
# Whom somebody writes for: "Jane Doe for The Paper".
_PAPER_TAIL = re.compile(r"^(\S+(?:\s+\S+){1,2})\s+(?i:for)\s+(?:(?i:the)\s+)?[A-Z].*$")
# Two words as most names are; nothing need be cleaned off, unless one of them is none of a name's.
_PLAIN = re.compile(r"[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+ [A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+(?:-[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+)?$")
# Longer than any list of co-authors; what is longer is an article.
_LONGEST_BYLINE = 1000
_LONGEST = 60
_MOST_WORDS = 7


def clean_authors(text: str, *, split: bool = True, visible: bool = False) -> list[str]:
    """The names in a byline, in order, each once; none when nothing in it can be a name.

    `split=False` keeps an organisation's name whole; `visible=True` also cuts off roles that stand behind
    a name without a comma, as in lines meant for readers.
    """
    if _PLAIN.match(text) and NAMELESS.isdisjoint(text.lower().split()):
        return [text]
    return list(_cleaned(text[:_LONGEST_BYLINE], split, visible))


# Pages say who wrote them many times, and sites have few authors.
@functools.lru_cache(maxsize=256)
def _cleaned(text: str, split: bool, visible: bool) -> list[str]:  # noqa: FBT001 - a key of the cache
    text = _AROUND.sub(" ", html.unescape(text) if "&" in text else text).replace("\xad", "")
    text = CHROME.sub("", _without_lead(text))
    if split and "|" in text and (listed := _listed(text)):
        return listed
    text = next((piece for piece in CUT.split(_without_date(text)) if _usable(piece) or _is_list(piece)), "")
    names: list[str] = []
    for piece in _pieces(text) if split else [text]:
        name = _trimmed(_AGENCY_TAIL.sub("", piece.rstrip()))
        name = _without_work(name)
        if visible and (match := ROLE_TAIL.match(name)) and is_person_like(match[1]):
            name = match[1]
        if not _usable(name):
            continue
        if (
            names
            and not is_agency(name)
            and (_CREDENTIAL.match(name) or ROLE.search(name) or name[:1].islower())
        ):
            continue
        if name.casefold() not in {other.casefold() for other in names}:
            names.append(name)
    return names


def _without_work(name: str) -> str:
    """A person's name without the occupation before it or the paper behind it."""
    occupation, _, rest = name.partition(" ")
    if occupation.lower() in OCCUPATIONS and is_person_like(rest):
        return rest
    if (match := _PAPER_TAIL.match(name)) and is_person_like(match[1]) and has_given_name(match[1]):
        return match[1]
    return name


def _pieces(text: str) -> list[str]:
    """The text between signs and words that part names; a desk and its agency ("det/dpa") stay together."""
    if "/" in text and " / " not in text and any(map(is_agency, text.split("/"))):
        return [text]
    return SPLIT.split(text)


def _without_date(text: str) -> str:
    """The text with a bar in place of a day and month: "Luke Kim December 17" is a name and a date."""
    return _DAY.sub(lambda match: " | " if (match[1] or match[2]).lower() in MONTHS else match[0], text)


def _without_lead(text: str) -> str:
    text = " ".join(text.split())
    for _ in range(3):
        shorter = BARE_LEAD.sub("", LEAD.sub("", text, count=1), count=1).strip()
        if shorter == text:
            break
        text = shorter
    return text


def may_lead(piece: str) -> bool:
    """Whether a piece of text may begin a line that `has_lead`: cheap, to be asked before one is made."""
    start = piece[:_FIRST_WORDS].lower()
    return (
        ":" in start
        or "/" in start
        or "|" in start
        or "：" in start
        or not LEAD_WORDS.isdisjoint(start.split())
    )


def has_lead(text: str) -> bool:
    """Whether a line introduces an author: "By ...", "Von ...", "Author: ..."."""
    return bool(LEAD.match(text))


def _listed(text: str) -> list[str]:
    """Names parted by bars, when nothing but names stands between them."""
    pieces = [piece.strip() for piece in text.split("|")]
    return pieces if all(is_person_like(piece) and _usable(piece) for piece in pieces) else []


def _is_list(text: str) -> bool:
    """Whether a text too long for one name is a list of names."""
    pieces = [piece for piece in SPLIT.split(text) if piece.strip()]
    return len(pieces) > 1 and all(map(_usable, pieces)) and is_person_like(pieces[0].strip())


def _trimmed(piece: str) -> str:
    name = _without_lead(piece)
    while match := _LEFTOVER.search(name):
        name = name[: match.start()]
    return name.strip(" \t-–—|:;,'„‚‘’«»•·/\\").removesuffix(" .")


def _usable(name: str) -> bool:
    name = name.strip(" .,:;|-–—")
    if not name or len(name) > _LONGEST or GENERIC.match(name):
        return False
    letters = sum(map(str.isalpha, name))
    return (
        letters >= 2
        and letters * 2 > len(name) - name.count(" ") - name.count(".")
        and len(name.split()) <= _MOST_WORDS
        and name.lower().strip(".") not in MONTHS
    )


def is_generic(name: str) -> bool:
    """Whether a name is a login or a word that stands for nobody: "admin", "Editor"."""
    return bool(GENERIC.match(name.strip())) or "admin" in name.lower().split()


def is_login(name: str) -> bool:
    """Whether a name is written as accounts are: one word, in lower case or with a sign in it."""
    return " " not in name and (name[:1].islower() or any(sign in name for sign in "._0123456789"))


def is_agency(name: str) -> bool:
    """Whether a name is a news agency's, or has one in it: "dpa", "APA/AP", "abc/dpa"."""
    folded = name.casefold().strip(" .")
    return folded in AGENCIES or (
        "/" in folded and any(part.strip() in AGENCIES for part in folded.split("/"))
    )


def is_desk(name: str) -> bool:
    """Whether a name is that of an editorial team, which may sign an article as a person does."""
    return DESK.search(name) is not None


def is_nobody(name: str) -> bool:
    """Whether a name is an organisation's or a piece of page furniture."""
    return NOBODY.search(name) is not None


@functools.lru_cache(maxsize=256)
def is_person_like(name: str) -> bool:
    """The shape of a person's name: two to five words, capitals but for the particles, none a role.

    Scripts without capitals (Chinese, Arabic, Hindi) pass on the number of words alone.
    """
    words = name.split()
    if not any(char.islower() or char.isupper() for char in name):
        return len(words) <= 4 and 2 <= len(name) <= 30
    return (
        2 <= len(words) <= 5
        and not any(char.isdigit() for char in name)
        and all(word[:1].isupper() or word.lower() in PARTICLES or "'" in word for word in words)
        and words[-1].lower().strip(".") not in PARTICLES
        and not ROLE.search(name)
        and not is_agency(name)
        and not NOBODY.search(name)
    )
