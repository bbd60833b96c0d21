"""Roles that the gold of a page and its unambiguous names propose for its blocks: a start for who labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from research.labels import RELEVANT_COVERAGE
from webnoise.article.captions import captions
from webnoise.evaluate.corpora import GoldPage
from webnoise.metadata import Metadata
from webnoise.metadata.lines import is_moment, is_paywall_notice, line_role
from webnoise.methods.core.method import Core
from webnoise.methods.core.roles.features import OWN_NAMES
from webnoise.model import Block, PageBlocks, Role
from webnoise.text.words import normal_words

_LINKED = 0.6  # share of a block's characters from which it is a link
_SENTENCE = 4  # words of a link that is a headline of another article
_BEFORE, _BEHIND = 12, 6  # blocks before and behind the gold text that belong to the article's frame
_FEW = 12  # words of a byline or dateline
_NEAR = 0.2  # nearness of the element whose name decides: not farther than four up
_DESCRIBED = 0.6
_SURE = 20.0  # log-odds of what the gold says
_NAMED = 0.4  # share of a line's words that are an author's name
_FURNITURE: tuple[tuple[str, Role], ...] = (
    ("comment", "comment"), ("legal", "legal"), ("share", "share"), ("newsletter", "newsletter"),
    ("advertisement", "advertisement"), ("tags", "tags"), ("navigation", "navigation"), ("teaser", "teaser"),
)  # fmt: skip
_BY_KIND: Mapping[str, Role] = {
    "heading": "subheading", "list_item": "list", "quote": "quote", "code": "code", "cell": "table",
    "caption": "caption",
}  # fmt: skip


class Proposal(NamedTuple):
    role: Role
    sure: bool


def propose(
    gold: GoldPage, page: PageBlocks, metadata: Metadata, coverage: NDArray[np.float64]
) -> list[Proposal]:
    """One proposal per block; `coverage` is the share of it that the gold holds, NaN where unknown."""
    return _Proposer(gold, page, metadata, coverage).all() if page.blocks else []


class _Proposer:
    def __init__(
        self, gold: GoldPage, page: PageBlocks, metadata: Metadata, coverage: NDArray[np.float64]
    ) -> None:
        self._gold, self._page, self._metadata = gold, page, metadata
        self._relevant = np.nan_to_num(coverage) > RELEVANT_COVERAGE
        self._known = ~np.isnan(coverage)
        self._partly = np.nan_to_num(coverage) > 0.2
        scores = np.where(self._relevant, _SURE, -_SURE).astype(np.float32)
        rows = replace(Core().prepare(page), scores=scores).role_features
        self._rows = dict(zip(OWN_NAMES, rows[-len(OWN_NAMES) :].tolist(), strict=True))
        held = np.flatnonzero(self._relevant)
        self._first, self._last = (int(held[0]), int(held[-1])) if len(held) else (0, len(page.blocks))
        self._titles = {
            tuple(normal_words(title))
            for title in (gold.title, metadata.title, page.title)
            if title and normal_words(title)
        }
        heads = [b.index for b in page.blocks[: self._first + 4] if self._is_title(b)]
        self._headline = heads[-1] if heads else self._first
        self._captions = {block.index for block in captions(page, self._first, self._last)}

    def _is_title(self, block: Block) -> bool:
        return len(block.text) < 400 and tuple(normal_words(block.text)) in self._titles

    def all(self) -> list[Proposal]:
        return [self._of(block) for block in self._page.blocks]

    def _of(self, block: Block) -> Proposal:
        if role := self._frame(block):
            return Proposal(role, sure=True)
        if self._relevant[block.index]:
            return self._content(block)
        return self._furniture(block)

    def _frame(self, block: Block) -> Role | None:
        """Headline, byline, dateline, captions and notices around the text."""
        index = block.index
        if not self._first - _BEFORE <= index <= self._last + _BEHIND:
            return None
        said = tuple(normal_words(block.text)) if len(block.text) < 400 else ()
        if said in self._titles and index <= self._first + 3:
            return "navigation" if self._value("name_navigation", block) >= 1 / 2 else "headline"
        if index in self._captions:
            is_credit = self._value("name_credit", block) == 1 and len(said) <= _FEW
            return "credit" if is_credit else "caption"
        if block.kind == "caption":
            return "caption"
        if said and len(said) <= _FEW and (role := line_role(block.text, self._metadata)):
            return role
        if index < self._first and said and not self._relevant[index]:
            return self._before_text(block, said)
        return None

    def _before_text(self, block: Block, said: tuple[str, ...]) -> Role | None:
        if len(said) <= _FEW and block.index >= self._headline:
            named = self._value("author_share", block) > _NAMED
            if named or self._value("name_byline", block) == 1:
                return "byline"
            if is_moment(block.text, self._metadata.language) or self._value("name_dateline", block) == 1:
                return "dateline"
        is_sentence = len(said) >= 8 and block.linked_length < _LINKED * len(block.text)
        if is_sentence and self._headline < block.index and self._is_free(block):
            return "standfirst"
        if self._headline - 2 <= block.index < self._headline and len(said) <= 4 and self._is_free(block):
            return "kicker"
        return None

    def _is_free(self, block: Block) -> bool:
        """Whether no name near the block says that it is furniture."""
        return all(self._value(f"name_{group}", block) < _NEAR for group, _ in _FURNITURE)

    def _content(self, block: Block) -> Proposal:
        role = _BY_KIND.get(block.kind, "body")
        is_early = block.index <= self._first + 1
        if role in ("body", "subheading") and is_early and self._is_summary(block):
            role = "standfirst"
        if block.kind == "heading" and len(block.text) > 160:
            role = "body"
        return Proposal(role, sure=True)

    def _is_summary(self, block: Block) -> bool:
        if self._value("name_standfirst", block) >= 1 / 2:
            return True
        shares = self._value("description_words", block), self._value("description_said", block)
        return block.index == self._first and min(shares) > _DESCRIBED

    def _furniture(self, block: Block) -> Proposal:
        if is_paywall_notice(block.text):
            return Proposal("paywall", sure=False)
        inside = self._first < block.index < self._last
        words = len(normal_words(block.text))
        is_linked = block.linked_length > _LINKED * len(block.text)
        if inside and block.links and self._value("own_text_teaser", block):
            return Proposal("teaser", sure=False)
        is_behind = self._last < block.index <= self._last + _BEHIND
        if is_behind and self._value("opens_author", block) and words > _FEW:
            return Proposal("biography", sure=True)
        if is_behind and words > _FEW and self._value("name_biography", block) >= _NEAR:
            return Proposal("biography", sure=False)
        if words <= 30 and self._value("copyright", block):
            return Proposal("legal", sure=True)
        if block.kind == "quote" and self._value("name_embedded", block) >= _NEAR:
            return Proposal("embedded", sure=True)
        near = {role: self._value(f"name_{group}", block) for group, role in _FURNITURE}
        nearest = max(near, key=lambda role: near[role])
        known = bool(self._known[block.index]) and not self._partly[block.index]
        is_headline = words > _SENTENCE and len(block.links) == 1
        if near[nearest] >= _NEAR:
            if nearest == "navigation" and is_linked and is_headline:
                return Proposal("teaser", sure=False)
            # Menus bear the names of the categories that they lead to.
            is_plain = nearest not in ("tags", "advertisement") or is_behind
            return Proposal(nearest, sure=known and is_plain and near[nearest] >= 1 / 3)
        if block.index > self._last and self._value("heading_text_teaser", block):
            return Proposal("teaser", sure=False)
        if block.index > self._last and self._value("heading_text_comment", block):
            return Proposal("comment", sure=False)
        if is_linked or len(block.links) > 3:
            return Proposal("teaser" if is_headline else "navigation", sure=False)
        if block.index < self._headline:
            return Proposal("navigation", sure=False)
        return Proposal("other", sure=False)

    def _value(self, name: str, block: Block) -> float:
        return float(self._rows[name][block.index])
