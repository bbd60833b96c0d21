"""Regions of a page that hold no text of its article, whatever their blocks look like."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from webnoise.features.measures import NAMES
from webnoise.model import Outline

TITLE, LEVEL, KIND = map(NAMES.index, ("title", "level", "kind"))
_LIKE_TITLE = 0.5
_FEWEST_BLOCKS = 4  # of an article beside others


def in_choices(outline: Outline, blocks: int) -> NDArray[np.bool_]:
    """The blocks in `select` elements, of so many on the page: what to choose from."""
    found = np.zeros(blocks, np.bool_)
    for element in outline.tagged("select"):
        found[outline.first_block[element] : outline.last_block[element]] = True
    return found


def in_other_articles(outline: Outline, features: NDArray[np.float32]) -> NDArray[np.bool_]:
    """The blocks of `article` elements after that of the headline; if it is in none, all may be its parts.

    Where one element holds a stream of articles, those beside the headline's go that have a headline too.
    """
    away = np.zeros(features.shape[1], np.bool_)
    articles = [
        (outline.first_block[element], outline.last_block[element])
        for element in outline.tagged("article")
        if outline.last_block[element] - outline.first_block[element] >= _FEWEST_BLOCKS
    ]
    if len(articles) < 2:
        return away
    title, levels = features[TITLE], features[LEVEL]
    headline = int((title + 0.3 * (levels == 1)).argmax())
    around = [(first, last) for first, last in articles if first <= headline < last]
    if title[headline] < _LIKE_TITLE or not around:
        return away
    (_, stream_end), (_, own_end) = around[0], around[-1]
    for first, last in articles:
        if first >= stream_end or (first >= own_end and _is_headed(levels[first:last], levels[headline])):
            away[first:last] = True
    return away


def _is_headed(levels: NDArray[np.float32], level: float) -> bool:
    """Whether blocks have a heading of this level among them."""
    return level > 0 and bool((levels == level).any())
