"""The compiled passes make of any text the bytes that Python's codec makes, and find in them what Python finds."""

import random

import pytest

from webnoise import native
from webnoise.page.reader import encoded as encoded_by_python

if native.kind() != "compiled":
    pytest.skip("the passes are not built here", allow_module_level=True)

encoded, holds = native.compiled("utf8").encoded, native.compiled("columns").holds
# The first is met most: runs of it are copied at once, and the others come anywhere in them.
ALPHABETS = ["a<\t\n\f\r ~\x7f", "aé\x80ÿ", "aĀ\u07ffࠀ\ud7ff\ue000\uffff", "a\U00010000é漢\U0010ffff"]
BROKEN = ["\x00", "\x08", "\x0b", "\x0e", "\x1f", "\ud800", "\udfff"]


@pytest.mark.parametrize("letters", ALPHABETS)
@pytest.mark.parametrize("broken", ["", *BROKEN])
def test_bytes_are_those_of_the_twin(letters, broken):
    chance = random.Random(1)
    for length in range(1, 200):
        text = chance.choices(letters, [20] + [1] * (len(letters) - 1), k=length)
        text[chance.randrange(length)] += broken
        assert encoded("".join(text)) == encoded_by_python("".join(text))


@pytest.mark.parametrize("wanted", [b"a", b"ab", b"</html"])
def test_bytes_are_found_up_to_an_end(wanted):
    for place in range(0, 200, 7):
        html = b"</htm" * 10 + b"-" * place + wanted + b"b<" * 40
        for end in (-1, 0, place + 50, place + 50 + len(wanted), len(html), len(html) + 1):
            assert holds(html, wanted, end) == (html.find(wanted, 0, max(end, 0)) >= 0)
