"""Lists of words that ship with the package as text files: `#` opens a remark at the start of a line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files


def read_list(package: str, name: str) -> list[str]:
    """The entries of the file `name` in `package`, one a line."""
    text = (files(package) / name).read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def read_groups(package: str, name: str) -> dict[str, list[str]]:
    """The words of each group in a file of lines `group: word word ...`.

    A group may go on over several lines, and a line may name several groups.
    """
    groups: dict[str, list[str]] = {}
    for line in read_list(package, name):
        names, _, words = line.partition(":")
        for group in names.split():
            groups.setdefault(group, []).extend(words.split())
    return groups


@cache
def read_patterns(package: str, name: str) -> dict[str, str]:
    """The patterns in a file of lines `name: pattern`; the lines of one name are its alternatives."""
    patterns: dict[str, list[str]] = {}
    for line in read_list(package, name):
        own, _, pattern = line.partition(": ")
        patterns.setdefault(own, []).append(pattern)
    return {own: "|".join(alternatives) for own, alternatives in patterns.items()}


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of these words; in them `*` stands for any letters, `_` for a space."""
    return "(?:" + "|".join(re.escape(word).replace("_", " ").replace(r"\*", r"\w*") for word in words) + ")"


# A letter beyond Latin-1 and basic Cyrillic, whose letters have two cases; the micro sign is a mu as well.
_MORE_CASES = re.compile(r"[^\W\d_\x00-\xb4\xb6-\xff\u0400-\u045f]")
_OTHER = re.compile(r"[^\x00-\x7f]")


class AnyCase:
    """A pattern in lower case that is looked for in any case.

    `re.IGNORECASE` tries every alternative at every place; in lower case the first letters rule most of them
    out. Letters that may have more than two cases are left to it.
    """

    def __init__(self, pattern: str) -> None:
        self.pattern = re.compile(pattern, re.IGNORECASE)
        self._lower = re.compile(pattern)
        self._cased = _OTHER if "ı" in pattern else _MORE_CASES  # the dotless i is a case of i as well

    def search(self, text: str) -> re.Match[str] | None:
        """The first place; what stands there may be told in lower case."""
        return self._lower.search(text.lower()) if self._is_plain(text) else self.pattern.search(text)

    def match(self, text: str) -> re.Match[str] | None:
        """The same at the beginning."""
        return self._lower.match(text.lower()) if self._is_plain(text) else self.pattern.match(text)

    def occurs_in(self, text: str) -> bool:
        return self.search(text) is not None

    def _is_plain(self, text: str) -> bool:
        return text.isascii() or self._cased.search(text) is None
