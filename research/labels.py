"""Which of a page's blocks the gold holds: what the papers' scores over blocks and trainings go by."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Sequence
from itertools import chain, repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# Chinese and Japanese have no spaces: each of their characters counts as a word here.
UNSPACED = "぀-ヿ㐀-鿿豈-﫿"
WORD = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+")
ASCII_WORD = re.compile(r"\w+", re.ASCII)  # finds the same in ASCII text, in a third of the time
RUN_WORDS = 3  # the shortest run that is evidence; two words ("of the") meet by chance
MOST_PLACES = 16  # places of one shingle in the gold that are tried, so that lists cost linear time
RELEVANT_COVERAGE = 0.5  # a block is relevant when more than half of it is gold

Integers = NDArray[np.int64]


def words(text: str) -> list[str]:
    lower = text.lower()
    return (ASCII_WORD if lower.isascii() else WORD).findall(lower)


class Run(NamedTuple):
    """`length` words from `page` on in the blocks equal those from `gold` on in the gold."""

    page: int
    gold: int
    length: int


class BlockWords:
    """The words of a page's blocks, to be held against any number of texts."""

    def __init__(self, block_texts: Sequence[str], known: dict[str, list[str]] | None = None) -> None:
        """`known` keeps the words of texts between several ways to cut one page."""
        known = {} if known is None else known
        for text in block_texts:
            if text not in known:
                known[text] = words(text)
        self._words = list(chain.from_iterable(known[text] for text in block_texts))
        self._totals = np.array([len(known[text]) for text in block_texts], dtype=np.int64)
        self._owners = np.repeat(np.arange(len(self._totals), dtype=np.int64), self._totals)

    def coverage(self, gold: str) -> NDArray[np.float64]:
        """The share of each block's words that the gold text holds, 0 to 1; each gold word serves once.

        Equal runs of three words or more (they may span blocks) are placed longest first, in one
        order on both sides; what gold is left then takes runs in any order.
        """
        gold_words = words(gold)
        covered, gold_used = bytearray(len(self._words)), bytearray(len(gold_words))
        runs = _equal_runs(*_numbered(self._words, gold_words))
        runs.sort(key=lambda run: (-run.length, run.page, run.gold))
        _place_in_order(runs, covered, gold_used)
        _place_anywhere(runs, covered, gold_used)
        owners = self._owners[np.frombuffer(covered, dtype=np.bool_)]
        hits = np.bincount(owners, minlength=len(self._totals))
        shares: NDArray[np.float64] = hits / np.maximum(self._totals, 1)
        return shares

    def relevant(self, gold: str) -> NDArray[np.bool_]:
        """Which blocks are the page's content by the gold."""
        found: NDArray[np.bool_] = self.coverage(gold) > RELEVANT_COVERAGE
        return found


def _numbered(words: Sequence[str], gold_words: Sequence[str]) -> tuple[Integers, Integers]:
    """Equal words by equal numbers; 0 for a word of the page that the gold does not have."""
    vocabulary = {word: number for number, word in enumerate(dict.fromkeys(gold_words), start=1)}
    return (
        np.fromiter(map(vocabulary.get, words, repeat(0)), dtype=np.int64, count=len(words)),
        np.fromiter(map(vocabulary.__getitem__, gold_words), dtype=np.int64, count=len(gold_words)),
    )


def _shingles(numbers: Integers) -> Integers:
    """One number per three words in a row; -1 where one of them is not in the gold."""
    if len(numbers) < RUN_WORDS:
        return np.empty(0, dtype=np.int64)
    first, second, third = numbers[:-2], numbers[1:-1], numbers[2:]
    packed = (first << 42) | (second << 21) | third  # 2**21 different words in one gold are out of reach
    packed[(first == 0) | (second == 0) | (third == 0)] = -1
    return packed


def _equal_runs(page: Integers, gold: Integers) -> list[Run]:
    """Every maximal run of equal words: neighbours on one diagonal of the page-gold matrix."""
    page_at, gold_at = _equal_places(_shingles(page), _shingles(gold))
    if not len(page_at):
        return []
    diagonal = gold_at - page_at
    order = np.lexsort((page_at, diagonal))
    page_at, gold_at, diagonal = page_at[order], gold_at[order], diagonal[order]
    breaks = np.flatnonzero((np.diff(diagonal) != 0) | (np.diff(page_at) != 1)) + 1
    starts = np.concatenate(([0], breaks))
    lengths = np.diff(np.concatenate((starts, [len(page_at)]))) + RUN_WORDS - 1
    triples = zip(page_at[starts].tolist(), gold_at[starts].tolist(), lengths.tolist(), strict=True)
    return [Run(*triple) for triple in triples]


def _equal_places(page: Integers, gold: Integers) -> tuple[Integers, Integers]:
    order = np.argsort(gold, kind="stable")
    in_order = gold[order]
    low = np.searchsorted(in_order, page, side="left")
    count = np.minimum(np.searchsorted(in_order, page, side="right") - low, MOST_PLACES)
    count[page == -1] = 0
    page_at = np.repeat(np.arange(len(page), dtype=np.int64), count)
    within = np.arange(len(page_at), dtype=np.int64) - np.repeat(np.cumsum(count) - count, count)
    return page_at, order[np.repeat(low, count) + within]


def _place_in_order(runs: Sequence[Run], covered: bytearray, gold_used: bytearray) -> None:
    placed: list[Run] = []
    for run in runs:
        free = _free_part(run, covered, gold_used)
        if free is None:
            continue
        position = bisect_left(placed, free)
        before_fits = position == 0 or placed[position - 1].gold < free.gold
        after_fits = position == len(placed) or free.gold < placed[position].gold
        if before_fits and after_fits:
            insort(placed, free)
            _take(free, covered, gold_used)


def _place_anywhere(runs: Sequence[Run], covered: bytearray, gold_used: bytearray) -> None:
    for run in runs:
        if free := _free_part(run, covered, gold_used):
            _take(free, covered, gold_used)


def _free_part(run: Run, covered: bytearray, gold_used: bytearray) -> Run | None:
    """The longest stretch of a run that no earlier run has taken, if it is still evidence."""
    page_taken = covered[run.page : run.page + run.length]
    gold_taken = gold_used[run.gold : run.gold + run.length]
    if 1 not in page_taken and 1 not in gold_taken:
        return run
    if 0 not in page_taken or 0 not in gold_taken:
        return None
    best_start = best_length = start = 0
    for position in range(run.length + 1):
        if position == run.length or page_taken[position] or gold_taken[position]:
            if position - start > best_length:
                best_start, best_length = start, position - start
            start = position + 1
    if best_length < RUN_WORDS:
        return None
    return Run(run.page + best_start, run.gold + best_start, best_length)


def _take(run: Run, covered: bytearray, gold_used: bytearray) -> None:
    taken = b"\1" * run.length
    covered[run.page : run.page + run.length] = taken
    gold_used[run.gold : run.gold + run.length] = taken
