"""The compiled shapes of links are those of the Python twin, whatever an address looks like."""

import random

import numpy as np
import pytest

from webnoise import native
from webnoise.features.role_names import LONGEST_URL, _bits_of_url, urls_bits
from webnoise.methods.core.roles.links import shape_of
from webnoise.model import Block, Link

if native.kind() != "compiled":
    pytest.skip("the passes are not built here", allow_module_level=True)

PIECES = (
    "http: https: // / ? # a-b-c x_y www. example.com EXAMPLE.com . @ : 80 é ftp:// javascript:void(0) mailto:a@b.c %20"
).split()


def linked(source):
    text = " ".join(["word"] * source.randrange(30))
    start, end = (source.randrange(-2, len(text) + 3) for _ in range(2))
    url = "".join(source.choices(PIECES, k=source.randrange(9))) * source.choice((1, 1, 1, 40))
    return Block(0, text, links=(Link(start, end, url),) if source.random() < 0.9 else ())


@pytest.mark.parametrize("domain", ["example.com", "", "é.example", "com"])
def test_generated_addresses_have_the_shapes_of_the_twin(domain):
    source = random.Random(domain)
    blocks = tuple(linked(source) for _ in range(5000))
    found = native.compiled("links").link_shapes(blocks, domain, shape_of)
    assert np.array_equal(found, np.array([shape_of(block, domain) for block in blocks], np.float32).T)


@pytest.mark.parametrize("blocks", [("text",), ((0, "text"),), (None,)])
def test_what_is_no_block_is_refused(blocks):
    with pytest.raises(ValueError, match="block 0 is none"):
        native.compiled("links").link_shapes(blocks, "example.com", shape_of)


def test_generated_addresses_tell_what_the_twin_hears():
    source = random.Random(7)
    blocks = tuple(
        Block(
            index, "", links=tuple(Link(0, 0, link.url) for _ in range(12) for link in linked(source).links)
        )
        for index in range(500)
    )
    twin = [0] * len(blocks)
    for block in blocks:
        for link in block.links[:8]:
            twin[block.index] |= _bits_of_url(link.url[:LONGEST_URL])
    assert urls_bits(blocks, 8).tolist() == twin


@pytest.mark.parametrize("blocks", [("text",), (None,)])
def test_what_is_no_block_has_no_addresses(blocks):
    with pytest.raises(ValueError, match="block 0 is none"):
        urls_bits(blocks, 8)
