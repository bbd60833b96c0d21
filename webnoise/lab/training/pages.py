"""Labelled pages: a page cut into blocks, and for each block how much of it is content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from webnoise.errors import InputError
from webnoise.lab.evaluate.align import block_coverage
from webnoise.lab.evaluate.corpora import GoldPage, site_key
from webnoise.methods.core.method import Core
from webnoise.model import Page, PageBlocks
from webnoise.page.limits import Limits
from webnoise.page.parse import parse

__all__ = ["FOLDS", "LabelledPage", "fold_of", "label_pages"]

FOLDS = 5
# Pages that are no articles (shops, forums, listings) teach what templates look like, but their golds follow
# other conventions; without them the articles score 0.002 less. Pages with a few known strings weigh more per
# block, for few of their blocks count.
OTHER_TYPES, STRINGS_ONLY = 0.3, 2.0

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LabelledPage:
    gold: GoldPage
    page: PageBlocks
    labels: Floats
    """By block the share of its words that the gold holds; NaN where the gold does not say."""
    weights: Floats
    fold: int


def fold_of(site: str) -> int:
    """The fold of a site, by its name alone, so that a page is in the same fold whatever else is read."""
    return site_key(site) % FOLDS


def label_pages(pages: Iterable[GoldPage]) -> Iterator[LabelledPage]:
    """Pages without a block or a label are left out; the HTML is let go."""
    method = Core()
    for gold in pages:
        try:
            cut = method.segment(parse(Page(gold.url, gold.html), Limits(max_seconds=600)))
        except InputError:  # no page to learn from
            continue
        if not cut.blocks:
            continue
        labels = _string_labels(gold, cut) if gold.text is None else np.array(_coverage(gold, cut))
        if np.isnan(labels).all():
            continue
        yield LabelledPage(replace(gold, html=""), cut, labels, _weights(gold, cut), fold_of(gold.site))


def _coverage(gold: GoldPage, cut: PageBlocks) -> list[float]:
    return block_coverage([block.text for block in cut.blocks], gold.text or "")


def _string_labels(gold: GoldPage, cut: PageBlocks) -> Floats:
    """The first block with a wanted string is content, those with unwanted ones are not; others: NaN."""
    labels = np.full(len(cut.blocks), np.nan)
    for string in gold.mustnot:
        for block in cut.blocks:
            if string in block.text:
                labels[block.index] = 0.0
    for string in gold.must:
        for block in cut.blocks:
            if string in block.text:
                labels[block.index] = 1.0
                break
    return labels


def _weights(gold: GoldPage, cut: PageBlocks) -> Floats:
    """Square root of the words, pages equal."""
    words = np.array([block.text.count(" ") + 1.0 for block in cut.blocks])
    weights: Floats = np.sqrt(words)
    weights /= weights.sum()
    if gold.text is None:
        weights *= STRINGS_ONLY
    elif gold.type not in (None, "article"):
        weights *= OTHER_TYPES
    return weights
