"""The arrays that each pass makes of the golden pages.

    python tests/golden/test_arrays.py [NAME ...]

writes `arrays.npz` of the pages anew. A change of features or models changes them on purpose; a change that
only moves code does not.
"""

import sys
from pathlib import Path

import numpy as np
import pytest

import webnoise
from webnoise import flow
from webnoise.dedup.signature import signature
from webnoise.methods.core.method import Core

FOLDER = Path(__file__).parent
NAMES = sorted(page.parent.name for page in FOLDER.glob("*/page.html"))


def arrays_of(name):
    """Return the arrays of every pass, from the page's elements to its signature."""
    folder = FOLDER / name
    url = (folder / "url.txt").read_text("utf-8").strip()
    page = webnoise.Page(url, (folder / "page.html").read_bytes(), fetched="2026-11-16T12:00:00+00:00")
    document, metadata = flow.parse_page(page, webnoise.Config())
    prepared = flow.prepare(document, metadata, Core()).prepared
    outline, trace = prepared.page.outline, prepared.trace
    signed = signature(" ".join(block.text for block in prepared.page.blocks), metadata.language)
    return {
        "elements": np.array([document.elements.parents, document.elements.ends], np.int64),
        "outline": np.array(
            [outline.parents, outline.ends, outline.first_block, outline.last_block], np.int64
        ),
        "features": prepared.features,
        "context": prepared.second.context.context,
        "leaves": prepared.leaves,
        "doubtful": prepared.second.doubtful,
        "scores": prepared.scores,
        "role_odds": prepared.role_odds,
        "contributions": prepared.contributions,
        "trace": np.array([trace.texts, trace.paths], np.uint64),
        "fingerprint": np.array([signed.fingerprint], np.uint64),
        "sketch": np.frombuffer(signed.sketch, np.uint8),
    }


@pytest.mark.parametrize("name", NAMES)
def test_passes_make_the_arrays_that_they_made(name):
    arrays = arrays_of(name)
    with np.load(FOLDER / name / "arrays.npz") as expected:
        assert sorted(arrays) == sorted(expected.files)
        for key, array in arrays.items():
            assert array.shape == expected[key].shape, key
            if array.dtype.kind == "f":  # sums of other processors differ in their last digits
                np.testing.assert_allclose(array, expected[key], rtol=1e-3, atol=1e-3, err_msg=key)
            else:
                np.testing.assert_array_equal(array, expected[key], err_msg=key)


if __name__ == "__main__":
    for chosen in sys.argv[1:] or NAMES:
        arrays = arrays_of(chosen)
        halves = {key: array.astype(np.float32) for key, array in arrays.items() if array.dtype.kind == "f"}
        np.savez_compressed(FOLDER / chosen / "arrays.npz", **(arrays | halves))
