"""What the gold says of a page's blocks, and how a choice of blocks compares with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

from webnoise.article.media import images, media
from webnoise.evaluate.align import relevant_blocks
from webnoise.evaluate.corpora import GoldPage
from webnoise.evaluate.results import NOISE_SHARE, NOISE_WORDS
from webnoise.evaluate.scores import segmented_block_scores
from webnoise.model import PageBlocks
from webnoise.noise.subtree import punctuation

__all__ = ["Labelled", "block_results", "label", "media_counts"]


@dataclass(slots=True)
class Labelled:
    """A page as one method cuts it, with what the gold says of its blocks."""

    cut: PageBlocks
    ms: float
    relevant: list[bool] | None
    words: list[int]
    noise: list[bool]


def label(cut: PageBlocks, ms: float, gold: GoldPage) -> Labelled:
    texts = [block.text for block in cut.blocks]
    relevant = None if gold.text is None else relevant_blocks(texts, gold.text)
    noise = [_is_primary_noise(block.text, len(block.link_text)) for block in cut.blocks]
    return Labelled(cut, ms, relevant, [len(text.split()) for text in texts], noise)


def _is_primary_noise(text: str, link_characters: int) -> bool:
    """What 003's first stage is after, seen in the text: link lists, and blocks without punctuation."""
    return 2 * link_characters > len(text) or not punctuation(text)


def block_results(labelled: Labelled, relevant: Sequence[bool], kept: Sequence[bool]) -> dict[str, Any]:
    words = labelled.words
    right = sum(wanted and got for wanted, got in zip(relevant, kept, strict=True))
    kept_words = _sum_where(words, kept)
    noise = [
        got and noisy and not wanted
        for got, noisy, wanted in zip(kept, labelled.noise, relevant, strict=True)
    ]
    right_words = _sum_where(words, [got and wanted for got, wanted in zip(kept, relevant, strict=True)])
    is_clean = _sum_where(words, noise) <= NOISE_SHARE * kept_words
    is_full = right_words >= NOISE_WORDS * _sum_where(words, relevant)
    sizes = [len(block.text.encode()) for block in labelled.cut.blocks]
    return {
        "blocks": (len(words), sum(relevant), sum(kept), right),
        "segmented": segmented_block_scores(relevant, kept, words),
        "primary": is_clean and is_full,
        "saved": 1 - _sum_where(sizes, kept) / sum(sizes) if sizes else None,
    }


def media_counts(cut: PageBlocks, relevant: Sequence[bool]) -> tuple[int, int]:
    """Large media are relevant when they stand among the relevant blocks; films and sounds always are."""
    large = media(cut)
    among = {image.url for image in images(cut, list(compress(cut.blocks, relevant)))}
    return sum(each.kind != "image" or each.url in among for each in large), len(large)


def _sum_where(values: Sequence[int], flags: Iterable[bool]) -> int:
    return sum(value for value, flag in zip(values, flags, strict=True) if flag)
