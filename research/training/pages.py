"""Labelled pages: each block with how much of it is content; and how good a model's scores of them are.

The scores are those that the corpora's README defines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.labels import BlockWords
from research.roles.labels import Labels, read_labels, roles_on
from webnoise import flow
from webnoise.config import Config
from webnoise.errors import InputError
from webnoise.evaluate.corpora import GoldPage, site_key
from webnoise.evaluate.scores import corpus_shingle_f1, shingle_score, snippet_counts, snippets_f1
from webnoise.methods.core.method import Core
from webnoise.methods.core.model import CoreModel
from webnoise.model import TEXT_ROLES, Page, PageBlocks

FOLDS = 5
# Pages that are no articles (shops, forums, listings) teach what templates look like, but their golds follow
# other conventions; without them the articles score 0.002 less. Of pages with a few known strings the blocks
# that hold these weigh more, and those whose role a person gave less: at 1, they teach one set's blogs at the
# cost of old layouts, whose paragraphs then fall out.
OTHER_TYPES, KNOWN_STRING, BY_HAND = 0.3, 2.0, 0.4
# Thresholds tried, in log-odds; the scores are flat around the best one.
THRESHOLDS = tuple(round(-0.6 + 0.1 * step, 1) for step in range(15))

_PARAGRAPHS = (
    ("<p>", "</p><p>", "</p>"),
    ("<div>", "<br><br>", "</div>"),
    ("<div>", "</div><div>", "</div>"),
)
"""What stands before, between and behind the paragraphs of a page without a frame."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LabelledPage:
    gold: GoldPage
    page: PageBlocks
    labels: Floats
    """By block the share of its words that the gold holds; NaN where nobody says."""
    trust: Floats
    """By block how much its label counts."""
    fold: int

    def weights(self, power: float = 0.5) -> Floats:
        """A block weighs by this power of its words, pages equal."""
        words = np.array([block.text.count(" ") + 1.0 for block in self.page.blocks]) ** power
        weighed: Floats = self.trust * words / words.sum()
        return weighed


def fold_of(site: str) -> int:
    """The fold of a site, by its name alone, so that a page is in the same fold whatever else is read."""
    return site_key(site) % FOLDS


def label_pages(pages: Iterable[GoldPage]) -> Iterator[LabelledPage]:
    """Pages without a block or a label are left out; the HTML is let go."""
    method, config, by_hand = Core(), Config(max_seconds=600.0), read_labels()
    for gold in pages:
        try:
            cut = flow.segment_page(*flow.parse_page(Page(gold.url, gold.html), config), method)
        except InputError:  # no page to learn from
            continue
        if not cut.blocks:
            continue
        trust = np.full(len(cut.blocks), 1.0 if gold.type in (None, "article") else OTHER_TYPES)
        if gold.text is None:
            known = _string_labels(gold, cut)
            labels = np.where(np.isnan(known), _role_labels(cut, by_hand), known)
            trust[:] = np.where(np.isnan(known), BY_HAND, KNOWN_STRING)
        else:
            labels = BlockWords([block.text for block in cut.blocks]).coverage(gold.text)
        if not np.isnan(labels).all():
            yield LabelledPage(replace(gold, html=""), cut, labels, trust, fold_of(gold.site))


def training_pages(pages: Sequence[GoldPage]) -> list[LabelledPage]:
    """All that a corpus teaches: its pages, and some of their texts with nothing around them."""
    return [*label_pages(pages), *label_pages(bare_pages(pages))]


def bare_pages(pages: Sequence[GoldPage]) -> Iterator[GoldPage]:
    """Of every third article its text with nothing around it, as people hand over fragments.

    They teach that text is text without a site's frame; without them the first and the last paragraph of such
    a page were lost on one page in eight. Being no articles of a corpus, they count in no score.
    """
    random = Random(0)  # noqa: S311  # a choice, not a secret
    for gold in pages[::3]:
        lines = [escape(line) for line in (gold.text or "").splitlines() if line.strip()]
        if not lines or gold.type not in (None, "article"):
            continue
        parted, (before, between, behind) = lines[: random.randint(2, 12)], random.choice(_PARAGRAPHS)
        title = escape(gold.title or "")
        head = random.choice(("", f"<title>{title}</title>", f"<title>{title}</title><h1>{title}</h1>"))
        yield replace(gold, html=head + before + between.join(parted) + behind, type="bare")


def _string_labels(gold: GoldPage, cut: PageBlocks) -> Floats:
    """The first block with a wanted string is content, those with unwanted ones are not; others: NaN."""
    labels = np.full(len(cut.blocks), np.nan)
    for string in gold.mustnot:
        labels[[block.index for block in cut.blocks if string in block.text]] = 0.0
    for string in gold.must:
        labels[[block.index for block in cut.blocks if string in block.text][:1]] = 1.0
    return labels


def _role_labels(cut: PageBlocks, by_hand: Labels) -> Floats:
    """Whether the role that a person gave to a block is one of text; NaN where nobody gave one."""
    roles = roles_on(cut, by_hand) or [None] * len(cut.blocks)
    return np.array([np.nan if role is None else role in TEXT_ROLES for role in roles], np.float64)


@dataclass(frozen=True, slots=True)
class ScoredPage:
    labelled: LabelledPage
    scores: NDArray[np.floating[Any]]

    def text(self, threshold: float) -> str:
        blocks = self.labelled.page.blocks
        return "\n".join(block.text for block in blocks if self.scores[block.index] > threshold)


def score_pages(pages: Iterable[LabelledPage], models: Sequence[CoreModel]) -> list[ScoredPage]:
    """Every page with the scores of its blocks by the model of its fold."""
    methods = [Core(model) for model in models]
    return [ScoredPage(page, methods[page.fold].prepare(page.page).scores) for page in pages]


def scores_by_set(pages: Sequence[ScoredPage], threshold: float) -> dict[str, float]:
    """The headline score of each corpus: shingle F1, or F1 over strings where a corpus has no texts.

    Only articles count where pages have types.
    """
    found: dict[str, float] = {}
    for corpus in dict.fromkeys(page.labelled.gold.corpus for page in pages):
        chosen = [
            page
            for page in pages
            if page.labelled.gold.corpus == corpus and page.labelled.gold.type in (None, "article")
        ]
        texts = [(page.labelled.gold, page.text(threshold)) for page in chosen]
        with_text = [shingle_score(gold.text, text) for gold, text in texts if gold.text is not None]
        if with_text:
            found[corpus] = round(corpus_shingle_f1(with_text).f1, 4)
        else:
            counts = [snippet_counts(text, gold.must, gold.mustnot) for gold, text in texts]
            found[corpus] = round(snippets_f1(counts).f1, 4)
    return found


def best_threshold(pages: Sequence[ScoredPage]) -> float:
    """The threshold with the best mean over the corpora."""

    def mean(threshold: float) -> float:
        return float(np.mean(list(scores_by_set(pages, threshold).values())))

    return max(THRESHOLDS, key=mean)
