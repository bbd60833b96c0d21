"""Reasons in words: for each block the group of evidence that changed its score most, with its values."""

from __future__ import annotations

from functools import cached_property
from math import expm1

import numpy as np
from numpy.typing import NDArray

from webnoise.features.arrays import PageArrays, least_ancestor
from webnoise.features.groups import GROUPS
from webnoise.features.lexicon import strongest_words
from webnoise.features.measures import NAMES
from webnoise.model import Block, PageBlocks, Reason

CODES: dict[str, str] = {
    "links": "links", "wording": "boilerplate", "naming": "template", "element": "element",
    "position": "outside", "surroundings": "surroundings", "shape": "no_text", "section": "section",
    "repetition": "repeated", "title": "headline",
}  # fmt: skip
"""What a dropped block counts under, by the group of evidence that weighed most against it."""

_CODE_OF_GROUP = [CODES[group] for group in GROUPS]
_ROW = {name: row for row, name in enumerate(NAMES)}
_KIND_NAMES = {
    "text": "text", "heading": "a heading", "list_item": "a list item", "quote": "a quotation",
    "code": "code", "cell": "a table cell", "caption": "a caption",
}  # fmt: skip
_TITLE = GROUPS.index("title")
# A block that shares this much with the title is the headline, whatever weighed most: 0.67 is a title of four
# words with a site's name of two behind it.
_LIKE_THE_TITLE = 0.4
_SIDES = ("", ", before the article", ", after the article")
_AREAS = (("in_form", "a form"), ("in_figure", "a figure"), ("in_anchor", "a link"))


def explain(evidence: BlockEvidence, contributions: NDArray[np.float32]) -> list[Reason]:
    """The strongest evidence is the group with the greatest contribution in the decision's direction."""
    word = [getattr(evidence, name) for name in GROUPS]
    strongest = _strongest(evidence.features, contributions, evidence.kept)
    return [
        Reason("content" if keep else _CODE_OF_GROUP[group], word[group](block))
        for block, keep, group in zip(evidence.page.blocks, evidence.kept.tolist(), strongest, strict=True)
    ]


def _strongest(
    features: NDArray[np.float32], contributions: NDArray[np.float32], kept: NDArray[np.bool_]
) -> list[int]:
    strongest = np.where(kept[:, np.newaxis], contributions, -contributions).argmax(axis=1)
    strongest[(features[_ROW["title"]] >= _LIKE_THE_TITLE) & ~kept] = _TITLE
    groups: list[int] = strongest.tolist()
    return groups


class BlockEvidence:
    """What a page's features say for a decision, in words: one method per group, named after it."""

    def __init__(
        self, page: PageBlocks, arrays: PageArrays, features: NDArray[np.float32], kept: NDArray[np.bool_]
    ) -> None:
        self.page = page
        self._arrays = arrays
        self.features = features
        self.kept = kept
        self._is_kept: list[bool] = kept.tolist()
        inside, start = features[_ROW["inside"]], features[_ROW["blocks_from_main_start"]]
        self._sides: list[int] = np.where(inside > 0, 0, np.where(start < 0, 1, 2)).tolist()

    @cached_property
    def _values(self) -> list[list[float]]:
        rows: list[list[float]] = self.features.tolist()
        return rows

    def _value(self, name: str, block: Block) -> float:
        return self._values[_ROW[name]][block.index]

    def _side(self, block: Block) -> str:
        return _SIDES[self._sides[block.index]]

    def links(self, block: Block) -> str:
        share, around = self._value("link_share", block), self._value("up1_link_share", block)
        if self._is_kept[block.index] or (share < 0.3 and share < around):
            return f"{around:.0%} of the words around it are links{self._side(block)}"
        listed = ", in a list" if block.kind == "list_item" else ""
        return f"{share:.0%} of its words are links{listed}{self._side(block)}"

    def wording(self, block: Block) -> str:
        whose = "articles" if self._is_kept[block.index] else "boilerplate"
        return f"its words are those of {whose}{self._side(block)}"

    def naming(self, block: Block) -> str:
        word = (self._words_for if self._is_kept[block.index] else self._words_against)[block.index]
        return (f"inside {word!r}" if word else "the names of the elements around it") + self._side(block)

    @cached_property
    def _words_for(self) -> list[str]:
        return self._strongest_words(keep=True)

    @cached_property
    def _words_against(self) -> list[str]:
        return self._strongest_words(keep=False)

    def _strongest_words(self, *, keep: bool) -> list[str]:
        """For each block the word that weighs most for this decision, in the element that does so most."""
        arrays = self._arrays
        strongest = least_ancestor(-arrays.around if keep else arrays.around, arrays.parents)[arrays.at]
        return strongest_words(arrays.rows, arrays.row_numbers[strongest].tolist(), keep=keep)

    def element(self, block: Block) -> str:
        kind = _KIND_NAMES[block.kind]
        if self._is_kept[block.index]:
            return f"{kind} among the text"
        for row, area in _AREAS:
            if self._value(row, block):
                return f"inside {area}{self._side(block)}"
        if self._value("hidden", block):
            return f"{kind} that the page hides"
        return f"{kind}{self._side(block) or ' in the article, of the sort that is no text'}"

    def position(self, block: Block) -> str:
        inside = "inside the main text" if self._is_kept[block.index] else "at the edge of the article"
        return self._side(block)[2:] or inside

    def surroundings(self, block: Block) -> str:
        some = "" if self._is_kept[block.index] else "no "
        return f"{some}running text around it{self._side(block)}"

    def shape(self, block: Block) -> str:
        words = round(expm1(self._value("words", block)))
        stop = "with" if self._value("stop_count", block) else "without"
        return f"{words} word{'' if words == 1 else 's'} {stop} a full stop{self._side(block)}"

    def section(self, block: Block) -> str:
        distance = int(self._value("heading_distance", block))
        if not 0 < distance <= min(30, block.index):
            return f"under no heading{self._side(block)}"
        return f"under the heading {_short(self.page.blocks[block.index - distance].text)!r}"

    def repetition(self, block: Block) -> str:
        repeats = int(self._value("repeats", block))
        if repeats > 1 and not self._is_kept[block.index]:
            return f"the page has the same text {repeats} times"
        size = round(expm1(self._value("style_size", block)))
        words = round(expm1(self._value("style_words", block)))
        return f"{size} block{'' if size == 1 else 's'} of its style, of {words} words on average"

    def title(self, block: Block) -> str:
        return f"{self._value('title', block):.0%} like the title of the page"


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39].rstrip()}…"
