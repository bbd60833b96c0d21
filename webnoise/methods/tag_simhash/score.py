"""The weighted block score (paper 003, section 3.4): formulas 4 to 8 and the counts that go into them.

Above the line stand occurrences, as the pseudocode adds 1 for each term of a block. Below it stand distinct
words of the page's distinct blocks; for content words that is the sum of each block's distinct ones, by which
alone table 4's blocks (28, 25, 27, 33, 42, 36, 36) have the 227 that the paper divides by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from webnoise.model import PageBlocks
from webnoise.text.terms import terms


@dataclass(frozen=True, slots=True)
class ScoreWeights:
    """Alpha, beta and gamma of formula 4."""

    title: float = 0.3
    link: float = 0.3
    content: float = 0.4


class WordCounts(NamedTuple):
    """Title, link and content words: a block's occurrences, or the page's distinct ones."""

    title: int
    link: int
    content: int


def weighted_block_score(block: WordCounts, page: WordCounts, weights: ScoreWeights) -> float:
    """Formulas 4 to 7."""
    title, link, content = (count / total if total else 0.0 for count, total in zip(block, page, strict=True))
    score = 1 - (weights.title * title + weights.link * link + weights.content * content)
    return min(max(score, 0.0), 1.0)


def threshold(distinct: int, blocks: int) -> float:
    """Formula 8."""
    return distinct / blocks if blocks else 0.0


def count_words(
    page: PageBlocks, blocks: Sequence[Sequence[int]], block_terms: Sequence[Sequence[str]], language: str
) -> tuple[list[WordCounts], WordCounts]:
    """The words of each distinct block, and those of the page.

    Title words are those of the title and of the blocks' headings: table 4's page has 12, more than its
    title. A word of the title is no link word, and a content word is neither.
    """
    headings = [page.blocks[i].text for block in blocks for i in block if page.blocks[i].level]
    title = set(terms("\n".join([page.title or "", *headings]), language))
    counts = []
    page_links: set[str] = set()
    page_content = 0
    for block, found in zip(blocks, block_terms, strict=True):
        linked = terms("\n".join(page.blocks[index].link_text for index in block), language)
        links = [term for term in linked if term not in title]
        titles = sum(term in title for term in found)
        counts.append(WordCounts(titles, len(links), max(len(found) - titles - len(links), 0)))
        page_links.update(links)
        page_content += len(set(found) - title - set(links))
    return counts, WordCounts(len(title), len(page_links), page_content)
