"""Authors in brackets, as Japanese papers sign: 【山田太郎】 behind the last sentence or before the first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from webnoise.metadata.authors.names import is_agency
from webnoise.page.elements import Elements
from webnoise.text.lists import read_groups

_LETTER = r"[\u3005\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]"
# Behind the last sentence of a paragraph; at its beginning.
_BEHIND = re.compile(r"[。」』）]\s*【([^【】]{2,40})】$")
_BEFORE = re.compile(r"【([^【】]{2,40})】")
_BETWEEN = re.compile(r"[、，,／/]")
# Where the author writes from stands before the name: 【北京・河津啓介】, 【ロンドン篠田航一】.
_PLACE = re.compile(r"^(?:.+・|[\u30a1-\u30fa\u30fc]{2,}(?=[\u4e00-\u9fff]))")
_NAME = re.compile(rf"{_LETTER}{{3,7}}$")


def bracketed_names(elements: Elements) -> list[str]:
    """The names in the last brackets that sign a paragraph; else in the first that open one."""
    lines = list(_lines(elements)) if elements.may_show("【") else []
    for line in reversed(lines):
        if (signed := _BEHIND.search(line)) and (names := _names(signed[1])):
            return names
    for line in lines:
        if (opened := _BEFORE.match(line)) and (names := _names(opened[1], is_sure=False)):
            return names
    return []


def _lines(elements: Elements) -> Iterator[str]:
    for texts in zip(elements.texts, elements.tails, strict=True):
        for text in texts:
            if text and "【" in text:
                yield text.strip()


def _names(inside: str, *, is_sure: bool = True) -> list[str]:
    """The names between brackets; none where one of them is something else.

    A label may open a paragraph as well, so that there each must begin with a known surname.
    """
    names = ["".join(name.split()) for name in _BETWEEN.split(_PLACE.sub("", inside))]
    if all(_NAME.match(name) and _may_sign(name, is_sure=is_sure) for name in names):
        return names
    return []


def _may_sign(name: str, *, is_sure: bool) -> bool:
    known = _known()
    if name in known["labels"] or is_agency(name):
        return False
    return is_sure or name.startswith(tuple(known["surnames"]))


@cache
def _known() -> dict[str, list[str]]:
    return read_groups("webnoise.metadata", "lists/japanese_names.txt")
