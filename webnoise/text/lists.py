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
