"""How much of a block the description says too is told alike by the compiled pass and by its twin."""

import pytest

from webnoise import native
from webnoise.lab.twins import differences
from webnoise.model import Page

if native.kind() != "compiled":
    pytest.skip("the passes are not built here", allow_module_level=True)


@pytest.mark.parametrize(
    "text",
    [
        "The town VOTED on the ÄRA of its lake, and the vote was close",
        "The town’s “lake” — as voters say… • was voted on, and the vote was close",
        "ΟΔΟΣ of the town: the LAKE was voted on, and the vote was close",
        "\u0130stanbul voted on the \u212aelvin and the \u017flow lake, and the vote was close",
        "The town voted 🎉 on the lake\u2003and the\u0085vote was\x1cclose, LAKE lake",
        "the " * 149 + "town voted",
    ],
)
def test_words_of_any_letters_and_signs(text):
    head = f"<title>Vote</title><meta name=description content='{text[:90]} Lake, town and vote.'>"
    assert not differences(Page("", f"{head}<h1>Vote</h1><p>{text}</p><p>{text.upper()}</p><p>Other</p>"))
