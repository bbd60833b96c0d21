"""The owner of a personal site, who wrote what nobody else is named for."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from webnoise.metadata.given_names import has_given_name
from webnoise.metadata.names import is_person_like
from webnoise.metadata.seen import UNSEEN, visible_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

    from webnoise.metadata.collected import Sources

__all__ = ["site_owner"]

_TITLE_PART = re.compile(r"\s+[-–—|·•:]\s+")
_POSSESSIVE = re.compile(r"['’]s\b.*$")
_NOTICE = re.compile(
    r"(?:©|\(c\)|copyright)\W*(?:\(c\)\W*)?(?:(?:19|20)\d\d\W*)*(?:by\s+)?"
    r"([^\W\d_][^|•·©,()\d]{4,40}?)"
    r"(?:\.(?:\s|$)|[|•·©,()]|\s[-–—]\s|all rights|alle rechte|$)",
    re.IGNORECASE,
)
_LONGEST_FOOTER = 600
_MOST_WORDS = 2
# Where a page without a footer element says whose it is.
_LAST_ELEMENTS = 100


def site_owner(sources: Sources, site_names: list[str]) -> tuple[str, str] | None:
    """The person after whom the site is named, or who holds its copyright, and what says so."""
    for name in site_names:
        if owner := _person(name):
            return "site name", owner
    parts = _TITLE_PART.split(sources.title or "")
    if len(parts) > 1:
        # At its start a title names its subject, unless that is a thing of somebody's.
        for part in (parts[-1], parts[0] if _POSSESSIVE.search(parts[0]) else ""):
            if owner := _person(part):
                return "title", owner
    for footer in sources.root.iter("footer"):
        notice = _NOTICE.search(visible_text(footer, _LONGEST_FOOTER))
        if notice and (owner := _person(notice[1])):
            return "copyright", owner
    for element in islice(_from_the_end(sources.root), _LAST_ELEMENTS):
        text = element.text or ""
        if "©" in text or "(c)" in text or "opyright" in text or "OPYRIGHT" in text:
            notice = _NOTICE.search(" ".join(text.split()))
            if notice and (owner := _person(notice[1])):
                return "copyright", owner
    return None


def _from_the_end(root: HtmlElement) -> Iterator[HtmlElement]:
    """The elements of a page that readers see, those of its last branch first."""
    rest = [root]
    while rest:
        element = rest.pop()
        yield element
        rest.extend(child for child in element if isinstance(child.tag, str) and child.tag not in UNSEEN)


def _person(text: str) -> str | None:
    name = _POSSESSIVE.sub("", text).strip()
    # Three words and more are a wiki's, a shop's, a school's after a person.
    if len([word for word in name.split() if not word.endswith(".")]) > _MOST_WORDS:
        return None
    # "St. Mary's" is a school's or a parish's.
    if "/" in name or name.startswith("St. "):
        return None
    return name if is_person_like(name) and has_given_name(name) else None
