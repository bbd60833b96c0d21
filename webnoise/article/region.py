"""Which of a page's elements, pictures and players say, belong to the article that its kept blocks are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from webnoise.model import Block, PageBlocks

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
        indices = {block.index for block in kept}
        self._kept = _sums(block.index in indices for block in page.blocks)
        texts = [block for block in page.blocks if block.kind != "caption"]
        self._told = self._sums_of({block.index: len(block.text) for block in texts})
        self._linked = self._sums_of({block.index: block.linked_length for block in texts})

    def elements(self, tags: Collection[str]) -> Iterator[int]:
        """The article's elements of these tags, in document order, by one pass over those around the text."""
        outline, start = self._page.outline, self._container
        asked = _sums(outline.tags[element] in tags for element in range(start, outline.ends[start]))
        places: dict[int, _Place] = {start: _Place()}
        for element in range(start + 1, outline.ends[start]):
            aside, box, own = places[outline.parents[element]]
            tag = outline.tags[element]
            if box < 0 and not self._inside(element, self._kept):
                box = element
            if box >= 0 and own < 0 and asked[outline.ends[element] - start] - asked[element - start] <= 1:
                own = element
            places[element] = place = _Place(aside or tag in _ASIDE, box, own)
            if tag in tags and self._belongs(element, place):
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

    def _sums_of(self, values: dict[int, int]) -> list[int]:
        return _sums(values.get(index, 0) for index in range(len(self._page.blocks)))


def _is_other(block: Block) -> bool:
    """Whether a block behind the text opens something else: a heading, or text that leads elsewhere."""
    return block.kind == "heading" or (block.kind != "caption" and 2 * block.linked_length > len(block.text))


def _sums(values: Iterable[int]) -> list[int]:
    return list(accumulate(values, initial=0))
