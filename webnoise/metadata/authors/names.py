"""From a byline as pages write it to the names in it."""

from __future__ import annotations

import functools
import html
import re

from webnoise.metadata.dates.read import MONTHS
from webnoise.text.lists import any_of, read_groups, read_list, read_patterns

_WORDS = read_groups("webnoise.metadata", "lists/byline_words.txt")
_PATTERNS = read_patterns("webnoise.metadata", "lists/patterns.txt")
PARTICLES = frozenset(_WORDS["particles"])
_LEADS = frozenset(_WORDS["leads"] + _WORDS["particle_leads"])
_AGENCIES = frozenset(read_list("webnoise.metadata", "lists/agencies.txt"))
_GENERIC = frozenset(read_list("webnoise.metadata", "lists/generic_names.txt"))
_GIVEN_NAMES = frozenset(read_list("webnoise.metadata", "lists/given_names.txt"))

# What stands before a name. "By" and its like are never part of a name, so words may come before them;
# "von" and "di" are, so only words that are known to introduce an author may. A label has a sign behind it.
_LEAD = re.compile(
    r"^(?:[\d.:,/|\s-]{6,}+(?:uhr\s+)?)?+\W*+(?:(?:(?:\w+[\s:]+){0,4}?|(?:posted|published|written|updated)\b[^|]{0,40}?\s)"
    rf"{any_of(_WORDS['leads'])}\b(?!-)"
    rf"|(?:(?:ein\w*|der|die|das|dieser)\s+)?(?:(?:{_PATTERNS['written']})\s+)?"
    rf"{any_of(_WORDS['particle_leads'])}\b(?=\s*:?\s*(?:[^\W\d_]|$))"
    rf"|(?:about the |the |über d(?:en|ie) |der |die )?(?:{_PATTERNS['label']})\s*[:：|/](?!/))\s*[:：]?\s*",
    re.IGNORECASE,
)
_DATE_BEFORE = re.compile(r"^\d[^|·•]{5,30}[|·•]\s*")  # "3 мая 2024, 10:30 · Автор: ..."
_OCCUPATION = re.compile(rf"^(?i:{any_of(_WORDS['occupations'])})\s+(?=[A-ZÀ-ÞА-Я]\w+\s+[A-ZÀ-ÞА-Я])")
_CHROME = re.compile(rf"\b(?:{_PATTERNS['chrome']})|{_PATTERNS['chrome_end']}", re.IGNORECASE)
_CUT = re.compile(
    r"(?<!\s)\s++(?:[|•·●–—»›/]\s*|-\s+)|(?:(?<!\s)\s++)?[|•·●›»—]\s+|\n|\t|\s#|\s(?=\d)|\.\s(?=\w+\s?:\s)"
    rf"|\b(?:{_PATTERNS['cut']})\b|\b(?:19|20)\d\d\b|(?<!\d)\d{{1,2}}[./:]\d",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"(?:(?<!\s)\s++)?(?:[,;&+、，；]\s*(?:and|und|et|y)?\s*|/\s*)|(?<!\s)\s++(?:and|und|et|og|och|ja|ve|dan|и|та|και|with|"
    r"im Gespräch mit|mit|avec)\s+"
    r"|(?<!\s)\s++(?:(?:y|e|i|a|con|en|و)\s+(?=[^\W\d_])(?![a-zà-ÿ])|(?:AND|UND|And)\s+)"
)
_ROLE = re.compile(rf"\b{any_of(_WORDS['roles'])}s?\b", re.IGNORECASE)
# A role written behind the name without a comma: "Jane Doe Senior Editor at The Paper".
_ROLE_TAIL = re.compile(
    rf"^(\S+\s+\S+(?:\s+\S+)??)\s+(?:{any_of(_WORDS['ranks'])}\s+){{0,2}}{any_of(_WORDS['roles'])}s?\b.*$",
    re.IGNORECASE,
)
_ORGANISATION = re.compile(rf"\b(?:e\.?\s?V\.?|{any_of(_WORDS['organisations'])})\b")
_DESK = re.compile(rf"\b{any_of(_WORDS['desks'])}\b")
_DAY = re.compile(
    r"(?:(?<![\s,])[\s,]++)?(?:\b\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:de\s+)?([^\W\d_]{3,})\b\.?|"
    r"\b([^\W\d_]{3,})\.?\s+\d{1,2}(?!\d))"
)
_DIGIT = re.compile(r"\d")
_LEFTOVER = re.compile(rf"(?:^|(?<![\s,])[\s,]++)(?:{_PATTERNS['leftover']})[.,\s]*+$")
_AROUND = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>|https?://\S+|www\.\S+|[^\s@]{1,64}+@[\w-]++(?:\.[\w-]++)++|(?:^|\s)@\w+|[©*“”\"【】]"
)
_LONGEST_BYLINE = 1000  # characters; what is longer is an article
_LONGEST, _MOST_WORDS = 60, 7


def clean_authors(text: str, *, split: bool = True) -> list[str]:
    """The names in a byline, in order, each once; `split=False` keeps an organisation's name whole."""
    return list(_cleaned(text[:_LONGEST_BYLINE], split))


