"""Trains the forest that tells page types apart: `python -m webnoise.lab.training.kind`.

It needs the extra `train` and the corpora wcxb-dev (which names the type of each page), news424, fundus and
snippets (whose pages are articles), and writes `webnoise/model_data/kind.json`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.article.kind.forest import Forest
from webnoise.article.kind.measures import page_measures
from webnoise.article.kind.text import count_blocks
from webnoise.config import Config
from webnoise.flow import Reading, read
from webnoise.lab.evaluate.corpora import GoldPage, read_corpus, site_key
from webnoise.model import Page

__all__ = ["CORPORA", "TYPES", "Sample", "cross_validated", "readings", "sample_of", "train"]

TYPES = ("article", "collection", "listing", "product", "forum", "documentation", "service")
# What a page of a corpus weighs. The three sets of articles have no counterweight: a high weight would
# teach what sets them apart from wcxb-dev instead. Set by hand after a trial with fewer measures: article
# recall on snippets, then balanced accuracy on wcxb-dev, by the weight of snippets: 0.81, 0.915 (none);
# 0.90, 0.920 (0.05); 0.94, 0.919 (0.15).
CORPORA = {"wcxb-dev": 1.0, "news424": 0.2, "fundus": 0.2, "snippets": 0.1}
FOLDS = 8
ROUNDS = 160
DEPTH = 4
# Extremely randomised splits, for the labels are noisy, and all seven types at once: both were a little
# better in trials with earlier measures.
PARAMETERS = {
    "objective": "multiclass", "num_class": len(TYPES), "extra_trees": True, "learning_rate": 0.05,
    "max_depth": DEPTH, "num_leaves": 12, "min_data_in_leaf": 5, "feature_fraction": 0.3,
    "bagging_fraction": 0.8, "bagging_freq": 1, "lambda_l2": 3.0,
    "seed": 1, "deterministic": True, "force_row_wise": True, "num_threads": 1, "verbose": -1,
}  # fmt: skip
TARGET = Path(__file__).parents[2] / "model_data" / "kind.json"


@dataclass(frozen=True)
class Sample:
    """One page as the training sees it."""

    corpus: str
    url: str
    site: str
    type: str
    measures: dict[str, float]


def readings(corpus: str) -> Iterator[tuple[GoldPage, Reading]]:
    config = Config()
    for gold in read_corpus(corpus):
        yield gold, read(Page(gold.url, gold.html), config)


def sample_of(gold: GoldPage, reading: Reading) -> Sample:
    counts = count_blocks(reading.cut, reading.metadata.language)
    measures = dict(page_measures(gold.url, reading.metadata, reading.cut, counts))
    return Sample(gold.corpus, gold.url, gold.site, gold.type or "article", measures)


def train(samples: Sequence[Sample]) -> dict[str, Any]:
    """The forest as the data file holds it."""
    import lightgbm

    names = sorted({name for sample in samples for name in sample.measures})
    types = np.array([TYPES.index(sample.type) for sample in samples])
    data = lightgbm.Dataset(_matrix(samples, names), types, weight=_weights(samples))
    dumped = lightgbm.train(PARAMETERS, data, ROUNDS).dump_model()
    return {
        "made": {
            "by": "python -m webnoise.lab.training.kind",
            "from": dict(CORPORA),
            "licences": "wcxb-dev CC-BY-4.0 (WCXB 1.0); news424 Apache-2.0; fundus MIT; snippets Apache-2.0",
            "parameters": {**PARAMETERS, "rounds": ROUNDS},
        },
        "types": list(TYPES),
        "measures": names,
        "depth": DEPTH,
        "trees": [_nodes(tree["tree_structure"]) for tree in dumped["tree_info"]],
    }


def cross_validated(samples: Sequence[Sample]) -> list[list[float]]:
    """For each sample the shares of the types, by a forest that saw no page of its site."""
    folds = [site_key(sample.site) % FOLDS for sample in samples]
    shares: list[list[float]] = [[] for _ in samples]
    for fold in range(FOLDS):
        forest = Forest.from_dict(
            train([sample for sample, its in zip(samples, folds, strict=True) if its != fold])
        )
        for place, sample in enumerate(samples):
            if folds[place] == fold:
                shares[place] = list(forest.shares(sample.measures).values())
    return shares


def _matrix(samples: Sequence[Sample], names: Sequence[str]) -> NDArray[np.float64]:
    return np.array([[sample.measures.get(name, 0.0) for name in names] for sample in samples])


def _weights(samples: Sequence[Sample]) -> NDArray[np.float64]:
    """The corpora's weights; what is no article weighs as much as all articles together."""
    weights = np.array([CORPORA[sample.corpus] for sample in samples])
    article = np.array([sample.type == "article" for sample in samples])
    weights[~article] *= weights[article].sum() / weights[~article].sum()
    return weights


def _nodes(root: dict[str, Any]) -> list[list[float]]:
    """A tree as a flat list, the root first; numbers with six digits."""
    nodes: list[list[float]] = []

    def add(node: dict[str, Any]) -> int:
        place = len(nodes)
        nodes.append([])
        if "leaf_value" in node:
            nodes[place] = [float(f"{node['leaf_value']:.4g}")]
        else:
            threshold = float(f"{node['threshold']:.6g}")
            nodes[place] = [
                node["split_feature"],
                threshold,
                add(node["left_child"]),
                add(node["right_child"]),
            ]
        return place

    add(root)
    return nodes


def main() -> None:
    samples = [sample_of(gold, reading) for corpus in CORPORA for gold, reading in readings(corpus)]
    TARGET.write_text(json.dumps(train(samples), separators=(",", ":")) + "\n", "utf-8")
    sys.stdout.write(f"{len(samples)} pages, {TARGET.stat().st_size // 1024} KB: {TARGET.name}\n")


if __name__ == "__main__":
    main()
