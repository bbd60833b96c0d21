"""What may begin a byline is told alike by the compiled pass and by its twin."""

import pytest

from webnoise import native
from webnoise.lab.twins.compare import pure
from webnoise.metadata.authors.names import may_lead

if native.kind() != "compiled":
    pytest.skip("the passes are not built here", allow_module_level=True)


@pytest.mark.parametrize(
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
    ],
)
def test_pieces_that_may_begin_a_byline(text, leads):
    assert may_lead(text) == leads
    with pure():
        assert may_lead(text) == leads
