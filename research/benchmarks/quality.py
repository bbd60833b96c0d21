"""Quality of the default method out of fold, beside other extractors on the same pages, in one run.

python -m research.benchmarks.quality [--sets news424 fundus ...] [--sample N] [--folds DIR]

Each page is judged by a model that has seen no page of its site; siblings, which no model has seen, by the
shipped one. The models of the folds are fitted when --folds has none (some ten minutes) and kept there.
Results are made as `webnoise evaluate` makes them.
"""

import argparse
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

from research.corpora import models_folder, read_corpus
from research.script import run_script
from research.systems import FoldSystems, check_folds
from research.training.card import read_card
from research.training.core import cross_fit, fit_lexica
from research.training.oblivious import BoostingPlan
from research.training.pages import FOLDS, training_pages
from research.training.saving import save_core
from research.training.second import SecondRows, second_stage_out_of_fold
from webnoise.errors import ConfigError
from webnoise.evaluate.corpora import fixed_sample
from webnoise.evaluate.run import evaluate
from webnoise.evaluate.scores import SnippetCounts, corpus_shingle_f1, snippets_f1
from webnoise.methods.core.model import CoreModel, model_folder

TRAINING = ("wcxb-dev", "news424", "fundus", "snippets")
PEERS = ("trafilatura", "trafilatura_fast", "readability", "newspaper")


def fold_models(folder):
    """The models of the folds, from `folder` or fitted into it; at the shipped model's threshold."""
    card = read_card(model_folder())
    threshold = card.threshold if card else 0.0
    try:
        check_folds(folder)
    except ConfigError:
        pages = [page for name in TRAINING for page in training_pages(list(read_corpus(name)))]
        plan = BoostingPlan(**card.plan) if card else BoostingPlan()
        found = cross_fit(pages, fit_lexica(pages, print), plan, print)
        found = [replace(model, threshold=threshold) for model in found]
        for fold, model in enumerate(second_stage_out_of_fold(found, SecondRows(pages, found))):
            save_core(model, folder / str(fold))
    return [replace(CoreModel.load(folder / str(fold)), threshold=threshold) for fold in range(FOLDS)]


def score(results):
    """Shingle precision, recall and F1, or those over strings."""
    if results[0].scored:
        return corpus_shingle_f1(result.shingle for result in results)
    return snippets_f1(SnippetCounts(*result.snippets) for result in results if result.snippets)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sets", nargs="+", default=[*TRAINING, "siblings"])
    parser.add_argument("--sample", type=int, help="pages of each set")
    parser.add_argument("--folds", type=Path, default=models_folder())
    parser.add_argument("--peers", nargs="*", default=list(PEERS))
    parser.add_argument(
        "--empty", action="store_true", help="name the pages that came out empty though gold is not"
    )
    options = parser.parse_args()
    fold_models(options.folds)
    for name in options.sets:
        pages = [page for page in read_corpus(name) if page.type in (None, "article")]
        if name != "snippets":
            pages = [page for page in pages if page.text is not None]
        if options.sample:
            pages = fixed_sample(pages, options.sample)
        by_system = defaultdict(list)
        for result in evaluate(
            pages, ["core", *options.peers], workers=1, catalogue=FoldSystems(options.folds)
        ):
            by_system[result.system].append(result)
        print(f"\n{name}, {len(pages)} pages")
        for system, results in by_system.items():
            shown, found = "core, out of fold" if system == "core" else system, score(results)
            print(
                f"  {shown:20} precision {found.precision:.4f}  recall {found.recall:.4f}  F1 {found.f1:.4f}"
            )
        empty = [page.id for page, result in zip(pages, by_system["core"], strict=True)
                 if result.scored and result.precision is None and len(page.text.split()) > 50]  # fmt: skip
        print(
            f"  empty though the gold has more than 50 words: {len(empty)} {empty if options.empty else ''}"
        )


if __name__ == "__main__":
    run_script(main)
