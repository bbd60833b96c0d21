"""The words of a title: on one line, in parts, without the site's name."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Set as AbstractSet

from webnoise.metadata.sources.candidates import squash

_SEPARATOR = re.compile(
    r"(?<!\s)\s++[-–—|:·•»«/~›>]++\s+|(?:(?<!\s)\s++)?[|｜¦]\s*|(?<!\s)\s++[»|]|--|_(?=[^\W\d_a-zA-Z]{2,})"
)
_INVISIBLE = re.compile("[\u200b\u00ad\ufeff\u2060\u202a-\u202e]")


def clean_title(text: str, *, shown: bool = False) -> str:
    """A title on one line; in one that is not `shown` on the page, markup is a slip and left out."""
    if "&" in text and not shown:
        text = html.unescape(text)
    if "<" in text and not shown:
        text = re.sub(r"<[^<>]{0,200}>", "", text)
    if not text.isascii():
        text = unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
    return " ".join(text.split())


def title_parts(title: str) -> list[str]:
    """The parts of a title between the signs that set a site's name or a section apart."""
    cuts = title_breaks(title)
    starts, ends = [0, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), len(title)]
    return [title[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def title_breaks(title: str) -> list[re.Match[str]]:
    return [*_SEPARATOR.finditer(title)]


def without_site(title: str, names: AbstractSet[str], sections: AbstractSet[str] = frozenset()) -> str:
    """The title without the parts at its ends that name the site or, behind a bar, its section.

    Names and sections are as `squash` gives them.
    """
    while cuts := title_breaks(title):
        first, last = cuts[0], cuts[-1]
        before, behind = title[: first.start()], title[last.end() :]
        if _names_site(behind, names) or ("|" in last[0] and squash(behind) in sections):
            title = title[: last.start()].strip()
        elif _names_site(before, names):
            title = title[first.end() :].strip()
        else:
            return title
    # The site's domain before it: "example.com Lake town votes".
    first_word, _, rest = title.partition(" ")
    return rest if rest and "." in first_word[:-1] and squash(first_word) in names else title


def _names_site(part: str, names: AbstractSet[str]) -> bool:
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
