"""The compiled search for dates keeps no text back that the pattern of dates finds one in."""

import random
from functools import partial

import numpy as np
import pytest

from webnoise import native
from webnoise.metadata.dates.shown import DATE_LIKE, DATE_SIEVE
from webnoise.methods.core.roles.measures import day_of, days
from webnoise.model import Block, Page
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


PIECES = [
    "2024",
    "1999",
    "3",
    " ",
    "\t",
    ":",
    ".",
    "/",
    "-",
    "h",
    "p.m.",
    "am",
    "May",
    "wörd",
    "words",
    "1234567890",
    "\x1f",
    "٣",
]


def test_days_in_generated_texts_are_those_of_the_twin():
    source = random.Random(5)
    texts = ["".join(source.choices(PIECES, k=source.randrange(8))) for _ in range(20_000)]
    blocks = tuple(Block(index, text) for index, text in enumerate(texts))
    asked, tell = np.arange(len(blocks)), partial(day_of, language="en")
    found = native.compiled("words").days(blocks, asked, 120, 20, tell)
    assert np.array_equal(found, days(blocks, asked, tell))


@pytest.mark.parametrize(
    ("blocks", "asked"), [(("3",), [0]), ((None,), [0]), ((Block(0, "3"),), [1]), ((), [-1])]
)
def test_what_is_no_block_is_not_asked_for_its_day(blocks, asked):
    with pytest.raises(ValueError, match="is none"):
        native.compiled("words").days(blocks, np.array(asked), 120, 20, day_of)
