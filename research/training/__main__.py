"""`python -m research.training wcxb-dev news424 fundus snippets`: the weights of the default method.

Corpora are names or paths in the format that `webnoise evaluate` reads; one's own labelled pages do as well.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path

from research.corpora import read_sample
from research.training.card import SOURCES, ModelCard, read_card, refuse_worse, write_card
from research.training.core import cross_fit, fit_all, fit_lexica
from research.training.oblivious import BoostingPlan
from research.training.pages import (
    FOLDS,
    LabelledPage,
    best_threshold,
    score_pages,
    scores_by_set,
    training_pages,
)
from research.training.saving import digest, save_core
from research.training.second import PLAN as SECOND_PLAN
from research.training.second import THRESHOLD as SECOND_THRESHOLD
from research.training.second import SecondRows, second_stage_of_all, second_stage_out_of_fold
from webnoise.errors import ConfigError, WebnoiseError
from webnoise.evaluate.corpora import GoldPage, corpus_digest
from webnoise.methods.core.model import CoreModel, model_folder


def train(options: argparse.Namespace) -> ModelCard:
    """Label, cross-validate, fit on everything, compare with the present model, write."""
    data: dict[str, dict[str, object]] = {}
    pages: list[LabelledPage] = []
    for name in options.corpora:
        gold = read_sample(name, options.sample)
        labelled = training_pages(gold)
        pages += labelled
        data[gold[0].corpus] = _facts(gold)
        _say(f"{gold[0].corpus}: {len(labelled)} labelled pages, bare texts among them, of {len(gold)}")
    if len({page.fold for page in pages}) < FOLDS:
        raise ConfigError(f"give pages of more sites: cross-validation needs some in each of {FOLDS} folds")
    before = read_card(options.out)
    if options.second_stage and before is None:
        raise ConfigError(f"there is no model in {options.out} whose first stage could stay")
    plan = BoostingPlan(trees=options.trees)
    lexica = fit_lexica(pages, _say)
    first = cross_fit(pages, lexica, plan, _say)
    scored = score_pages(pages, first)
    threshold = before.threshold if options.second_stage and before else best_threshold(scored)
    _say(f"out of fold, first stage, threshold {threshold}: {scores_by_set(scored, threshold)}")
    first = [replace(model, threshold=threshold) for model in first]
    rows = SecondRows(pages, first)
    folds = second_stage_out_of_fold(first, rows)
    if options.keep_folds:
        for fold, fold_model in enumerate(folds):
            save_core(fold_model, options.keep_folds / str(fold))
    scores = scores_by_set(score_pages(pages, folds), 0.0)
    _say(f"out of fold: {scores}")
    refuse_worse(before, scores, options.although)
    if options.second_stage and before:
        model, importance = CoreModel.load_first_stage(options.out), dict(before.importance)
    else:
        model, importance = fit_all(pages, lexica, plan)
    save_core(second_stage_of_all(replace(model, threshold=threshold), rows), options.out)
    card = ModelCard(
        digest=digest(options.out),
        made=datetime.now(UTC).date().isoformat(),
        command=f"python -m research.training {' '.join(data)}" + " --second-stage" * options.second_stage,
        data=data,
        plan=asdict(plan),
        threshold=threshold,
        second={"plan": asdict(SECOND_PLAN), "threshold": SECOND_THRESHOLD},
        out_of_fold=scores,
        left_out_set=_leave_out(pages, plan, threshold) if options.leave_out else _as_before(options, before),
        importance={name: round(share, 4) for name, share in importance.items()},
        overridden=options.although,
    )
    write_card(options.out, card)
    return card


def _as_before(options: argparse.Namespace, before: ModelCard | None) -> dict[str, float]:
    """What is known of a first stage that stays."""
    return dict(before.left_out_set) if options.second_stage and before else {}


def _leave_out(pages: Sequence[LabelledPage], plan: BoostingPlan, threshold: float) -> dict[str, float]:
    """Each set judged by a first stage that has seen neither the set nor any of its sites."""
    found: dict[str, float] = {}
    for name in dict.fromkeys(page.gold.corpus for page in pages):
        held = [page for page in pages if page.gold.corpus == name]
        sites = {page.gold.site for page in held}
        others = [page for page in pages if page.gold.corpus != name and page.gold.site not in sites]
        if not others:
            continue
        model, _ = fit_all(others, fit_lexica(others, _say, pairs=False), plan)
        found |= scores_by_set(score_pages(held, [model] * FOLDS), threshold)
        _say(f"without {name}: {found[name]}")
    return found


def _facts(gold: Sequence[GoldPage]) -> dict[str, object]:
    return {
        "source": SOURCES.get(gold[0].corpus, "given by the user"),
        "pages": len(gold),
        "sites": len({page.site for page in gold}),
        "digest": corpus_digest(gold),
    }


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m research.training", description=__doc__)
    parser.add_argument("corpora", nargs="+", help="names or paths of corpora to train on")
    parser.add_argument("--out", type=Path, default=model_folder(), help="folder to write to")
    parser.add_argument(
        "--second-stage",
        action="store_true",
        help="fit the second stage alone: the first stays, with its roles",
    )
    parser.add_argument("--trees", type=int, default=BoostingPlan().trees)
    parser.add_argument("--sample", type=int, help="pages of each corpus, to try things")
    parser.add_argument("--keep-folds", type=Path, help="folder for the models of the folds, to measure with")
    parser.add_argument("--leave-out", action="store_true", help="also score each set by a model without it")
    parser.add_argument(
        "--although", metavar="REASON", help="write a model that scores worse, for this reason"
    )
    options = parser.parse_args(arguments)
    try:
        card = train(options)
    except WebnoiseError as error:
        _say(f"error: {error}")
        return 1
    _say(f"wrote {card.digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
