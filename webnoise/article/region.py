"""Which elements of a page belong to the article that the kept blocks make up."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from webnoise.model import Block, PageBlocks

_ASIDE = frozenset({"aside", "nav", "footer", "form"})


class ArticleRegion:
    """The part of a page from its headline to the end of the kept text, and what follows directly."""

    def __init__(self, page: PageBlocks, kept: Sequence[Block]) -> None:
        self._page, blocks = page, page.blocks
        first, last = kept[0].index, kept[-1].index
        self._kept = [block.index for block in kept]
        self._characters, self._linked = _sums(blocks)
        around = self._around(first, last)
        own = blocks[first].element
        self._text = page.outline.parents[own] if around == own else around
        headline = (index for index in range(first, -1, -1) if blocks[index].level == 1)
        self._container = self._around(next(headline, first), last)
        self._end = next((block.index for block in blocks[last + 1 :] if _opens_other(block)), len(blocks))

    def elements(self, *tags: str) -> Iterator[int]:
        """Yield the article's elements with one of these tags, in document order.

        Around each, `box` is the outermost element without kept text: a picture's, or a whole gallery's.
        `own` is the outermost in it that holds no other of the wanted elements. Teasers have mostly linked
        text in one of the two; asides have text of their own.
        """
        outline, container = self._page.outline, self._container
        tag_of, parents, ends = outline.tags, outline.parents, outline.ends
        wanted = outline.tagged(*tags)
        wanted = wanted[bisect_left(wanted, container + 1) : bisect_left(wanted, ends[container])]
        found = {container: (False, -1, -1)}  # by element: whether it is aside, its box, its own
        for element in wanted:
            if outline.first_block[element] > self._end:
                break
            path = [element]
            while (parent := parents[path[-1]]) not in found:
                path.append(parent)
            for inner in reversed(path):
                aside, box, own = found[parents[inner]]
                if box < 0 and not self._has_kept(inner):
                    box = inner
                if box >= 0 and own < 0 and _count_between(wanted, inner, ends[inner]) <= 1:
                    own = inner
                found[inner] = aside or tag_of[inner] in _ASIDE, box, own
            aside, box, own = found[element]
            if box < 0 or (aside and self._inside(box, self._characters)):
                continue
            if not (self._is_linked(box) or self._is_linked(own if own >= 0 else element)):
                yield element

    def is_in_text(self, element: int) -> bool:
        """Whether an element lies in the one that holds the text, not above it next to the headline."""
        return self._text <= element < self._page.outline.ends[self._text]

    def _is_linked(self, element: int) -> bool:
        """Whether most text of an element is linked, captions left out."""
        return 2 * self._inside(element, self._linked) > self._inside(element, self._characters)

    def _around(self, first: int, last: int) -> int:
        """Return the deepest element that holds the blocks from `first` to `last`."""
        outline = self._page.outline
        element = self._page.blocks[first].element
        while element > 0 and outline.last_block[element] <= last:
            element = outline.parents[element]
        return element

    def _has_kept(self, element: int) -> bool:
        outline = self._page.outline
        return _count_between(self._kept, outline.first_block[element], outline.last_block[element]) > 0

    def _inside(self, element: int, sums: Sequence[int]) -> int:
        outline = self._page.outline
        return sums[outline.last_block[element]] - sums[outline.first_block[element]]


def _opens_other(block: Block) -> bool:
    """Whether a block after the text opens something else: a heading, or mostly links."""
    return block.kind == "heading" or (block.kind != "caption" and 2 * block.linked_length > len(block.text))


def _sums(blocks: Sequence[Block]) -> tuple[list[int], list[int]]:
    """Return, before each block, the number of characters and of linked ones; captions do not count."""
    characters, linked = [0], [0]
    length = linked_length = 0
    for _, text, kind, _, _, links, _ in blocks:
        if kind != "caption":
            length += len(text)
            for start, end, _ in links:
                linked_length += end - start
        characters.append(length)
        linked.append(linked_length)
    return characters, linked


def _count_between(numbers: Sequence[int], start: int, stop: int) -> int:
    """Count the numbers of an ascending sequence from `start` to `stop` (exclusive)."""
    return bisect_left(numbers, stop) - bisect_left(numbers, start)
