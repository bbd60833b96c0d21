"""Secondary noise: blocks that a page shows twice (paper 003, 3.3). A stage that any method can follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from webnoise.decisions import Decisions
from webnoise.dedup.simhash import fingerprint, hamming
from webnoise.methods.base import page_language
from webnoise.model import Block, PageBlocks, Reason, Verdict
from webnoise.text.terms import terms

NEAR = 3
"""Bits in which near duplicates may differ: k of paper 003, section 3.3.3."""

LEAST_TERMS = 10
"""Terms below which a block repeats nothing: short lines recur in an article by right (a refrain, a score,
the labels of an interview), and few terms make near fingerprints by chance."""

_SHARED_WORDS = 4
_BITS = 64


class Repeat(NamedTuple):
    earlier: int
    distance: int


def drop_duplicates(
    page: PageBlocks, verdicts: Sequence[Verdict], k: int = NEAR, least_terms: int = LEAST_TERMS
) -> Decisions:
    """Drop each kept block that nearly repeats an earlier kept one."""
    decisions = Decisions.of(verdicts)
    candidates = _candidates(decisions.kept(page.blocks))
    if not candidates:
        return decisions
    language = page_language(page)
    fingerprints = [
        _fingerprint(block.text, language, least_terms) if block.index in candidates else None
        for block in page.blocks
    ]
    repeats = {
        later: Reason("duplicate", f"repeats block {earlier}, {distance} bits differ")
        for later, (earlier, distance) in near_duplicates(fingerprints, k).items()
    }
    return decisions.override(repeats, keep=False)


def near_duplicates(fingerprints: Sequence[int | None], k: int = NEAR) -> dict[int, Repeat]:
    """For each index whose fingerprint nearly repeats an earlier one: that earlier index; None never repeats.

    Two fingerprints that differ in at most k bits agree in one of k + 1 bands, so only those are compared.
    """
    width = _BITS // (k + 1)
    mask = (1 << width) - 1
    bands: list[dict[int, list[int]]] = [{} for _ in range(k + 1)]
    marks: dict[int, int] = {}
    found: dict[int, Repeat] = {}
    for index, mark in enumerate(fingerprints):
        if mark is None:
            continue
        parts = [mark >> band * width & mask for band in range(k + 1)]
        near = [earlier for band, part in zip(bands, parts, strict=True) for earlier in band.get(part, ())]
        close = [earlier for earlier in near if hamming(mark, marks[earlier]) <= k]
        if close:
            earlier = min(close)
            found[index] = Repeat(earlier, hamming(mark, marks[earlier]))
            continue
        marks[index] = mark
        for band, part in zip(bands, parts, strict=True):
            band.setdefault(part, []).append(index)
    return found


def _candidates(kept: Sequence[Block]) -> set[int]:
    """The kept blocks that share some words in a row with another; a script without spaces shows none.

    Blocks that share none are no near duplicates, and most pages have no others: their terms cost nothing.
    """
    owners: dict[tuple[str, ...], int] = {}
    found: set[int] = set()
    for block in kept:
        words = block.text.lower().split()
        if len(words) < _SHARED_WORDS:
            found.add(block.index)
        for run in zip(*(words[start:] for start in range(_SHARED_WORDS)), strict=False):
            owner = owners.setdefault(run, block.index)
            if owner != block.index:
                found |= {owner, block.index}
    return found


def _fingerprint(text: str, language: str, least_terms: int) -> int | None:
    """None for a text of fewer terms: it repeats nothing."""
    found = terms(text, language)
    return fingerprint(found) if found and len(found) >= least_terms else None
