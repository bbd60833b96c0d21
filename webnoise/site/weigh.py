"""What a site's other pages change in the belief that a block is content."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.model import Reason
from webnoise.site.memory import Recall

__all__ = ["remembered_reasons", "weigh"]

Floats = NDArray[np.floating[Any]]

# Swept on the 155 sites of the siblings corpus by F1 over block words: 0.937 for one page at a time, 0.945
# with places and repeats, 0.950 with stale places too. Flat around it: weights of 4 to 10 for repeats, 1.5
# for places, 6 for stale places, shares of 0.2 and 0.5, 3 and 4 pages lose 0.001 or less.
_PLACE_WEIGHT = 1.0
_PLACE_PAGES = 3
_REPEAT_WEIGHT = 8.0
_REPEAT_SHARE = 1 / 3
_REPEAT_PAGES = 2
_STALE_WEIGHT = 8.0
_FRESH_VARIETY = 0.9
_SUREST = 0.98


def weigh(beliefs: Floats, recall: Recall) -> Floats:
    """The log-odds of each block after its siblings were heard; without siblings they are as before.

    A place at which the siblings' blocks are believed in (or not) draws the block along, fully once three
    siblings have it. A text that siblings repeat at the same place counts against it, fully once two and a
    third of them do, and then its place speaks no longer for it. A place whose texts are the same few over
    and over (authors' lines, teasers) is stale, and that counts against whatever stands there.
    """
    if not recall.siblings:
        return beliefs
    known = np.minimum(recall.place, _PLACE_PAGES) / _PLACE_PAGES
    sure = np.clip(recall.belief, 1 - _SUREST, _SUREST)
    place = np.log(sure / (1 - sure)) * known
    share = np.minimum(recall.seen / recall.siblings / _REPEAT_SHARE, 1.0)
    repeats = share * np.minimum(recall.seen, _REPEAT_PAGES) / _REPEAT_PAGES
    place = np.where(place > 0, place * (1 - repeats), place)
    stale = np.maximum(1 - recall.variety / _FRESH_VARIETY, 0.0) * known
    return beliefs + _PLACE_WEIGHT * place - _REPEAT_WEIGHT * repeats - _STALE_WEIGHT * stale


def remembered_reasons(
    reasons: Sequence[Reason], alone: Floats, together: Floats, recall: Recall
) -> list[Reason]:
    """The reasons, where memory turned the decision with what it remembers instead."""
    return [
        reason if before == after else _reason(recall, block, keep=after)
        for block, (reason, before, after) in enumerate(
            zip(reasons, (alone > 0).tolist(), (together > 0).tolist(), strict=True)
        )
    ]


def _reason(recall: Recall, block: int, *, keep: bool) -> Reason:
    if keep:
        return Reason("content", f"{recall.place[block]} other pages of the site hold content at its place")
    if recall.seen[block]:
        detail = f"the same text is on {recall.seen[block]} of {recall.siblings} other pages of the site"
    else:
        detail = f"{recall.place[block]} other pages of the site hold no content of their own at its place"
    return Reason("remembered", detail)