# Pages say who wrote them many times, and sites have few authors.
@functools.lru_cache(maxsize=256)
def _cleaned(text: str, split: bool) -> list[str]:  # noqa: FBT001 - a key of the cache
    text = html.unescape(text) if "&" in text else text
    text = _without_lead(_AROUND.sub(" ", text).replace("\xad", ""))
    text = _CHROME.sub("", text)
    listed = [piece.strip() for piece in text.split("|")]
    if split and len(listed) > 1 and all(is_person_like(piece) and _usable(piece) for piece in listed):
        return listed
    if _DIGIT.search(text):  # "Luke Kim December 17" is a name and a date
        text = _DAY.sub(lambda match: " | " if (match[1] or match[2]).lower() in MONTHS else match[0], text)
    text = next((piece for piece in _CUT.split(text) if _usable(piece) or _is_list(piece)), "")
    names: dict[str, str] = {}
    for piece in _pieces(text) if split else [text]:
        name = _without_role(_trimmed(piece))
        if _usable(name) and not (names and _is_title(name)):
            names.setdefault(name.casefold(), name)
    return list(names.values())


def _is_title(piece: str) -> bool:
    """Whether what stands behind a name is a role or a degree of that person."""
    is_degree = len(piece) <= 5 and sum(map(str.isupper, piece)) > 1
    return not is_agency(piece) and (is_degree or piece[:1].islower() or _ROLE.search(piece) is not None)


def _pieces(text: str) -> list[str]:
    """The text between signs and words that part names; a desk and its agency ("det/dpa") stay together."""
    is_signature = "/" in text and " / " not in text and any(map(is_agency, text.split("/")))
    return [text] if is_signature else _SPLIT.split(text)


def _without_date(text: str) -> str:
    return _DATE_BEFORE.sub("", text) if text[:1].isdecimal() else text


def _without_lead(text: str) -> str:
    text = _without_date(" ".join(text.split()))
    for _ in range(3):
        lead = _LEAD.match(text)
        rest = text[lead.end() :] if lead else text
        occupation = _OCCUPATION.match(rest)
        if not lead and not occupation:
            break
        text = (rest[occupation.end() :] if occupation else rest).strip()
    return text


def has_lead(text: str) -> bool:
    """Whether a line introduces an author: "By ...", "Von ...", "Author: ..."."""
    start = text[:_LONGEST].lower()
    # A word or a sign that may introduce one: hardly a line has it.
    if ":" in start or "/" in start or "|" in start or "：" in start or not _LEADS.isdisjoint(start.split()):
        return _LEAD.match(_without_date(text)) is not None
    return False


def _is_list(text: str) -> bool:
    """Whether a text too long for one name is a list of names."""
    pieces = [piece for piece in _SPLIT.split(text) if piece.strip()]
    return len(pieces) > 1 and all(map(_usable, pieces)) and is_person_like(pieces[0].strip())


def _trimmed(piece: str) -> str:
    name = _without_lead(piece)
    while match := _LEFTOVER.search(name):
        name = name[: match.start()]
    return name.strip(" \t-–—|:;,'„‚‘’«»•·/\\").removesuffix(" .")


def _without_role(name: str) -> str:
    """A person's name without the role behind it; in one of two words there is none."""
    match = _ROLE_TAIL.match(name) if name.count(" ") > 1 else None
    return match[1] if match and is_person_like(match[1]) and has_given_name(match[1]) else name


def _usable(name: str) -> bool:
    name = name.strip(" .,:;|-–—")
    words = name.replace(" ", "")
    letters = len(words) if words.isalpha() else sum(map(str.isalpha, name))
    return (
        letters >= 2
        and letters * 2 > len(name) - name.count(" ") - name.count(".")
        and len(name) <= _LONGEST
        and len(name.split()) <= _MOST_WORDS
        and "：" not in name
        and not (name.lower() in MONTHS or is_generic(name))
    )


def is_generic(name: str) -> bool:
    """Whether a name is a login or a word that stands for nobody: "admin", "Editor"."""
    lowered = name.strip().lower()
    return lowered in _GENERIC or "admin" in (lowered if lowered.isalnum() else lowered.split())


def is_login(name: str) -> bool:
    """Whether a name is written as accounts are: one word, in lower case or with a sign in it."""
    return " " not in name and (name[:1].islower() or any(sign in name for sign in "._0123456789"))


def is_agency(name: str) -> bool:
    """Whether a name is a news agency's, or has one in it: "dpa", "APA/AP", "abc/dpa"."""
    folded = name.casefold().strip(" .")
    if "/" not in folded:
        return folded.strip() in _AGENCIES
    return not _AGENCIES.isdisjoint([part.strip() for part in folded.split("/")])


def is_nobody(name: str) -> bool:
    """Whether a name is an organisation's or page furniture; a desk may sign an article as a person does."""
    return _ORGANISATION.search(name) is not None and _DESK.search(name) is None


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
        and not (_ROLE.search(name) or is_agency(name) or _ORGANISATION.search(name))
    )


def may_have_given_name(line: str) -> bool:
    """Whether a common given name is among the words of a line: cheap, to be asked first."""
    return not _GIVEN_NAMES.isdisjoint(line.casefold().replace("-", " ").split())


def has_given_name(name: str) -> bool:
    """Whether a name begins with a common given name; a title ("Dr.") before it does not count."""
    words = [word for word in name.casefold().replace("-", " ").split() if not word.endswith(".")]
    return bool(words) and words[0] in _GIVEN_NAMES
