"""Verdicts in words: for each block the group of evidence that moved its score most, told with its values."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from webnoise.features.columns import NAMES
from webnoise.features.groups import GROUPS
from webnoise.features.lexicon import Lexicon, opening_words, place_words
from webnoise.model import Block, PageBlocks, Reason, Verdict

__all__ = ["CODES", "Explainer"]

_ROW = {name: row for row, name in enumerate(NAMES)}

CODES: dict[str, str] = {
    "links": "links",
    "wording": "boilerplate",
    "naming": "template",
    "element": "element",
    "position": "outside",
    "surroundings": "surroundings",
    "shape": "no_text",
    "section": "section",
    "repetition": "repeated",
    "title": "headline",
}
"""What a dropped block counts under, by the group of evidence that weighed most against it."""


class Explainer:
    def __init__(
        self,
        page: PageBlocks,
        lexicon: Lexicon,
        measures: NDArray[np.float32],
        contributions: NDArray[np.float32],
    ) -> None:
        self._blocks = page.blocks
        self._outline = page.outline
        self._lexicon = lexicon
        self._measures = measures
        self._contributions = contributions
        self._telling: dict[tuple[int, bool], str] = {}

    def verdicts(self, scores: NDArray[np.float32], kept: NDArray[np.bool_]) -> list[Verdict]:
        """The strongest evidence is the group with the greatest contribution in the verdict's direction."""
        signed = np.where(kept[:, np.newaxis], self._contributions, -self._contributions)
        phrases = self._phrases()
        decided: list[Verdict] = []
        columns = (self._blocks, scores.tolist(), kept.tolist(), signed.argmax(axis=1).tolist())
        for block, score, keep, group in zip(*columns, strict=True):
            code = "content" if keep else CODES[GROUPS[group]]
            decided.append(Verdict(keep, score, Reason(code, phrases[group](block, keep))))
        return decided

    def _value(self, name: str, block: Block) -> float:
        return float(self._measures[_ROW[name], block.index])

    def _phrases(self) -> list[Callable[[Block, bool], str]]:
        return [getattr(self, f"_{group}") for group in GROUPS]

    def _links(self, block: Block, keep: bool) -> str:
        share, around = self._value("link_share", block), self._value("up1_link_share", block)
        where = "in a list" if block.kind == "list_item" else ""
        if keep or share < 0.3 <= around:
            return f"{around:.0%} of the words around it are links"
        return f"{share:.0%} of its words are links{', ' + where if where else ''}{self._side(block)}"

    def _wording(self, block: Block, keep: bool) -> str:
        sign = 1 if keep else -1
        weights = self._lexicon.words
        word = max(opening_words(block.text), key=lambda word: sign * weights.get(word, 0.0), default="")
        return (
            f"opens with the word {word!r}, {'frequent in articles' if keep else 'frequent in boilerplate'}"
        )

    def _naming(self, block: Block, keep: bool) -> str:
        name = self._telling_name(block.element, keep)
        return f"stands in {name!r}" if name else "the names of the elements around it"

    def _element(self, block: Block, keep: bool) -> str:
        if keep:
            return f"{_KIND_NAMES[block.kind]} among the text"
        for row, tag in (("in_nav", "nav"), ("in_footer", "footer"), ("in_form", "form"), ("in_aside", "aside"),
                         ("in_figure", "figure"), ("in_header", "header")):  # fmt: skip
            if self._value(row, block) > 0:
                return f"inside <{tag}>"
        return f"{_KIND_NAMES[block.kind]} in <{self._outline.tags[block.element]}>"

    def _position(self, block: Block, keep: bool) -> str:
        return "inside the main text" if keep else f"stands{self._side(block).lstrip(',') or ' at its edge'}"

    def _surroundings(self, block: Block, keep: bool) -> str:
        if keep:
            return "the blocks around it are running text"
        return f"the blocks around it are no running text{self._side(block)}"

    def _shape(self, block: Block, keep: bool) -> str:
        words = round(float(np.expm1(self._value("words", block))))
        stops = self._value("stop_count", block)
        return f"{words} word{'s' if words != 1 else ''}, {'with' if stops > 0 else 'without'} a full stop"

    def _section(self, block: Block, keep: bool) -> str:
        distance = round(self._value("heading_distance", block))
        heading = self._blocks[block.index - distance] if 0 < distance <= min(30, block.index) else None
        return f"under the heading {_short(heading.text)!r}" if heading else "under no heading"

    def _repetition(self, block: Block, keep: bool) -> str:
        repeats = round(self._value("repeats", block))
        if repeats > 1 and not keep:
            return f"the same text stands {repeats} times on the page"
        words = round(float(np.expm1(self._value("style_words", block))))
        size = round(float(np.expm1(self._value("style_size", block))))
        return f"{size} block{'s' if size != 1 else ''} of its style, {words} words each"

    def _title(self, block: Block, keep: bool) -> str:
        return f"{self._value('title_share', block):.0%} of the title's words"

    def _side(self, block: Block) -> str:
        """Where the block lies with regard to the main text."""
        if self._value("inside", block) > 0:
            return ""
        return (
            ", before the article"
            if self._value("blocks_from_main_start", block) < 0
            else ", after the article"
        )

    def _telling_name(self, element: int, keep: bool) -> str:
        """The name on the way to the root whose weight speaks loudest for the verdict."""
        key = (element, keep)
        if key not in self._telling:
            outline, places, sign = self._outline, self._lexicon.places, 1 if keep else -1
            best, loudest = "", 0.0
            for place in (element, *outline.ancestors(element)):
                attribute = outline.attributes[place]
                for word in place_words(outline.tags[place], attribute.get("class"), attribute.get("id")):
                    own, around = places.get(word, (0.0, 0.0))
                    weight = sign * (own + around if place == element else around)
                    if weight > loudest:
                        best, loudest = word, weight
            self._telling[key] = best
        return self._telling[key]


_KIND_NAMES = {
    "text": "text", "heading": "a heading", "list_item": "a list item", "quote": "a quotation", "code": "code",
    "cell": "a table cell", "caption": "a caption",
}  # fmt: skip


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39].rstrip()}…"
