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
_OCCUPATIONS = frozenset(_WORDS["occupations"])
_NAMELESS = frozenset(_WORDS["nameless"])
_AGENCIES = frozenset(read_list("webnoise.metadata", "lists/agencies.txt"))
_GENERIC = frozenset(read_list("webnoise.metadata", "lists/generic_names.txt"))
_GIVEN_NAMES = frozenset(read_list("webnoise.metadata", "lists/given_names.txt"))

# What stands before a name. "By" and its like are never part of a name, so words may come before them;
# "von" and "di" are, so only words that are known to introduce an author may. A label has a sign behind it.
_LEAD = re.compile(
    r"^(?:[\d.:,/|\s-]{6,}+(?:Uhr\s+)?)?+\W*+(?:(?:(?:\w+[\s:]+){0,4}?|(?:posted|published|written|updated)\b[^|]{0,40}?\s)"
    rf"{any_of(_WORDS['leads'])}\b(?!-)"
    rf"|(?:(?:ein\w*|der|die|das|dieser)\s+)?(?:(?:{_PATTERNS['written']})\s+)?"
    rf"{any_of(_WORDS['particle_leads'])}\b(?=\s*:?\s*[^\W\d_])"
    rf"|(?:about the |the |über d(?:en|ie) |der |die )?(?:{_PATTERNS['label']})\s*[:：|/](?!/))\s*[:：]?\s*",
    re.IGNORECASE,
)
# What a label may have before it: "3 мая 2024, 10:30 · Автор: ...".
_DATE_BEFORE = re.compile(
    r"[^|]{0,40}?\b(?:19|20)\d\d(?:\s*г(?:ода|\.)?)?(?:\W+\d\d?[:.]\d\d)?\W{1,4}"
    rf"(?=(?:{_PATTERNS['label']})\s*[:：])",
    re.IGNORECASE,
)
# A plain "Author" before a capital letter: "Author Jane Doe".
_BARE_LEAD = re.compile(
    r"^(?:Authors?|Autor(?:in)?|Auteur|Posted|Written|Автор|"
    r"Contributor)\s+(?=[A-ZÀ-ÞА-Я]\w+\s+[A-ZÀ-ÞА-Я])"
)
_CHROME = re.compile(_PATTERNS["chrome"], re.IGNORECASE)
_CUT = re.compile(
    r"(?<!\s)\s++(?:[|•·●–—»›/]\s*|-\s+)|(?:(?<!\s)\s++)?[|•·●›»—]\s+|\n|\t|\s#|\s(?=\d)|\.\s(?=\w+\s?:\s)"
    rf"|\b(?:{_PATTERNS['cut']})\b|\b(?:19|20)\d\d\b|(?<!\d)\d{{1,2}}[./:]\d",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"(?:(?<!\s)\s++)?(?:[,;&+、，；]\s*(?:and|und|et|y)?\s*|/\s*)|(?<!\s)\s++(?:and|und|et|og|och|ja|ve|dan|и|та|και|with|"
    r"im Gespräch mit|mit|"
    r"avec)\s+"
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
_FIRST_WORDS = 60
_DAY = re.compile(
    r"(?:(?<![\s,])[\s,]++)?(?:\b\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:de\s+)?([^\W\d_]{3,})\b\.?|"
    r"\b([^\W\d_]{3,})\.?\s+\d{1,2}(?!\d))"
)
_LEFTOVER = re.compile(rf"(?:^|(?<![\s,])[\s,]++)(?:{_PATTERNS['leftover']})[.,\s]*+$")
_AROUND = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>|https?://\S+|www\.\S+|[^\s@]{1,64}+@[\w-]++(?:\.[\w-]++)++|(?:^|\s)@\w+|[©*“”\"【】]"
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
_LONGEST_BYLINE = 1000  # characters
_LONGEST = 60
_MOST_WORDS = 7
_ONE_WORD = re.compile(r"\w+$")


def clean_authors(text: str, *, split: bool = True, visible: bool = False) -> list[str]:
    """The names in a byline, in order, each once; none when nothing in it can be a name.

    `split=False` keeps an organisation's name whole; `visible=True` also cuts off roles that stand behind
    a name without a comma, as in lines meant for readers.
    """
    if _PLAIN.match(text) and _NAMELESS.isdisjoint(text.lower().split()):
        return [text]
    return list(_cleaned(text[:_LONGEST_BYLINE], split, visible))


# Pages say who wrote them many times, and sites have few authors.
@functools.lru_cache(maxsize=256)
def _cleaned(text: str, split: bool, visible: bool) -> list[str]:  # noqa: FBT001 - a key of the cache
    text = _AROUND.sub(" ", html.unescape(text) if "&" in text else text).replace("\xad", "")
    text = _CHROME.sub("", _without_lead(text))
    if split and "|" in text and (listed := _listed(text)):
        return listed
    text = next((piece for piece in _CUT.split(_without_date(text)) if _usable(piece) or _is_list(piece)), "")
    names: list[str] = []
    for piece in _pieces(text) if split else [text]:
        name = _trimmed(_AGENCY_TAIL.sub("", piece.rstrip()))
        name = _without_work(name)
        if visible and (match := _ROLE_TAIL.match(name)) and is_person_like(match[1]):
            name = match[1]
        if not _usable(name):
            continue
        if (
            names
            and not is_agency(name)
            and (_CREDENTIAL.match(name) or _ROLE.search(name) or name[:1].islower())
        ):
            continue
        if name.casefold() not in {other.casefold() for other in names}:
            names.append(name)
    return names


def _without_work(name: str) -> str:
    """A person's name without the occupation before it or the paper behind it."""
    occupation, _, rest = name.partition(" ")
    if occupation.lower() in _OCCUPATIONS and is_person_like(rest):
        return rest
    if (match := _PAPER_TAIL.match(name)) and is_person_like(match[1]) and has_given_name(match[1]):
        return match[1]
    return name


def _pieces(text: str) -> list[str]:
    """The text between signs and words that part names; a desk and its agency ("det/dpa") stay together."""
    if "/" in text and " / " not in text and any(map(is_agency, text.split("/"))):
        return [text]
    return _SPLIT.split(text)


def _without_date(text: str) -> str:
    """The text with a bar in place of a day and month: "Luke Kim December 17" is a name and a date."""
    return _DAY.sub(lambda match: " | " if (match[1] or match[2]).lower() in MONTHS else match[0], text)


def _without_lead(text: str) -> str:
    text = _without_date_before(" ".join(text.split()))
    for _ in range(3):
        shorter = _BARE_LEAD.sub("", _LEAD.sub("", text, count=1), count=1).strip()
        if shorter == text:
            break
        text = shorter
    return text


def may_lead(piece: str) -> bool:
    """Whether a piece of text may begin a line that `has_lead`: cheap, to be asked before one is made."""
    start = piece[:_FIRST_WORDS].lower()
    return (
        ":" in start or "/" in start or "|" in start or "：" in start or not _LEADS.isdisjoint(start.split())
    )


def has_lead(text: str) -> bool:
    """Whether a line introduces an author: "By ...", "Von ...", "Author: ..."."""
    return bool(_LEAD.match(_without_date_before(text)))


def _without_date_before(text: str) -> str:
    """The line from its label on where a date stands before that."""
    if not text[:1].isdigit() or not (":" in text or "：" in text):
        return text
    dated = _DATE_BEFORE.match(text)
    return text[dated.end() :] if dated else text


def _listed(text: str) -> list[str]:
    """Names parted by bars, when nothing but names stands between them."""
    pieces = [piece.strip() for piece in text.split("|")]
    return pieces if all(is_person_like(piece) and _usable(piece) for piece in pieces) else []


def _is_list(text: str) -> bool:
    """Whether a text too long for one name is a list of names."""
    pieces = [piece for piece in _SPLIT.split(text) if piece.strip()]
    return len(pieces) > 1 and all(map(_usable, pieces)) and is_person_like(pieces[0].strip())


def _trimmed(piece: str) -> str:
    name = _without_lead(piece)
    while match := _LEFTOVER.search(name):
        name = name[: match.start()]
    return name.strip(" \t-–—|:;,'„‚‘’«»•·/\\").removesuffix(" .")


def _usable(name: str) -> bool:
    name = name.strip(" .,:;|-–—")
    if not name or len(name) > _LONGEST or _stands_for_nobody(name.lower()):
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
    lowered = name.strip().lower()
    return _stands_for_nobody(lowered) or "admin" in lowered.split()


def _stands_for_nobody(lowered: str) -> bool:
    return lowered in _GENERIC or ("admin" in lowered and _ONE_WORD.match(lowered) is not None)


def is_login(name: str) -> bool:
    """Whether a name is written as accounts are: one word, in lower case or with a sign in it."""
    return " " not in name and (name[:1].islower() or any(sign in name for sign in "._0123456789"))


def is_agency(name: str) -> bool:
    """Whether a name is a news agency's, or has one in it: "dpa", "APA/AP", "abc/dpa"."""
    folded = name.casefold().strip(" .")
    return folded in _AGENCIES or (
        "/" in folded and any(part.strip() in _AGENCIES for part in folded.split("/"))
    )


def is_desk(name: str) -> bool:
    """Whether a name is that of an editorial team, which may sign an article as a person does."""
    return _DESK.search(name) is not None


def is_nobody(name: str) -> bool:
    """Whether a name is an organisation's or a piece of page furniture."""
    return _ORGANISATION.search(name) is not None


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
        and not _ROLE.search(name)
        and not is_agency(name)
        and not _ORGANISATION.search(name)
    )


def may_have_given_name(line: str) -> bool:
    """Whether a common given name is among the words of a line: cheap, to be asked first."""
    return not _GIVEN_NAMES.isdisjoint(line.casefold().replace("-", " ").split())


def has_given_name(name: str) -> bool:
    """Whether a name begins with a common given name; a title ("Dr.") before it does not count."""
    words = name.casefold().replace("-", " ").split()
    while len(words) > 1 and words[0].endswith("."):
        words = words[1:]
    return words[0] in _GIVEN_NAMES if words else False
