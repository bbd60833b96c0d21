"""The arrays of a page that all measures start from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webnoise.features import characters as kinds
from webnoise.features.characters import count_characters
from webnoise.features.lexicon import Lexicon, opening_words
from webnoise.model import PageBlocks

__all__ = ["Ground", "survey"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Ground:
    """What one look at each block and element of a page yields."""

    texts: list[str]
    elements: Integers
    block_kinds: list[str]
    levels: Integers
    lengths: Integers
    characters: Integers
    words: Floats
    link_share: Floats
    link_count: Integers
    repeats: Integers
    opening_weight: Floats
    opening_least: Floats
    title_hits: Floats
    title_share: Floats
    rows: NDArray[np.float32]
    styles: Integers
    parents: Integers
    ends: Integers
    first: Integers
    last: Integers

    def __len__(self) -> int:
        return len(self.texts)


def survey(page: PageBlocks, lexicon: Lexicon) -> Ground:
    blocks, outline = page.blocks, page.outline
    texts = [block.text for block in blocks]
    lengths = np.array([len(text) for text in texts], dtype=np.int64)
    counts = count_characters(texts, lengths)
    # Scripts without spaces: two characters to the word, as Chinese words are on average.
    words = counts[:, kinds.SPACE] + counts[:, kinds.UNSPACED] / 2 + 1.0
    link_characters = [
        sum([end - start for start, end, _ in links]) if (links := block.links) else 0 for block in blocks
    ]
    seen = Counter(texts)
    weight, least, hits, share = _openings(texts, page.title, lexicon)
    rows, styles = lexicon.element_rows(outline.tags, outline.attributes)
    return Ground(
        texts=texts,
        elements=np.array([block.element for block in blocks], dtype=np.int64),
        block_kinds=[block.kind for block in blocks],
        levels=np.array([block.level for block in blocks], dtype=np.int64),
        lengths=lengths,
        characters=counts,
        words=words,
        link_share=np.array(link_characters) / np.maximum(lengths, 1),
        link_count=np.array([len(block.links) for block in blocks], dtype=np.int64),
        repeats=np.array([seen[text] for text in texts], dtype=np.int64),
        opening_weight=weight,
        opening_least=least,
        title_hits=hits,
        title_share=share,
        rows=rows,
        styles=styles,
        parents=np.array(outline.parents, dtype=np.int64),
        ends=np.array(outline.ends, dtype=np.int64),
        first=np.array(outline.first_block, dtype=np.int64),
        last=np.array(outline.last_block, dtype=np.int64),
    )


def _openings(texts: list[str], title: str | None, lexicon: Lexicon) -> tuple[Floats, Floats, Floats, Floats]:
    """Sum and least of the learned weights of the opening words; their share in the title and of it."""
    title_words = frozenset((title or "").lower().split())
    weights = lexicon.words.get
    sums, leasts, hits, shares = [], [], [], []
    for text in texts:
        words = opening_words(text)
        values = [value for word in words if (value := weights(word))]
        sums.append(sum(values))
        leasts.append(min(values) if values else 0.0)
        common = len(title_words.intersection(words)) if title_words else 0
        hits.append(common / (len(words) or 1))
        shares.append(common / (len(title_words) or 1))
    return np.array(sums), np.array(leasts), np.array(hits), np.array(shares)
