"""Verdicts in words: for each block the group of evidence that moved its score most, told with its values."""

from __future__ import annotations

from math import expm1

import numpy as np
from numpy.typing import NDArray

from webnoise.features.columns import GROUPS, NAMES
from webnoise.features.ground import Ground, least_ancestor
from webnoise.model import Block, PageBlocks, Reason

__all__ = ["CODES", "BlockEvidence", "explain", "reason_codes"]

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


def explain(
    evidence: BlockEvidence, contributions: NDArray[np.float32], kept: NDArray[np.bool_]
) -> list[Reason]:
    """The strongest evidence is the group with the greatest contribution in the verdict's direction."""
    for_noise = [getattr(evidence, name) for name in GROUPS]
    for_content = [getattr(evidence, _FOR_CONTENT.get(name, name)) for name in GROUPS]
    return [
        Reason("content", for_content[group](block))
        if keep
        else Reason(_CODE_OF_GROUP[group], for_noise[group](block))
        for block, keep, group in zip(
            evidence.page.blocks,
            kept.tolist(),
            _strongest(evidence.measures, contributions, kept),
            strict=True,
        )
    ]


def reason_codes(
    measures: NDArray[np.float32], contributions: NDArray[np.float32], kept: NDArray[np.bool_]
) -> list[str]:
    """The codes of `explain`, without the words."""
    strongest = _strongest(measures, contributions, kept)
    return [
        "content" if keep else _CODE_OF_GROUP[group]
        for keep, group in zip(kept.tolist(), strongest, strict=True)
    ]


def _strongest(
    measures: NDArray[np.float32], contributions: NDArray[np.float32], kept: NDArray[np.bool_]
) -> list[int]:
    strongest = np.where(kept[:, np.newaxis], contributions, -contributions).argmax(axis=1)
    strongest[(measures[_ROW["title"]] >= _LIKE_THE_TITLE) & ~kept] = _TITLE
    groups: list[int] = strongest.tolist()
    return groups


_FOR_CONTENT = {
    "links": "links_around", "wording": "wording_of_articles", "naming": "naming_of_articles",
    "element": "element_of_articles", "position": "position_inside", "surroundings": "surroundings_of_text",
    "repetition": "style",
}  # fmt: skip


class BlockEvidence:
    """What a page's measures say of a block, in words: one method per group, named after it."""

    def __init__(self, page: PageBlocks, ground: Ground, measures: NDArray[np.float32]) -> None:
        self.page = page
        self._ground = ground
        self.measures = measures
        self._lists: dict[str, list[float]] = {}
        self._names: dict[str, list[str]] = {}
        inside, start = measures[_ROW["inside"]], measures[_ROW["blocks_from_main_start"]]
        self._sides: list[int] = np.where(inside > 0, 0, np.where(start < 0, 1, 2)).tolist()

    def _value(self, name: str, block: Block) -> float:
        values = self._lists.get(name)
        if values is None:
            values = self._lists[name] = self.measures[_ROW[name]].tolist()
        return values[block.index]

    def _side(self, block: Block) -> str:
        return _SIDES[self._sides[block.index]]

    def links(self, block: Block) -> str:
        share = self._value("link_share", block)
        if share < 0.3 and share < self._value("up1_link_share", block):
            return self.links_around(block)
        listed = ", in a list" if block.kind == "list_item" else ""
        return f"{share:.0%} of its words are links{listed}{self._side(block)}"

    def links_around(self, block: Block) -> str:
        return (
            f"{self._value('up1_link_share', block):.0%} of the words around it are links{self._side(block)}"
        )

    def wording(self, block: Block) -> str:
        return f"its first words are those of boilerplate{self._side(block)}"

    def wording_of_articles(self, block: Block) -> str:
        return f"its first words are those of articles{self._side(block)}"

    def naming(self, block: Block) -> str:
        if "noise" not in self._names:
            self._names["noise"] = self._telling_names(self._ground.least_around, 0)
        return self._names["noise"][block.index]

    def naming_of_articles(self, block: Block) -> str:
        if "content" not in self._names:
            ground = self._ground
            loudest = least_ancestor(-ground.around, ground.parents)[ground.at]
            self._names["content"] = self._telling_names(loudest, 1)
        return self._names["content"][block.index]

    def _telling_names(self, elements: NDArray[np.int64], which: int) -> list[str]:
        """For each block the loudest word of the given element; noise's (0) or content's (1)."""
        telling = self._ground.rows.telling
        words = [telling[number][which] for number in self._ground.row_numbers[elements].tolist()]
        told: dict[tuple[str, int], str] = {}
        for word, side in zip(words, self._sides, strict=True):
            if (word, side) not in told:
                where = f"stands in {word!r}" if word else "the names of the elements around it"
                told[word, side] = where + _SIDES[side]
        return [told[pair] for pair in zip(words, self._sides, strict=True)]

    def element(self, block: Block) -> str:
        for row, area in _AREAS:
            if self._value(row, block):
                return f"inside {area}{self._side(block)}"
        kind = _KIND_NAMES[block.kind]
        if self._value("hidden", block):
            return f"{kind} that the page hides"
        return f"{kind}{self._side(block) or ' in the article, of the sort that is no text'}"

    def element_of_articles(self, block: Block) -> str:
        return f"{_KIND_NAMES[block.kind]} among the text"

    def position(self, block: Block) -> str:
        return self._side(block)[2:] or "at the edge of the article"

    def position_inside(self, block: Block) -> str:
        return self._side(block)[2:] or "inside the main text"

    def surroundings(self, block: Block) -> str:
        return f"no running text around it{self._side(block)}"

    def surroundings_of_text(self, block: Block) -> str:
        return f"running text around it{self._side(block)}"

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
        return f"the same text stands {repeats} times on the page" if repeats > 1 else self.style(block)

    def style(self, block: Block) -> str:
        size = round(expm1(self._value("style_size", block)))
        words = round(expm1(self._value("style_words", block)))
        return f"{size} block{'' if size == 1 else 's'} of its style, of {words} words on average"

    def title(self, block: Block) -> str:
        return f"{self._value('title', block):.0%} like the title of the page"


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39].rstrip()}…"
