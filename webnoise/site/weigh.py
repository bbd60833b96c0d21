"""What a site's other pages change in the belief that a block is content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.model import Reason
from webnoise.site.recall import Recall

Floats = NDArray[np.floating[Any]]

PATH_PAGES = 3
REPEAT_PAGES = 2
# A text on a third of a site's pages is the site's. On the siblings it costs 0.0004 of F1 against the bare
# share, for some golds hold what recurs; on the demo papers, which rotate promotions, a fifth would stay.
REPEAT_SHARE = 1 / 3
_SUREST = 0.98
_LEAST_TRUST = 0.5
_FULL_TRUST = 0.8
_REMEMBERED = "remembered"  # the code of a block that the site's other pages decide against


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each evidence changes the log-odds of a block, at most.

    Chosen on the 155 sites of the siblings corpus (`benchmarks/site_memory.py --all --parts folds`): shingle
    F1 0.9582, 0.9482 for one page at a time; all sites had a part in that choice. Chosen by folds, `repeat`
    becomes 3, and sites that had no part in it gain 0.0003: some golds hold what recurs on every page.
    Readers do not want that, so it is 8.
    """

    path: float = 2.5
    """Times the log-odds of the mean belief at its path."""
    repeat: float = 8.0
    """Times the share of the siblings that have the text at the same path; a third of them counts as all."""
    stale: float = 1.0
    """For a path where no text is on one page only; if a share of `fresh` is, that is no evidence."""
    fresh: float = 0.9
    inside: float = 2.0
    """For a new text in the element that holds the site's content."""


SHIPPED = Weights()


def weigh(beliefs: Floats, recall: Recall, weights: Weights = SHIPPED) -> Floats:
    """Return the log-odds of each block with its siblings counted; without siblings they do not change.

    A path whose blocks the siblings believe in (or not) draws the block along, fully once three siblings
    have it. From two siblings on, the element that contains the site's content counts for its blocks.
    A text that siblings repeat at the same path counts against it, fully from a third of them. A path whose
    texts are the same few over and over (authors' lines, teasers, comments) is stale, and that counts
    against every block there. To the extent of either, path and element do not count for the block.
    """
    if not recall.siblings:
        return beliefs
    sure = np.clip(recall.belief, 1 - _SUREST, _SUREST)
    trust = min(max((recall.trust - _LEAST_TRUST) / (_FULL_TRUST - _LEAST_TRUST), 0.0), 1.0)
    known = np.minimum(recall.with_path, PATH_PAGES) / PATH_PAGES
    path = np.log(sure / (1 - sure)) * known
    share = np.minimum(recall.seen / recall.siblings / REPEAT_SHARE, 1.0)
    repeats = share * np.minimum(recall.seen, REPEAT_PAGES) / REPEAT_PAGES
    stale = np.maximum(1 - recall.variety / weights.fresh, 0.0) * known
    new = (1 - repeats) * (1 - stale)
    scores: Floats = beliefs - weights.repeat * repeats - weights.stale * stale
    scores += weights.path * np.where(path > 0, path * new, path)
    if recall.siblings > 1:
        scores += trust * weights.inside * new * recall.inside
    return scores


def recurring(recall: Recall) -> NDArray[np.bool_]:
    """Mark the blocks whose text a third of the site's other pages have at the same path: the site's own."""
    found: NDArray[np.bool_] = (recall.seen > 0) & (recall.seen >= REPEAT_SHARE * recall.siblings)
    return found


def remembered_reasons(
    reasons: Sequence[Reason], alone: Floats, together: Floats, recall: Recall
) -> list[Reason]:
    """Return the reasons; where the memory turned the decision, what it remembers."""
    rows = zip(reasons, (alone > 0).tolist(), (together > 0).tolist(), strict=True)
    return [
        reason if before == after else _reason(recall, block, keep=after)
        for block, (reason, before, after) in enumerate(rows)
    ]


def _reason(recall: Recall, block: int, *, keep: bool) -> Reason:
    others = f"{recall.with_path[block]} other pages of the site"
    if keep:
        return Reason("content", f"{others} have content in its position")
    if seen := recall.seen[block]:
        detail = f"the same text is on {seen} of {recall.siblings} other pages of the site"
    else:
        detail = f"{others} have no content of their own in its position"
    return Reason(_REMEMBERED, detail)
