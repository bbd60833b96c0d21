"""JSON in scripts."""

import pytest

from webnoise.page.scripts import decode_json


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r"half \ud83d of an emoji", "half \ufffd of an emoji"),
        (r"the other half \uDE00", "the other half \ufffd"),
        (r"a whole one \ud83d\uDE00", "a whole one \U0001f600"),
        (r"in wrong order \ude00\ud83d", "in wrong order \ufffd\ufffd"),
        (r"a path C:\\ud83d", r"a path C:\ud83d"),
    ],
)
def test_what_is_decoded_can_be_written(written, text):
    assert decode_json(f'{{"headline": "{written}"}}') == [{"headline": text}]
    text.encode()
