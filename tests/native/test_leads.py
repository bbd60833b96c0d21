"""What may begin a byline is told alike by the compiled pass and by its twin."""

import pytest

from webnoise import native
from webnoise.lab.twins.compare import pure
from webnoise.metadata.authors.names import LEAD_SIEVE, may_lead
from webnoise.model import Page
from webnoise.page.parse import parse

if native.kind() != "compiled":
    pytest.skip("the passes are not built here", allow_module_level=True)


TEXTS = pytest.mark.parametrize(
    ("text", "leads"),
    [
        ("By Jane Doe", True),
        ("\n  posted BY\u00a0Jane Doe", True),
        ("Text: Jane Doe", True),
        ("作者：王小明", True),
        ("Автор Анна", False),
        ("Byron walked home", False),
        ("", False),
        ("a " * 40 + "by Jane Doe", False),
        ("a" * 58 + " by Jane Doe", False),
        ("a" * 57 + " by", True),
    ],
)


@TEXTS
def test_pieces_that_may_begin_a_byline(text, leads):
    assert may_lead(text) == leads
    with pure():
        assert may_lead(text) == leads


@TEXTS
def test_a_search_keeps_back_only_what_cannot_begin_a_byline(text, leads):
    told = parse(Page("", f"<p>{text}</p><p>The lake is calm</p>")).elements.told(
        frozenset(["p"]), 1, 200, sieve=LEAD_SIEVE
    )
    assert "The lake is calm" not in [line for _, line in told]
    assert text in [line for _, line in told] or not leads
