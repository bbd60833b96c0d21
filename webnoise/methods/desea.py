"""DeSeA (paper 001, section 2.3.3): delimiters by level divide a page, cue phrases find what is relevant."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from webnoise.blocks.delimiters import Node, merge, split
from webnoise.methods.base import Method
from webnoise.model import Block, PageBlocks, Reason, Verdict
from webnoise.text.sentences import sentence_starts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["DeSeA", "Params", "degree_of_relevance", "relevant_blocks"]


@dataclass(frozen=True, slots=True)
class Params:
    window: int = 300
    """α: nodes of more characters are divided (001, section 2.3.3.1)."""
    anchor: int = 80
    """Characters before a block in which cue phrases count (001, section 2.3.3.2)."""
    top: int = 10
    """β: how many blocks are relevant at most (001, section 2.3.3.2)."""
    cue_phrases: tuple[tuple[str, int], ...] = (
        ("said", 3), ("told", 3), ("according to", 3),
        *((word, 1) for word in (
            "that", "which", "who", "was", "were", "has", "have", "had", "been", "after", "because", "their",
            "its", "would", "will", "also", "from", "with",
        )),
    )  # fmt: skip
    """Phrases and priorities. The paper's set finds the research interests of faculty members; this is ours
    for news: words of reporting, then of running prose, which menus lack. Six sets were tried on 156 news
    pages and this one chosen on the same pages: F1 0.80; words of bylines and dates 0.63, these with words of
    reporting 0.68. No phrase at all, so length alone, gave 0.815: the paper's step is kept, not justified."""
    domain_delimiters: tuple[str, ...] = (
        "related", "read more", "read next", "more from", "more on", "most read", "most popular", "trending",
        "recommended", "comments", "share this", "follow us", "sign up", "subscribe", "advertisement", "tags",
        "copyright", "©", "about the author", "you may also like",
    )  # fmt: skip
    """Openings of a block that end a news article: ours, as the paper's are of another domain."""


class DeSeA(Method):
    name: ClassVar[str] = "desea"

    def __init__(self, params: Params | None = None) -> None:
        self.params = params or Params()

    def judge(self, page: PageBlocks, site: Any = None) -> list[Verdict]:  # noqa: ARG002
        """Divide the page into coherent blocks, then keep the most relevant ones."""
        if not page.blocks:
            return []
        domain = self.params.domain_delimiters
        coherent = merge(split(page, self.params.window, domain), page.blocks, domain)
        relevance = degree_of_relevance(page.blocks, coherent, self.params)
        return relevant_blocks(page.blocks, coherent, relevance, self.params)


def degree_of_relevance(
    blocks: Sequence[Block], coherent: list[list[Node]], params: Params
) -> list[tuple[int, str]]:
    """For each coherent block the highest priority of a cue phrase in the anchor text of one of its leaves.

    A leaf that is larger than the window is one block of text: each of its sentences has an anchor too.
    """
    text = "\n".join(block.text for block in blocks)
    starts = [0]
    for block in blocks:
        starts.append(starts[-1] + len(block.text) + 1)
    cues = _cues(text, params)
    places = [end for end, _, _ in cues]
    relevance = []
    for leaves in coherent:
        best = (0, "")
        for leaf in leaves:
            for start in _anchors(text, starts[leaf.first], starts[leaf.last] - 1, params.window):
                place = bisect_left(places, start - params.anchor)
                while place < len(cues) and places[place] <= start:
                    best = max(best, cues[place][1:])
                    place += 1
        relevance.append(best)
    return relevance


def _cues(text: str, params: Params) -> list[tuple[int, int, str]]:
    """Where each cue phrase ends, its priority, and the phrase."""
    priorities = dict(params.cue_phrases)
    phrases = rf"\b(?:{'|'.join(map(re.escape, priorities))})\b" if priorities else r"(?!)"
    found = re.finditer(phrases, text, re.IGNORECASE)
    return [(m.end(), priorities[m[0].lower()], m[0].lower()) for m in found]


def _anchors(text: str, start: int, end: int, window: int) -> Iterator[int]:
    """Where the pieces of a leaf start: itself, and its sentences when it is too large."""
    yield start
    if end - start > window:
        yield from sentence_starts(text, start, end)


def relevant_blocks(
    blocks: Sequence[Block], coherent: list[list[Node]], relevance: list[tuple[int, str]], params: Params
) -> list[Verdict]:
    """The β blocks of the greatest degree of relevance above 0 are kept; equal ones by length.

    Departs: with no cue phrase anywhere on a page, rank by text length (outside links), so that a news page
    is never empty.
    """
    lengths = [sum(_own_length(b) for b in blocks[g[0].first : g[-1].last]) for g in coherent]
    total = sum(lengths) + 1
    ranked = sorted(range(len(coherent)), key=lambda i: (-relevance[i][0], -lengths[i], i))
    places = {group: place for place, group in enumerate(ranked, start=1)}
    cue_found = any(dor for dor, _ in relevance)
    verdicts: list[Verdict] = []
    for i, leaves in enumerate(coherent):
        dor, cue = relevance[i]
        keep = places[i] <= params.top and (dor > 0 or not cue_found)
        reason = _reason(keep=keep, place=places[i], cue=cue, cue_found=cue_found, params=params)
        verdict = Verdict(keep, dor + lengths[i] / total, reason)
        verdicts.extend([verdict] * (leaves[-1].last - leaves[0].first))
    return verdicts


def _own_length(block: Block) -> int:
    return len(block.text) - sum(link.end - link.start for link in block.links)


def _reason(*, keep: bool, place: int, cue: str, cue_found: bool, params: Params) -> Reason:
    among = "among" if place <= params.top else "not among"
    rank = f"block {place} by relevance, {among} the first {params.top}"
    if cue:
        return Reason("relevant" if keep else "less_relevant", f"“{cue}” stands before it; {rank}")
    if cue_found:
        return Reason("no_cue_phrase", f"no cue phrase in the {params.anchor} characters before it")
    return Reason("relevant" if keep else "less_relevant", f"no cue phrase on the page; {rank}, by length")
