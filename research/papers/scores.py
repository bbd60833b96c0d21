"""The papers' own scores, over blocks: whatever they counted by hand is decided by rules here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.labels import BlockWords, words
from research.papers.browser import Rendering, shared_browser
from research.papers.sheets import has_its_sheets
from webnoise.article.media import PageMedia
from webnoise.blocks.segment import segment
from webnoise.evaluate.bench import CONFIG, Bench, Cut
from webnoise.evaluate.corpora import GoldPage, page_address
from webnoise.evaluate.peers import Extracted
from webnoise.evaluate.results import PageResult, Summary, mean, summarise
from webnoise.evaluate.scores import SHINGLE_WORDS, PrecisionRecall, f1, share
from webnoise.evaluate.tables import ReportTable, rank, values_of
from webnoise.methods.base import AnyMethod, Memory
from webnoise.model import Block, Page, PageBlocks
from webnoise.text.sentences import punctuation

# The rules that replace the person who judged 003's pages (tables 6 and 8).
CORE_CORRECT = 0.9  # core content: shingle precision and recall are both at least this
NOISE_SHARE = 0.05  # primary noise: at most this share of the kept words is primary noise, ...
NOISE_WORDS = 0.5  # ... and at least this share of the relevant words was kept: an empty page is not clean
REPEATED_SHINGLES = 7  # of ten words: a shorter block meets the gold by chance
# 004's tables compare the word-to-leaf ratio with and without media; others need not count them.
MEDIA_SYSTEMS = ("word_leaf_ratio",)

Flags = NDArray[np.bool_]
Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PaperResult(PageResult):
    """With what the papers count of a page's blocks."""

    blocks: tuple[int, int, int, int] | None = None
    """Blocks on the page, relevant ones, kept ones, kept relevant ones."""
    segmented: tuple[float, float] | None = None
    media: tuple[int, int] | None = None
    """Large media among the relevant blocks, and all that the page has (004)."""
    primary: bool | None = None
    repeats: tuple[int, int] | None = None
    """Blocks that repeat the core content, and those of them that were kept."""
    saved: float | None = None
    styled: bool | None = None
    """Whether the page comes with all of its style sheets (002)."""

    @property
    def core_correct(self) -> bool:
        """003's table 8: nothing but the core content, and all of it."""
        found = self.shingle
        if found == (None, None):
            return True
        return min(found.precision or 0.0, found.recall or 0.0) >= CORE_CORRECT

    @property
    def only_core(self) -> bool | None:
        """003's own "correctly extracted": something was, and no block of it is other than core content."""
        return self.blocks[2] > 0 and self.blocks[3] == self.blocks[2] if self.blocks else None

    @property
    def block_scores(self) -> PrecisionRecall | None:
        return block_scores(*self.blocks[1:]) if self.blocks else None


@dataclass(frozen=True, slots=True)
class PaperSummary(Summary):
    """With the means of the papers' scores."""

    b_precision: float | None
    b_recall: float | None
    segmented_precision: float | None
    segmented_recall: float | None
    segmented_f1: float | None
    primary_correct: float | None
    core_correct: float | None
    only_core: float | None
    bytes_saved: float | None


def summarise_blocks(system: str, results: Sequence[PaperResult]) -> PaperSummary:
    blocks = [pair for result in results if (pair := result.block_scores)]
    segmented = [result.segmented for result in results if result.segmented]
    return PaperSummary(
        **asdict(summarise(system, results)),
        b_precision=mean(pair.precision for pair in blocks),
        b_recall=mean(pair.recall for pair in blocks),
        segmented_precision=mean(pair[0] for pair in segmented),
        segmented_recall=mean(pair[1] for pair in segmented),
        segmented_f1=mean(f1(*pair) for pair in segmented),
        primary_correct=mean(result.primary for result in results),
        core_correct=mean(result.core_correct for result in results if result.scored),
        only_core=mean(result.only_core for result in results),
        bytes_saved=mean(result.saved for result in results),
    )


