"""The compiled search for dates keeps no text back that the pattern of dates finds one in."""

import pytest

from webnoise import native
from webnoise.metadata.dates.shown import DATE_LIKE, DATE_SIEVE
from webnoise.model import Page
from webnoise.page.parse import parse

if native.kind() != "compiled":
    pytest.skip("the passes are not built here", allow_module_level=True)


@pytest.mark.parametrize(
    ("text", "dated"),
    [
        ("May 2024", True),
        ("In 1999", True),
        ("3.4.24", True),
        ("31 / 12 / 24", True),
        ("3\u00a0- 4\u00a0- 24", True),
        ("№ — le 3 août 2024", True),
        ("２０２４年", True),
        ("٢٠٢٤", True),
        ("更新 2024-05-31", True),
        ("10:30", False),
        ("3 comments", False),
        ("Straße — 12 Bäume", False),
        ("2", False),
        ("201", False),
    ],
)
def test_texts_that_may_hold_a_date(text, dated):
    elements = parse(Page("https://example.com/", f"<p>{text}</p>")).elements
    assert (DATE_LIKE.search(text) is not None) == dated
    place = elements.tagged("p")[0], 1, text, None
    told = elements.told(frozenset({"p"}), 1, 100, sieve=DATE_SIEVE)
    assert elements.sifted([place], DATE_SIEVE) == ([place] if dated else [])
    assert [line for _, line in told] == ([text] if dated else [])
