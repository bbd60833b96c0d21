"""What stands at a block's place on a site's other pages, heard as evidence of its role."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from webnoise.model import ROLES, TEXT_ROLES

# How much the other pages count. Of the blocks on the 27 labelled pages of the siblings corpus 0.25, 0.5 and
# 1 tell 0.831, 0.833 and 0.832 right, 0.829 without; the more they count, the more rare roles drown.
_WEIGHT = 0.5
_DOUBT = 3.0  # blocks that are thought of beside those seen, of all roles alike
# A place is one of bylines, captions, teasers, ... from so many other pages that have it on, and such a share
# of the blocks there. With that the siblings corpus gains 0.0005.
_PAGES = 3
_SHARE = 2 / 3
_NAMELESS = ("other", "second_article")
NAMED_NO_TEXT = np.array([role not in TEXT_ROLES and role not in _NAMELESS for role in ROLES])
"""By role, whether it is one of no text that says what a block is."""
_COUNTED = NAMED_NO_TEXT.astype(np.float32)


def heard_at_places(counts: NDArray[np.float32]) -> NDArray[np.float32]:
    """What to add to the log-odds of each block's roles.

    `counts` says how many blocks of each role the other pages have at its place.
    """
    seen = counts.sum(axis=1, keepdims=True)
    heard: NDArray[np.float32] = np.log((counts * len(ROLES) + _DOUBT) / (seen + _DOUBT))
    heard *= _WEIGHT
    return heard


def no_text_at_places(counts: NDArray[np.float32], pages: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The blocks at whose place the other pages have something that is no text, and say what it is.

    `pages` says how many of them have anything there: one page of many captions is no witness for a site.
    """
    seen = counts.sum(axis=1)
    found: NDArray[np.bool_] = (pages >= _PAGES) & (seen > 0) & (counts @ _COUNTED >= _SHARE * seen)
    return found
