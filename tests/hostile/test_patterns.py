"""No regular expression of the package takes more than twice the time for twice a text, however bad."""

import re

import pytest

from research.patterns import Found, patterns, worst_text

FOUND = patterns()


def test_time_of_every_pattern_grows_with_its_text():
    slow = {found.name: text for found in FOUND if (text := worst_text(found))}
    assert not slow


def test_patterns_of_all_parts_are_found():
    names = {found.name for found in FOUND}
    assert "webnoise.metadata.title_text._SEPARATOR" in names, "one that a module holds"
    assert any(name.startswith("webnoise.urls.normal.line ") for name in names), "one in a call"
    assert any(found.name == "webnoise.page.scripts._CLOSERS" and found.longest == 60 for found in FOUND)


@pytest.mark.parametrize(
    "pattern",
    [r"(?:a|aa)+b", r"\s+-", r"\S+@\S+\.\w+", r"/\*.*?\*/"],
    ids=["exponential", "quadratic by starts", "cubic", "never closed"],
)
def test_what_is_slow_is_told(pattern):
    assert worst_text(Found("slow", re.compile(pattern), 6_400, is_sought=True))
