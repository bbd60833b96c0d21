"""The regular expressions of the package are found; `research.benchmarks.patterns` says which are slow."""

from research.patterns import patterns


def test_patterns_of_all_parts_are_found():
    found = patterns()
    names = {each.name for each in found}
    assert "webnoise.metadata.title_text._SEPARATOR" in names, "one that a module holds"
    assert any(name.startswith("webnoise.urls.normal.line ") for name in names), "one in a call"
    assert any(each.name == "webnoise.page.scripts._CLOSERS" and each.longest == 60 for each in found)