class PaperBench(Bench):
    """Scores over blocks beside those of the package; with `rendering`, pages as a browser shows them."""

    def __init__(self, gold: GoldPage, rendering: Rendering | None = None) -> None:
        self._rendering = rendering
        self._sheets: frozenset[str] = frozenset()
        super().__init__(gold)
        self._styled = has_its_sheets(self.document, page_address(gold), self._sheets)
        self._labels: list[Labels] = []
        self._words: dict[str, list[str]] = {}

    def load(self) -> Page:
        if self._rendering is None:
            return super().load()
        page, self._sheets = shared_browser(self._rendering).render(self.gold, CONFIG.limits)
        return page

    def labels_of(self, page: PageBlocks) -> Labels:
        """Align the blocks with the gold once: ways to segment often agree on a page."""
        texts = [block.text for block in page.blocks]
        for labels in self._labels:
            if labels.texts == texts:
                return labels
        self._labels.append(Labels(page.blocks, self.gold.text, self._words))
        return self._labels[-1]

    def judged_by(self, system: str, method: AnyMethod, memory: Memory | None) -> PageResult:
        result = super().judged_by(system, method, memory)
        if system not in MEDIA_SYSTEMS or self.gold.text is None:
            return result
        page = self.cut_by(method).page
        relevant = self.labels_of(page).relevant
        assert isinstance(result, PaperResult)
        assert relevant is not None
        return replace(result, media=media_counts(page, relevant))

    def scored(self, found: Extracted, cut: Cut | None = None, keep: Flags | None = None) -> PaperResult:
        """Score over blocks, too; a peer keeps those blocks of ours that its text covers."""
        plain = super().scored(found)
        scores: dict[str, Any] = {"styled": self._styled}
        if self.gold.text is not None:
            if cut is None or keep is None:
                labels = self.labels_of(segment(self.document))
                keep = labels.aligned.relevant(found.text)
            else:
                labels = self.labels_of(cut.page)
            scores |= labels.results(keep)
        return PaperResult(**plain.known_fields(), **scores)


def block_scores(relevant: int, kept: int, right: int) -> PrecisionRecall | None:
    """b-precision = r / t and b-recall = r / (r + m) (001, section 4.2), and with them 004's.

    r (`right`) relevant blocks kept, t blocks kept, m relevant blocks missed. None where no block is relevant
    and none was kept: such a page says nothing. One empty side scores 0.
    """
    if not relevant and not kept:
        return None
    return PrecisionRecall(share(right, kept), share(right, relevant))


def segmented_block_scores(
    relevant: Flags, kept: Flags, sizes: Sequence[int] | NDArray[np.int64]
) -> PrecisionRecall | None:
    """P and R of 000 (formulas 3 to 5), with a rule in place of the people who judged there.

    A segmented block is a run of kept blocks without a gap, an ideal block a run of relevant ones; a
    segmented block is correct when it shares more than half of its union with an ideal one, counted
    in `sizes` (words). More than half: so no two can claim the same ideal block.
    """
    ends = np.concatenate(([0], np.cumsum(np.asarray(sizes, dtype=np.int64))))
    segmented, ideal = ends[_gapless_runs(kept)], ends[_gapless_runs(relevant)]
    if not len(segmented) and not len(ideal):
        return None
    correct = _more_than_half_shared(segmented, ideal) if len(ideal) else 0
    return PrecisionRecall(share(correct, len(segmented)), share(correct, len(ideal)))


def _gapless_runs(flags: Flags) -> NDArray[np.intp]:
    """Start and end of each run of true flags."""
    padded = np.concatenate(([False], np.asarray(flags, dtype=np.bool_), [False]))
    return np.flatnonzero(padded[1:] != padded[:-1]).reshape(-1, 2)


def _more_than_half_shared(runs: NDArray[np.int64], others: NDArray[np.int64]) -> int:
    """How many runs share more than half of their union with another: with the one their middle lies in."""
    middle = runs.sum(axis=1) / 2
    other = others[np.maximum(np.searchsorted(others[:, 0], middle, side="right") - 1, 0)]
    common = np.minimum(runs[:, 1], other[:, 1]) - np.maximum(runs[:, 0], other[:, 0])
    union = np.maximum(runs[:, 1], other[:, 1]) - np.minimum(runs[:, 0], other[:, 0])
    return int((2 * common > union).sum())


