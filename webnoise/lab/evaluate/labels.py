"""What the gold says of a page's blocks, and how a choice of blocks compares with it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.article.media import images, media
from webnoise.lab.evaluate.align import BlockWords
from webnoise.lab.evaluate.results import NOISE_SHARE, NOISE_WORDS
from webnoise.lab.evaluate.scores import segmented_block_scores
from webnoise.model import Block, PageBlocks
from webnoise.text.sentences import punctuation

__all__ = ["Labels", "media_counts"]

Flags = NDArray[np.bool_]
Counts = NDArray[np.int64]


class Labels:
    """A page's blocks with what the gold says of them; `relevant` is None where there is no gold text.

    `known` keeps the words of texts between several ways to cut one page.
    """

    def __init__(self, blocks: Sequence[Block], gold: str | None, known: dict[str, list[str]]) -> None:
        self.texts = [block.text for block in blocks]
        self.relevant: Flags | None = None
        if gold is not None:
            self.aligned = BlockWords(self.texts, known)
            self.relevant = self.aligned.relevant(gold)
            self._words: Counts = np.array([len(text.split()) for text in self.texts], dtype=np.int64)
            self._bytes: Counts = np.array([len(text.encode()) for text in self.texts], dtype=np.int64)
            self._noise: Flags = np.array([_is_primary_noise(block) for block in blocks], dtype=np.bool_)

    def results(self, kept: Flags) -> dict[str, Any]:
        """The scores over blocks of a choice of them; none without a gold text."""
        relevant = self.relevant
        if relevant is None:
            return {}
        words, sizes = self._words, self._bytes
        right = relevant & kept
        noise = int(words[kept & self._noise & ~relevant].sum())
        is_clean = noise <= NOISE_SHARE * int(words[kept].sum())
        is_full = int(words[right].sum()) >= NOISE_WORDS * int(words[relevant].sum())
        return {
            "blocks": (len(words), int(relevant.sum()), int(kept.sum()), int(right.sum())),
            "segmented": segmented_block_scores(relevant, kept, words),
            "primary": is_clean and is_full,
            "saved": 1 - int(sizes[kept].sum()) / int(sizes.sum()) if len(sizes) else None,
        }


def _is_primary_noise(block: Block) -> bool:
    """What 003's first stage is after, seen in the text: link lists, and blocks without punctuation."""
    linked = len(block.link_text) if block.links else 0
    return 2 * linked > len(block.text) or not punctuation(block.text)


def media_counts(cut: PageBlocks, relevant: Flags) -> tuple[int, int]:
    """Large media are relevant when they stand among the relevant blocks; films and sounds always are."""
    large = media(cut)
    among = {image.url for image in images(cut, list(compress(cut.blocks, relevant)))}
    return sum(each.kind != "image" or each.url in among for each in large), len(large)
