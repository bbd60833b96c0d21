"""What the compiled passes refuse, so that no page and no caller makes them read beyond their arrays."""

import pytest

from webnoise import native
from webnoise.errors import LimitExceeded
from webnoise.model import Page
from webnoise.page.limits import Limits
from webnoise.page.parse import parse

if native.kind() != "compiled":
    pytest.skip("the passes are not built here", allow_module_level=True)


@pytest.mark.parametrize("html", ["<p>{}", "<p class={}>"])
def test_more_text_than_its_numbers_count_is_refused(html, monkeypatch):
    monkeypatch.setattr("webnoise.native.columns.MOST_BYTES", 1000)
    parse(Page("", html.format("x" * 900)))
    with pytest.raises(LimitExceeded, match=r"long\.example has more than 1,000 bytes .* WEBNOISE_PURE=1"):
        parse(Page("https://long.example", html.format("x" * 1001)), Limits())