class Labels:
    """A page's blocks with what the gold says of them; `relevant` is None where there is no gold text.

    `known` keeps the words of texts between several ways to cut one page.
    """

    def __init__(self, blocks: Sequence[Block], gold: str | None, known: dict[str, list[str]]) -> None:
        self.texts = [block.text for block in blocks]
        self.relevant: Flags | None = None
        if gold is not None:
            self.aligned = BlockWords(self.texts, known)
            self.relevant = self.aligned.relevant(gold)
            self._words: Counts = np.array([len(text.split()) for text in self.texts], dtype=np.int64)
            self._bytes: Counts = np.array([len(text.encode()) for text in self.texts], dtype=np.int64)
            self._repeats = _repeats_of(gold, self.texts, self.relevant)
            self._noise: Flags = np.array([_is_primary_noise(block) for block in blocks], dtype=np.bool_)

    def results(self, kept: Flags) -> dict[str, Any]:
        """The scores over blocks of a choice of them; none without a gold text."""
        relevant = self.relevant
        if relevant is None:
            return {}
        words, sizes = self._words, self._bytes
        right = relevant & kept
        noise = int(words[kept & self._noise & ~relevant].sum())
        is_clean = noise <= NOISE_SHARE * int(words[kept].sum())
        is_full = int(words[right].sum()) >= NOISE_WORDS * int(words[relevant].sum())
        return {
            "blocks": (len(words), int(relevant.sum()), int(kept.sum()), int(right.sum())),
            "segmented": segmented_block_scores(relevant, kept, words),
            "primary": is_clean and is_full,
            "repeats": (int(self._repeats.sum()), int((self._repeats & kept).sum())),
            "saved": 1 - int(sizes[kept].sum()) / int(sizes.sum()) if len(sizes) else None,
        }


def _repeats_of(gold: str, texts: Sequence[str], relevant: Flags) -> Flags:
    """Blocks outside of the gold most of whose shingles stand in it: they repeat what it holds once."""
    wanted = _word_shingles(gold)
    repeats = np.zeros(len(texts), dtype=np.bool_)
    for index in np.flatnonzero(~relevant).tolist():
        own = _word_shingles(texts[index])
        repeats[index] = len(own) >= REPEATED_SHINGLES and 2 * len(own & wanted) > len(own)
    return repeats


def _word_shingles(text: str) -> set[tuple[str, ...]]:
    found = words(text)
    return set(zip(*(found[start:] for start in range(SHINGLE_WORDS)), strict=False))


def _is_primary_noise(block: Block) -> bool:
    """What 003's first stage is after, seen in the text: link lists, and blocks without punctuation."""
    linked = len(block.link_text) if block.links else 0
    return 2 * linked > len(block.text) or not punctuation(block.text)


def media_counts(cut: PageBlocks, relevant: Flags) -> tuple[int, int]:
    """Large media are relevant when they stand among the relevant blocks; films and sounds always are."""
    large = PageMedia(cut).large()
    among = {image.url for image in PageMedia(cut, list(compress(cut.blocks, relevant))).images()}
    return sum(each.kind != "image" or each.url in among for each in large), len(large)


BLOCKS = {
    "b-precision: score max": "b_precision",
    "b-recall: score max": "b_recall",
    "P (000): score max": "segmented_precision",
    "R (000): score max": "segmented_recall",
    "F (000): score max": "segmented_f1",
    "primary noise (003): percent max": "primary_correct",
    "core content (003): percent max": "core_correct",
    "nothing but core (003): percent max": "only_core",
    "text dropped: percent": "bytes_saved",
}
BLOCK_NOTE = (
    "A block is relevant when more than half of its words align with the gold. b-precision and b-recall as "
    "in 001; P, R and F over segmented blocks as in 000: a run of kept blocks is correct when it shares more "
    "than half of its union, in words, with a run of relevant blocks. Primary noise, core content: pages "
    "that are correct by our rules under 003's tables 6 and 8; nothing but core: by 003's own. Text dropped: "
    "share of the page's visible text in bytes."
)


def blocks_table(name: str, rows: Sequence[PaperSummary]) -> ReportTable:
    """The scores over blocks of one corpus."""
    ranked = sorted((row for row in rows if row.b_precision is not None), key=rank)
    return ReportTable(f"blocks-{name}", f"Blocks: {name}", *values_of(ranked, BLOCKS), BLOCK_NOTE)
