"""Words that give a role away are found in names that write them together, and not in longer words."""

import pytest

from webnoise.features.role_names import NAME_GROUPS, urls_bits
from webnoise.model import Block, Link


def groups(name):
    (bits,) = urls_bits((Block(0, "", links=(Link(0, 0, name),)),), 8).tolist()
    return {group for number, group in enumerate(NAME_GROUPS) if bits >> number & 1}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("comment", {"comment"}),
        ("commentbody", {"comment"}),
        ("userComments", {"comment"}),
        ("recentcomments", {"teaser", "comment"}),
        ("imagecaption", {"caption"}),
        ("authornewsletter", {"byline", "newsletter"}),
    ],
)
def test_words_that_are_written_together_are_found(name, wanted):
    assert groups(name) == wanted


@pytest.mark.parametrize("name", ["commentary", "research", "authority", "resources", "xcommentx"])
def test_other_words_that_hold_them_are_not(name):
    assert groups(name) == set()


def test_known_word_is_not_taken_apart():
    assert groups("recommendations") == {"teaser"}
