"""A title's text: cleaned, without the site's name, and as letters to compare."""

from __future__ import annotations

import functools
import html
import re
import unicodedata

__all__ = ["clean_title", "squash", "without_site"]

_SEPARATOR = re.compile(
    r"\s+(?:[-–—|:·•»«/~›>]|::|\|\||--|//)+\s+|\s*[|｜¦]\s*|\s+[»|]|--|_(?=[^\W\d_a-zA-Z]{2,})"
)
# What every separator has one of: cheap to look for first.
_SIGN = re.compile(r"[-–—|:·•»«/~›>｜¦_]")
_INVISIBLE = re.compile("[\u200b\u00ad\ufeff\u2060]")
_NOT_LETTERS = re.compile(r"[\W_]+")


# A page's title is compared with many others, each with many more.
@functools.lru_cache(maxsize=256)
def squash(text: str) -> str:
    """The letters and digits of a text alone: what is left to compare once spelling habits are gone."""
    text = text.casefold()
    # Most titles are words and spaces alone.
    bare = text.replace(" ", "")
    return bare if bare.isalnum() else _NOT_LETTERS.sub("", text)


def clean_title(text: str, *, shown: bool = False) -> str:
    """A title on one line; in one that is not `shown` on the page, markup is a slip and left out."""
    if "&" in text and not shown:
        text = html.unescape(text)
    if "<" in text and not shown:
        text = re.sub(r"<[^<>]{0,200}>", "", text)
    if not text.isascii():
        text = unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
    return " ".join(text.split())


def without_site(title: str, names: set[str], sections: set[str] | frozenset[str] = frozenset()) -> str:
    """The title without the parts at its ends that name the site or, behind a bar, its section.

    Names and sections as `squash` gives them.
    """
    while sign := _SIGN.search(title):
        # No separator begins before the space around the first sign.
        cuts = list(_SEPARATOR.finditer(title, len(title[: sign.start()].rstrip())))
        if not cuts:
            break
        first, last = cuts[0], cuts[-1]
        if _names_site(title[last.end() :], names) or _names_section(title[last.end() :], last, sections):
            title = title[: last.start()].strip()
        elif _names_site(title[: first.start()], names) or _names_section(
            title[: first.start()], first, sections
        ):
            title = title[first.end() :].strip()
        else:
            return title
    return _without_domain(title, names)


def _without_domain(title: str, names: set[str]) -> str:
    """The title without the site's domain before it: "example.com Lake town votes"."""
    first, _, rest = title.partition(" ")
    return rest if rest and "." in first[:-1] and squash(first) in names else title


def _names_section(part: str, cut: re.Match[str], sections: set[str] | frozenset[str]) -> bool:
    return "|" in cut[0] and squash(part) in sections


def _names_site(part: str, names: set[str]) -> bool:
    letters = squash(part)
    if not letters or letters in names:
        return True
    return any(
        len(name) >= 4
        and (
            (name in letters and len(letters) <= 2 * len(name) + 4) or (len(letters) >= 4 and letters in name)
        )
        for name in names
    )
