"""What stands at a block's place on a site's other pages, heard as evidence of its role."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from webnoise.model import ROLES

# How much the other pages count. Of the blocks on the 27 labelled pages of the siblings corpus 0.25, 0.5 and 1
# tell 0.831, 0.833 and 0.832 right, 0.829 without; the more they count, the more rare roles drown.
_WEIGHT = 0.5
_DOUBT = 3.0  # blocks that are thought of beside those seen, of all roles alike


def heard_at_places(counts: NDArray[np.int64]) -> NDArray[np.float32]:
    """What to add to the log-odds of each block's roles; `counts` says how many of each role the other pages
    have at its place.
    """
    seen = counts.sum(axis=1, keepdims=True)
    share = (counts + _DOUBT / len(ROLES)) / (seen + _DOUBT)
    heard: NDArray[np.float32] = (_WEIGHT * np.log(share * len(ROLES))).astype(np.float32)
    return heard
