"""The roles of blocks on a site's other pages as evidence for the role of a block in the same position."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from webnoise.model import ROLES, TEXT_ROLES

# How much the other pages count. Of the blocks on the 27 labelled pages of the siblings corpus, weights of
# 0.25, 0.5 and 1 get 0.831, 0.833 and 0.832 right, 0.829 without; a higher weight drowns rare roles.
_WEIGHT = 0.5
_DOUBT = 3.0  # blocks of evenly distributed roles that are added to those seen
# A position is one of bylines, captions, teasers, ... from this number of other pages that have it, and from
# this share of the blocks there. With that the siblings corpus gains 0.0005.
_PAGES = 3
_SHARE = 2 / 3
_NAMELESS = ("other", "second_article")
NAMED_NO_TEXT = np.array([role not in TEXT_ROLES and role not in _NAMELESS for role in ROLES])
"""By role, whether it is a specific one that is no text."""


def role_prior_from_site(counts: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what to add to the log-odds of each block's roles.

    `counts` are the blocks of each role that the other pages have in the block's position.
    """
    seen = counts.sum(axis=1, keepdims=True)
    prior: NDArray[np.float32] = np.log((counts * len(ROLES) + _DOUBT) / (seen + _DOUBT))
    prior *= _WEIGHT
    return prior


def no_text_by_site(counts: NDArray[np.float32], pages: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Mark the blocks in whose position the other pages have something specific that is no text.

    `pages` is how many of them have any block there: many captions of one page do not count for a site.
    """
    seen = counts.sum(axis=1)
    found: NDArray[np.bool_] = (pages >= _PAGES) & (seen > 0) & (counts @ NAMED_NO_TEXT >= _SHARE * seen)
    return found
