"""Authors of pages without a byline: a signature, names in Japanese brackets, a personal site's owner."""

from __future__ import annotations

import re

from webnoise.metadata.authors.names import has_given_name, is_agency, is_person_like, may_have_given_name
from webnoise.metadata.sources.headline_window import visible_texts, within
from webnoise.page.elements import Elements
from webnoise.text.lists import read_groups

# Behind the last sentence of a paragraph; at its beginning.
_BRACKETS = re.compile(r"[。」』）]\s*【([^【】]{2,40})】$|^【([^【】]{2,40})】")
_BETWEEN = re.compile(r"[、，,／/]")
# Where the author writes from stands before the name: 【北京・河津啓介】, 【ロンドン篠田航一】.
_PLACE = re.compile(r"^(?:.+・|[\u30a1-\u30fa\u30fc]{2,}(?=[\u4e00-\u9fff]))")
_NAME = re.compile(r"[\u3005\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]{3,7}$")
_KNOWN = read_groups("webnoise.metadata", "lists/japanese_names.txt")
_LABELS, _SURNAMES = frozenset(_KNOWN["labels"]), tuple(_KNOWN["surnames"])
_NOTICE = re.compile(
    r"(?:©|\(c\)|copyright)\W{0,8}(?:(?:19|20)\d\d\W{0,8}){0,4}(?:by\s+)?([^\W\d_]{1,30}+\s[^\W\d_]{1,30}+)\s{0,8}(?:$|[^\w\s]|alle?\b)",
    re.IGNORECASE,
)
_NOTICE_TAGS = frozenset("p span div td li small footer a b font center".split())
_LAST_LINES = 40
_LAST_ELEMENTS = 400  # mostly hold as many lines
_PARAGRAPHS = ("p", "h2", "h3", "h4", "li")
_MOST_INSIDE = 60  # elements in a paragraph; what holds more is a part of the page
_LONGEST_NAME, _LONG = 40, 120  # characters of a name, and of a paragraph at least


def bracketed_names(elements: Elements) -> list[str]:
    """The names in the last brackets that sign a paragraph: 【山田太郎】; else in the first that open one.

    A label may open a paragraph as well, so that there each must begin with a known surname.
    """
    opening: list[str] = []
    signing: list[str] = []
    for text in filter(None, (*elements.texts, *elements.tails)) if elements.may_show("【") else ():
        found = _BRACKETS.search(text.strip()) if "【" in text else None
        inside = _PLACE.sub("", found[1] or found[2]) if found else ""
        names = ["".join(name.split()) for name in _BETWEEN.split(inside)]
        if all(_NAME.match(name) and name not in _LABELS and not is_agency(name) for name in names):
            if found and found[1]:
                signing = names
            elif all(name.startswith(_SURNAMES) for name in names):
                opening = opening or names
    return signing or opening


def signature(elements: Elements) -> str | None:
    """The only name on the page that is all of a line between a paragraph and what is none."""
    ends = elements.ends
    holders = [holder for holder in elements.tagged(*_PARAGRAPHS) if ends[holder] - holder <= _MOST_INSIDE]
    lines = visible_texts(elements, holders, _LONG)
    signed = {
        line
        for holder, before, line, behind in zip(holders[1:], lines, lines[1:], lines[2:], strict=False)
        if len(before) >= _LONG > len(behind)
        and len(line) <= _LONGEST_NAME
        and may_have_given_name(line)
        and not within(elements, holder, "teaser")
    }
    names = [name for name in signed if is_person_like(name) and has_given_name(name)]
    return names[0] if len(names) == 1 else None


def site_owner(elements: Elements, site_names: list[str]) -> str | None:
    """The person after whom the site is named, or who holds its copyright; three words are a shop's."""
    for start in (max(0, len(elements) - _LAST_ELEMENTS), 0):
        last = elements.texts_of(_NOTICE_TAGS, 8, 300, tails=True, start=start)[1][-_LAST_LINES:]
        if len(last) == _LAST_LINES:
            break
    notices = [notice[1] for text in last if (notice := _NOTICE.search(text))]
    people = (name for name in (*site_names, *notices) if len(name.split()) == 2)
    return next((name for name in people if is_person_like(name) and has_given_name(name)), None)
