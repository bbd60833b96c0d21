"""ContentExtractor (paper 001): blocks that a site's other pages hold too are redundant, the rest is content.

The paper compares two pages; here any number of pages is learned, one at a time, in bounded memory.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import ClassVar, NamedTuple

from webnoise.blocks.segment import segment
from webnoise.blocks.tags import BLOCK_TAGS
from webnoise.methods.base import LearningMethod, Prepared, page_language
from webnoise.model import PageBlocks, Reason, Verdict
from webnoise.page.parse import Document
from webnoise.site.block_memory import BlockMemory, BlockVector, Bounds, page_mark, vector
from webnoise.text.terms import terms

TAGS = ("table", "tr", "p", "hr", "ul", "div", "span")
"""The ordered tag set of section 2.3.1."""
_COUNTED = ("img", "form", "script", "li")
_NO_SIBLINGS = Reason("no_siblings", "no other page of the site is known")


@dataclass(frozen=True, slots=True)
class ContentExtractorParams:
    tags: tuple[str, ...] = TAGS
    bounds: Bounds = field(default_factory=Bounds)


class Savings(NamedTuple):
    """What the paper's program prints for a page."""

    blocks: int
    redundant: int
    bytes_saved: int


@dataclass(frozen=True)
class BlockSet(Prepared):
    """A page's atomic blocks, each a run of the page's texts, and their feature vectors."""

    params: ContentExtractorParams
    mark: int

    @cached_property
    def runs(self) -> list[range]:
        return get_block_set(self.page, self.params.tags)

    @cached_property
    def vectors(self) -> list[BlockVector]:
        return features(self.page, self.runs, self.params.bounds)


class ContentExtractor(LearningMethod[BlockSet, BlockMemory]):
    name: ClassVar[str] = "content_extractor"

    def __init__(self, params: ContentExtractorParams | None = None) -> None:
        self.params = params or ContentExtractorParams()

    def segment(self, document: Document) -> PageBlocks:
        return segment(document, cut_at=frozenset(self.params.tags) - BLOCK_TAGS)

    def prepare(self, page: PageBlocks) -> BlockSet:
        """A page is known by its text: one address may show several pages, and one page have several."""
        return BlockSet(page, self.params, page_mark("\n".join([block.text for block in page.blocks])))

    def new_memory(self) -> BlockMemory:
        return BlockMemory(self.params.bounds)

    def load_memory(self, data: bytes) -> BlockMemory:
        return BlockMemory.from_bytes(data)

    def learn(self, memory: BlockMemory, prepared: BlockSet) -> None:
        if prepared.mark not in memory:
            memory.add(prepared.mark, prepared.vectors)

    def judge(self, prepared: BlockSet, memory: BlockMemory | None = None) -> list[Verdict]:
        siblings = memory.pages - (prepared.mark in memory) if memory is not None else 0
        if memory is None or not siblings:
            return [Verdict(True, 1.0, _NO_SIBLINGS) for _ in prepared.page.blocks]
        verdicts: list[Verdict] = []
        for run, vector_of_run in zip(prepared.runs, prepared.vectors, strict=True):
            others = memory.pages_with_similar(vector_of_run, without=prepared.mark)
            verdicts.extend([_verdict(others, siblings)] * len(run))
        return verdicts

    def report(self, prepared: BlockSet, verdicts: Sequence[Verdict]) -> Savings:
        """Blocks, redundant blocks, and the bytes of text that go with them."""
        redundant = [run for run in prepared.runs if not verdicts[run.start].keep]
        saved = sum(len(prepared.page.blocks[index].text.encode()) for run in redundant for index in run)
        return Savings(len(prepared.runs), len(redundant), saved)


