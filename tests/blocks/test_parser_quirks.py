"""Text that libxml2 puts where no one looks for it."""

import pytest

from webnoise.blocks.segment import segment
from webnoise.model import Page
from webnoise.page.parse import parse


def texts(html, **options):
    return [block.text for block in segment(parse(Page("", html)), **options).blocks]


@pytest.mark.parametrize("tag", ["wbr", "embed", "source", "track"])
def test_empty_elements_that_libxml2_does_not_know_swallow_no_text(tag):
    assert texts(f"<p>Before<{tag}>after</p><p>Next</p>") == ["Beforeafter", "Next"]


def test_page_that_is_closed_in_its_middle_is_read_to_its_end():
    rest = "".join(f"<p>Line {n} of the story that follows the early end of the page.</p>" for n in range(50))
    html = f"<html><body><header>Menu</header></body></html><main>{rest}</main></body></html>"
    assert len(texts(html)) == 51


def test_text_for_readers_without_scripts_is_taken_in_on_demand():
    html = "<body><p>Shown</p><noscript><p>For the scriptless</p></noscript></body>"
    assert texts(html) == ["Shown"]
    assert texts(html, scriptless=True) == ["Shown", "For the scriptless"]


def test_text_behind_a_left_out_element_stays():
    assert texts("<p>A <svg><path/><g><path/></g></svg> b <script>x</script> c</p>") == ["A b c"]
