"""Train the forest that classifies page types: `python -m research.training.kind`.

It needs the extra `train` and the corpora wcxb-dev (which names the type of each page), news424, fundus and
snippets (whose pages are articles), and writes `webnoise/model_data/kind.npz` and its card, and
`kind_unaddressed.npz` for pages whose address nobody knows.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from research.corpora import read_corpus
from research.script import run_script
from research.training.card import SOURCES
from research.training.deep_trees import boost_types
from research.training.oblivious import Floats
from research.training.saving import save_kind
from webnoise.article.kind import KindModel
from webnoise.article.kind.counts import count_blocks
from webnoise.article.kind.features import page_features
from webnoise.config import Config
from webnoise.evaluate.corpora import GoldPage, site_key
from webnoise.flow import ReadPage, read
from webnoise.methods.core.model import model_folder
from webnoise.model import Page

TYPES = ("article", "collection", "listing", "product", "forum", "documentation", "service")
# What a page of a corpus weighs. The three sets of articles have no counterweight: a high weight would
# teach what sets them apart from wcxb-dev instead. Set by hand after a trial with fewer measures: article
# recall on snippets, then balanced accuracy on wcxb-dev, by the weight of snippets: 0.81, 0.915 (none);
# 0.90, 0.920 (0.05); 0.94, 0.919 (0.15).
CORPORA = {"wcxb-dev": 1.0, "news424": 0.2, "fundus": 0.2, "snippets": 0.1}
FOLDS = 8
ROUNDS = 160
# Extremely randomised splits, for the labels are noisy, and all seven types at once: both were a little
# better in trials with earlier measures.
PARAMETERS = {
    "objective": "multiclass", "num_class": len(TYPES), "extra_trees": True, "learning_rate": 0.05,
    "max_depth": 4, "num_leaves": 12, "min_data_in_leaf": 5, "feature_fraction": 0.3,
    "bagging_fraction": 0.8, "bagging_freq": 1, "lambda_l2": 3.0,
    "seed": 1, "deterministic": True, "force_row_wise": True, "num_threads": 1, "verbose": -1,
}  # fmt: skip


@dataclass(frozen=True)
class Sample:
    """One page as the training sees it."""

    corpus: str
    url: str
    site: str
    type: str
    features: dict[str, float]


def read_pages(corpus: str) -> Iterator[tuple[GoldPage, ReadPage]]:
    config = Config()
    for gold in read_corpus(corpus):
        yield gold, read(Page(gold.url, gold.html), config)


def sample_of(gold: GoldPage, page: ReadPage) -> Sample:
    counts = count_blocks(page.page_blocks, page.metadata.language)
    features = page_features(gold.url, page.metadata, page.page_blocks, counts)
    return Sample(gold.corpus, gold.url, gold.site, gold.type or "article", features)


def train(samples: Sequence[Sample], *, addressed: bool = True) -> KindModel:
    names = sorted({name for sample in samples for name in sample.features})
    if not addressed:
        names = [name for name in names if not name.startswith("address ") and name != "links out"]
    rows = np.array([[sample.features.get(name, 0.0) for name in names] for sample in samples])
    types = [TYPES.index(sample.type) for sample in samples]
    forest = boost_types(rows, types, _weights(samples), PARAMETERS, ROUNDS)
    return KindModel(TYPES, tuple(names), forest)


def cross_validated(samples: Sequence[Sample], *, addressed: bool = True) -> list[list[float]]:
    """For each sample the shares of the types, by a model that saw no page of its site."""
    folds = [site_key(sample.site) % FOLDS for sample in samples]
    shares: list[list[float]] = [[] for _ in samples]
    for fold in range(FOLDS):
        others = [sample for sample, its in zip(samples, folds, strict=True) if its != fold]
        model = train(others, addressed=addressed)
        for number, sample in enumerate(samples):
            if folds[number] == fold:
                shares[number] = list(model.shares(sample.features).values())
    return shares


def _weights(samples: Sequence[Sample]) -> Floats:
    """The corpora's weights; what is no article weighs as much as all articles together."""
    weights = np.array([CORPORA[sample.corpus] for sample in samples])
    article = np.array([sample.type == "article" for sample in samples])
    weights[~article] *= weights[article].sum() / weights[~article].sum()
    return weights


def main() -> None:
    samples = [sample_of(gold, page) for corpus in CORPORA for gold, page in read_pages(corpus)]
    target = model_folder() / "kind.npz"
    save_kind(train(samples), target)
    save_kind(train(samples, addressed=False), target.with_stem("kind_unaddressed"))
    card = {
        "command": "python -m research.training.kind",
        "data": {name: {"source": SOURCES[name], "weight": weight} for name, weight in CORPORA.items()},
        "parameters": {**PARAMETERS, "rounds": ROUNDS},
    }
    target.with_suffix(".card.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    sys.stdout.write(f"{len(samples)} pages, {target.stat().st_size // 1024} KB: {target.name}\n")


if __name__ == "__main__":
    run_script(main)
