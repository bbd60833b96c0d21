"""Which of a page's elements, pictures and players say, belong to the article that its kept blocks are."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, compress
from typing import NamedTuple

from webnoise.model import Block, PageBlocks
from webnoise.native import compiled

_ASIDE = frozenset({"aside", "nav", "footer", "form"})


class _Place(NamedTuple):
    """Where an element stands, told by those around it; -1 where there is none."""

    aside: bool = False
    box: int = -1  # the outermost in which nothing was kept: a picture's, or a whole gallery's
    own: int = -1  # the outermost in that which holds no other element of those asked for


class ArticleRegion:
    """The part of a page from its headline to the end of the kept text, and what follows that at once."""

    def __init__(self, page: PageBlocks, kept: Sequence[Block]) -> None:
        self._page = page
        first, last = kept[0].index, kept[-1].index
        headline = (index for index in range(first, -1, -1) if page.blocks[index].level == 1)
        own = page.blocks[first].element
        around = self._around(first, last)
        self._text = page.outline.parents[own] if around == own else around
        self._container = self._around(next(headline, first), last)
        self._end = next(
            (block.index for block in page.blocks[last + 1 :] if _is_other(block)), len(page.blocks)
        )
        native = compiled("article")
        self._packed = native.Region(page, kept) if native and native.reads(page.outline.attributes) else None
        if self._packed is None:
            self._kept, self._told, self._linked = _sums(page.blocks, kept)

    def elements(self, tags: Collection[str]) -> Iterable[int]:
        """The article's elements of these tags, in document order."""
        if self._packed is not None:
            found: list[int] = self._packed.elements(self._container, self._end, tags, _ASIDE)
            return found
        return self._elements(tags)

    def _elements(self, tags: Collection[str]) -> Iterator[int]:
        """The same; those around them are placed once."""
        outline, start = self._page.outline, self._container
        end = outline.ends[start]
        wanted = map(tags.__contains__, outline.tags[start + 1 : end])
        asked = list(compress(range(start + 1, end), wanted))
        places: dict[int, _Place] = {start: _Place()}
        for element in asked:
            unplaced = [element]
            while (above := outline.parents[unplaced[-1]]) not in places:
                unplaced.append(above)
            for inner in reversed(unplaced):
                aside, box, own = places[outline.parents[inner]]
                if box < 0 and not self._inside(inner, self._kept):
                    box = inner
                if box >= 0 and own < 0:
                    others = bisect_left(asked, outline.ends[inner]) - bisect_left(asked, inner)
                    own = inner if others <= 1 else -1
                places[inner] = _Place(aside or outline.tags[inner] in _ASIDE, box, own)
            if self._belongs(element, places[element]):
                yield element

    def is_in_text(self, element: int) -> bool:
        """Whether it stands in the element that holds the text, not above it among the headline's company."""
        return self._text <= element < self._page.outline.ends[self._text]

    def _belongs(self, element: int, place: _Place) -> bool:
        """Teasers have mostly linked text around a picture, or around all of theirs; what stands aside has
        text of its own. Captions do not count.
        """
        if place.box < 0 or self._page.outline.first_block[element] > self._end:
            return False
        if place.aside and self._inside(place.box, self._told):
            return False
        return all(
            2 * self._inside(around, self._linked) <= self._inside(around, self._told)
            for around in (place.box, place.own if place.own >= 0 else element)
        )

    def _around(self, first: int, last: int) -> int:
        """The deepest element that holds the blocks from `first` to `last`."""
        outline = self._page.outline
        element = self._page.blocks[first].element
        while element > 0 and outline.last_block[element] <= last:
            element = outline.parents[element]
        return element

    def _inside(self, element: int, sums: Sequence[int]) -> int:
        outline = self._page.outline
        return sums[outline.last_block[element]] - sums[outline.first_block[element]]


def _is_other(block: Block) -> bool:
    """Whether a block behind the text opens something else: a heading, or text that leads elsewhere."""
    return block.kind == "heading" or (block.kind != "caption" and 2 * block.linked_length > len(block.text))


def _sums(blocks: Sequence[Block], kept: Sequence[Block]) -> tuple[list[int], list[int], list[int]]:
    """Before each block: how many were kept; the characters and the linked ones, captions left out."""
    stays, told, linked = [0] * len(blocks), [0] * len(blocks), [0] * len(blocks)
    for block in kept:
        stays[block.index] = 1
    for index, text, kind, _, _, links, _ in blocks:
        if kind != "caption":
            told[index] = len(text)
            if links:
                linked[index] = sum([end - start for start, end, _ in links])
    first, second, third = (list(accumulate(each, initial=0)) for each in (stays, told, linked))
    return first, second, third
