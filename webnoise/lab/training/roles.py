"""`python -m webnoise.lab.training.roles --folds DIR`: the model of the blocks' roles.

It learns from the pages that a person labelled and, with less weight, from proposals that are sure. Every
page is judged by a content model that has seen none of its site (DIR, as `benchmarks/quality.py --folds`
makes it), for at work the model meets unknown sites too.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from webnoise import flow
from webnoise.article.roles.assign import measures_of
from webnoise.article.roles.model import ROLES, RoleModel
from webnoise.config import Config
from webnoise.errors import InputError
from webnoise.lab.evaluate.corpora import GoldPage, read_corpus
from webnoise.lab.evaluate.labels import BlockWords
from webnoise.lab.evaluate.systems import unseen_method
from webnoise.lab.roles.labels import read_labels, roles_on
from webnoise.lab.roles.proposals import propose
from webnoise.lab.training.boosting import ClassPlan, boost_classes
from webnoise.lab.training.card import SOURCES
from webnoise.lab.training.pages import FOLDS, fold_of
from webnoise.methods.core.model import model_folder
from webnoise.model import Page, Role

TRAINING = tuple(SOURCES)
MEASURED = (*TRAINING, "siblings")
"""Siblings have labels that measure; the weights that ship do not learn from them."""
PROPOSED = 0.3  # the weight of a sure proposal beside a label
MOST_PROPOSED = 15  # of a page
RARE = 0.3  # rare roles weigh more: by this power of their frequency, four times at most


@dataclass(frozen=True, slots=True)
class RolePage:
    """One page's blocks with known roles; `labelled` by a person, else proposed."""

    corpus: str
    fold: int
    measures: NDArray[np.float32]
    roles: NDArray[np.int64]
    kept: NDArray[np.bool_]
    labelled: bool


def read_role_pages(folds: Path, corpora: Sequence[str] = MEASURED) -> Iterator[RolePage]:
    labels = read_labels()
    random = np.random.default_rng(0)
    config = Config()
    for gold in (gold for corpus in corpora for gold in read_corpus(corpus)):
        if gold.type not in (None, "article"):
            continue
        method = unseen_method("core", gold, folds)
        try:
            read = flow.read(Page(gold.url, gold.html), config, method)
        except InputError:
            continue
        given = roles_on(read.cut, labels)
        if given is None:
            if gold.corpus not in TRAINING or gold.text is None:
                continue
            given = _proposed(gold, read, random)
        known = [index for index, role in enumerate(given) if role is not None]
        if not known:
            continue
        settled = flow.settle(read, config)
        yield RolePage(
            corpus=gold.corpus,
            fold=fold_of(gold.site),
            measures=measures_of(read.prepared, settled.metadata, settled.verdicts)[:, known],
            roles=np.array([ROLES.index(role) for role in given if role is not None]),
            kept=np.asarray(settled.verdicts.kept, np.bool_)[known],
            labelled=roles_on(read.cut, labels) is not None,
        )


def _proposed(gold: GoldPage, read: flow.ReadPage, random: np.random.Generator) -> list[Role | None]:
    """Some of the sure proposals for a page."""
    coverage = BlockWords([block.text for block in read.cut.blocks]).coverage(gold.text or "")
    found = propose(gold, read.cut, read.metadata, coverage)
    sure = [index for index, proposal in enumerate(found) if proposal.sure]
    if len(sure) > MOST_PROPOSED:
        sure = random.choice(sure, MOST_PROPOSED, replace=False).tolist()
    chosen = set(sure)
    return [proposal.role if index in chosen else None for index, proposal in enumerate(found)]


def fit(pages: Sequence[RolePage], wanted: Callable[[RolePage], bool], plan: ClassPlan) -> RoleModel:
    chosen = [page for page in pages if wanted(page)]
    roles = np.concatenate([page.roles for page in chosen])
    weights = np.concatenate(
        [np.full(len(page.roles), 1.0 if page.labelled else PROPOSED) for page in chosen]
    )
    mass = np.bincount(roles, weights, minlength=len(ROLES))
    weights *= np.clip((mass[roles] / mass.max()) ** -RARE, 1, 4)
    rows = np.concatenate([page.measures for page in chosen], axis=1)
    return RoleModel(boost_classes(rows, roles, weights / weights.mean(), len(ROLES), plan))


def cross_validated(pages: Sequence[RolePage], plan: ClassPlan) -> tuple[list[Role], list[Role]]:
    """The roles of all labelled blocks, and those that models tell that saw no page of the site."""
    truth: list[Role] = []
    told: list[Role] = []
    for fold in range(FOLDS):
        model = fit(pages, lambda page, fold=fold: page.fold != fold, plan)  # type: ignore[misc]
        for page in pages:
            if page.labelled and page.fold == fold:
                truth += [ROLES[number] for number in page.roles]
                told += model.roles(page.measures, page.kept)
    return truth, told


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m webnoise.lab.training.roles", description=__doc__)
    parser.add_argument("--folds", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=model_folder())
    options = parser.parse_args(arguments)
    plan = ClassPlan()
    pages = list(read_role_pages(options.folds, TRAINING))
    fit(pages, lambda page: page.corpus in TRAINING, plan).save(options.out)
    card = {
        "command": "python -m webnoise.lab.training.roles --folds FOLDS",
        "data": {name: SOURCES[name] for name in TRAINING},
        "labelled": _counts(pages, labelled=True),
        "proposed": _counts(pages, labelled=False),
        "plan": asdict(plan),
    }
    (options.out / "roles.card.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    return 0


def _counts(pages: Sequence[RolePage], *, labelled: bool) -> dict[str, int]:
    chosen = [page for page in pages if page.labelled == labelled]
    return {"pages": len(chosen), "blocks": sum(len(page.roles) for page in chosen)}


if __name__ == "__main__":
    sys.exit(main())