class ContentExtractorLongest(ContentExtractor):
    """002's reading of it: of the blocks that are left, the one with the most text is the content."""

    name: ClassVar[str] = "content_extractor_longest"

    def judge(self, prepared: BlockSet, memory: BlockMemory | None = None) -> list[Verdict]:
        verdicts = super().judge(prepared, memory)
        lengths = [sum(len(prepared.page.blocks[i].text) for i in run) for run in prepared.runs]
        left = [number for number, run in enumerate(prepared.runs) if verdicts[run.start].keep]
        longest = max(left, key=lambda number: (lengths[number], -number), default=None)
        for number in left:
            if number != longest:
                reason = Reason("not_longest", f"{lengths[number]} characters; another block has more")
                dropped = Verdict(False, verdicts[prepared.runs[number].start].score, reason)
                verdicts[prepared.runs[number].start : prepared.runs[number].stop] = [dropped] * len(
                    prepared.runs[number]
                )
        return verdicts


def get_block_set(page: PageBlocks, tags: Sequence[str]) -> list[range]:
    """The page's atomic blocks, each a run of the page's texts.

    Round by round, tag by tag, each block is replaced by its sub-blocks.
    Departs: only blocks with text count.
    """
    block_set = [range(len(page.blocks))] if page.blocks else []
    positions = _positions(page, tags)
    for tag in tags:
        block_set = [part for block in block_set for part in get_blocks(block, positions[tag])]
    return block_set


def get_blocks(block: range, positions: Sequence[int]) -> list[range]:
    """Split a block at one tag; a block in which the tag does not occur comes back whole.

    `positions` are where elements of the tag start and end. The paper's breadth-first search, called again on
    what it found, cuts at all of them, the nested ones too; in document order they are one sorted list.
    """
    inside = positions[bisect_right(positions, block.start) : bisect_right(positions, block.stop - 1)]
    cuts = [block.start, *inside, block.stop]
    return [range(start, stop) for start, stop in pairwise(cuts)]


def _positions(page: PageBlocks, tags: Sequence[str]) -> dict[str, list[int]]:
    """For each tag the numbers of the texts before which an element of it starts or ends."""
    outline = page.outline
    positions: dict[str, set[int]] = {tag: set() for tag in tags}
    for tag, first, last in zip(outline.tags, outline.first_block, outline.last_block, strict=True):
        if tag in positions:
            positions[tag].update((first, last))
    return {tag: sorted(found) for tag, found in positions.items()}


def features(page: PageBlocks, block_set: Sequence[range], bounds: Bounds) -> list[BlockVector]:
    """Stemmed term frequencies, and counts of images, links, forms, scripts and list items.

    Departs from counts alone, under which any two paragraphs are alike.
    """
    language = page_language(page)
    counted = _counted_elements(page, block_set)
    found = []
    for index, block in enumerate(block_set):
        text = "\n".join([page.blocks[index].text for index in block])
        links = sum([len(page.blocks[index].links) for index in block])
        found.append(_block_vector(text, language, (links, *counted[index]), bounds))
    return found


@lru_cache(maxsize=8192)  # most blocks of a page stand on its siblings too; some sites' worth of them
def _block_vector(text: str, language: str, elements: tuple[int, ...], bounds: Bounds) -> BlockVector:
    return vector(Counter(terms(text, language) or [text.lower()]), elements, bounds)


def _counted_elements(page: PageBlocks, block_set: Sequence[range]) -> list[list[int]]:
    """Images, forms, scripts and list items of each block; one between two blocks counts for the later."""
    counts = [[0] * len(_COUNTED) for _ in block_set]
    starts = [block.start for block in block_set]
    outline = page.outline
    for tag, first in zip(outline.tags, outline.first_block, strict=True):
        if tag in _COUNTED and first < len(page.blocks):
            counts[bisect_right(starts, first) - 1][_COUNTED.index(tag)] += 1
    return counts


def inverse_block_document_frequency(others: int) -> float:
    """IBDF of a block that `others` pages, besides its own, hold too."""
    return 1 / (1 + others)


def _verdict(others: int, siblings: int) -> Verdict:
    frequency = inverse_block_document_frequency(others)
    if others:
        detail = f"a similar block stands on {others} of {siblings} other pages"
        return Verdict(False, frequency, Reason("redundant", detail))
    return Verdict(True, frequency, Reason("content", f"on none of {siblings} other pages"))
