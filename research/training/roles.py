"""`python -m research.training.roles --folds DIR`: the model of the blocks' roles.

It learns from the pages that a person labelled. Every page is judged by a content model that has seen none of
its site (DIR, as `research.benchmarks.quality --folds` makes it), for at work it meets unknown sites too.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from research.corpora import read_corpus
from research.roles.labels import read_labels, roles_on
from research.systems import FoldSystems
from research.training.card import SOURCES
from research.training.deep_trees import VotePlan, boost_votes
from research.training.oblivious import ClassPlan, boost_classes
from research.training.pages import FOLDS, fold_of
from research.training.saving import save_roles
from webnoise import flow
from webnoise.config import Config
from webnoise.errors import InputError
from webnoise.methods.core.method import scored_page
from webnoise.methods.core.model import model_folder
from webnoise.methods.core.regions import KIND as _KIND
from webnoise.methods.core.regions import in_other_articles
from webnoise.methods.core.roles.model import RoleModel
from webnoise.model import ROLES, Page, PageBlocks, Role

TRAINING = tuple(SOURCES)
MEASURED = (*TRAINING, "siblings")
"""Siblings have labels that measure; the weights that ship do not learn from them."""
# Roles that come in runs: how often one of them is beside another is learned.
IN_RUNS = np.array([
    role in (
        "comment", "teaser", "second_article", "tags", "navigation", "share", "newsletter", "advertisement",
        "paywall", "legal", "other",
    )
    for role in ROLES
])  # fmt: skip
# Log-odds of neighbours count by this, set by hand: with more features, the accuracy out of fold was
# 0.865 at 0.2 and 0.4, 0.863 without.
NEIGHBOURS = 0.2
RARE = 0.3  # rare roles weigh more: by this power of their frequency, four times at most


@dataclass(frozen=True, slots=True)
class RolePlan:
    """How the forest of all blocks is grown, and that of the doubtful ones."""

    first: ClassPlan = field(default_factory=ClassPlan)
    second: VotePlan = field(default_factory=VotePlan)


@dataclass(frozen=True, slots=True)
class RolePage:
    """A page that a person labelled; a block that was cut otherwise then has the role -1."""

    corpus: str
    fold: int
    page: PageBlocks
    features: NDArray[np.float32]
    roles: NDArray[np.int64]
    kept: NDArray[np.bool_]


def read_role_pages(folds: Path, corpora: Sequence[str] = MEASURED) -> Iterator[RolePage]:
    labels, config = read_labels(), Config()
    for gold in (gold for corpus in corpora for gold in read_corpus(corpus)):
        if gold.type not in (None, "article"):
            continue
        method = FoldSystems(folds).method("core", gold)
        try:
            read = flow.read(Page(gold.url, gold.html), config, method)
        except InputError:
            continue
        given = roles_on(read.page_blocks, labels)
        if given is None:
            continue
        decided = flow.decide(read, config)
        yield RolePage(
            corpus=gold.corpus,
            fold=fold_of(gold.site),
            page=read.page_blocks,
            features=scored_page(read.prepared).role_features,
            roles=np.array([-1 if role is None else ROLES.index(role) for role in given], np.int64),
            kept=decided.decisions.keep,
        )


def fit(pages: Sequence[RolePage], plan: RolePlan) -> RoleModel:
    """Both forests learn from all blocks, though the larger one is asked of the doubtful ones alone."""
    known = [page.roles >= 0 for page in pages]
    roles = np.concatenate([page.roles[given] for page, given in zip(pages, known, strict=True)])
    many = np.bincount(roles, minlength=len(ROLES))
    weights = np.clip((many[roles] / many.max()) ** -RARE, 1, 4)
    rows = np.concatenate([page.features[:, given] for page, given in zip(pages, known, strict=True)], axis=1)
    weights = weights / weights.mean()
    first = boost_classes(rows, roles, weights, len(ROLES), plan.first)
    second = boost_votes(rows, roles, weights, len(ROLES), plan.second)
    return RoleModel(first, neighbour_odds(page.roles for page in pages), second)


def neighbour_odds(pages: Iterable[NDArray[np.int64]]) -> NDArray[np.float32]:
    """Return the log-odds, against chance, that each role precedes each other one; -1 is no role."""
    seen = np.full((len(ROLES), len(ROLES)), 0.5)
    for roles in pages:
        known = (roles[:-1] >= 0) & (roles[1:] >= 0)
        np.add.at(seen, (roles[:-1][known], roles[1:][known]), 1)
    odds = np.log(seen / seen.sum(axis=1, keepdims=True)) - np.log(seen.sum(axis=0) / seen.sum())
    return (NEIGHBOURS * np.where(np.outer(IN_RUNS, IN_RUNS), odds, 0)).astype(np.float32)


def predicted_roles(pages: Sequence[RolePage], plan: RolePlan) -> Iterator[tuple[RolePage, list[Role]]]:
    """Yield each page with the roles predicted by a model that saw no page of its site."""
    for fold in range(FOLDS):
        model = fit([page for page in pages if page.fold != fold], plan)
        for page in pages:
            if page.fold == fold:
                odds = model.odds(page.features)
                kinds, elsewhere = page.features[_KIND], in_other_articles(page.page.outline, page.features)
                yield page, model.roles(odds, page.kept, kinds, elsewhere)


def cross_validated(pages: Sequence[RolePage], plan: RolePlan) -> tuple[list[Role], list[Role]]:
    """Return the roles of all labelled blocks, and those predicted by models that saw no page of the site."""
    truth: list[Role] = []
    predicted: list[Role] = []
    for page, roles in predicted_roles(pages, plan):
        known = np.flatnonzero(page.roles >= 0).tolist()
        truth += [ROLES[page.roles[index]] for index in known]
        predicted += [roles[index] for index in known]
    return truth, predicted


class RoleScore(NamedTuple):
    """How well one role is predicted."""

    blocks: int
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def scores_by_role(truth: Sequence[Role], predicted: Sequence[Role]) -> dict[Role, RoleScore]:
    """Of the roles that occur."""
    wanted, given = Counter(truth), Counter(predicted)
    right = Counter(role for role, other in zip(truth, predicted, strict=True) if role == other)
    return {
        role: RoleScore(wanted[role], right[role] / max(given[role], 1), right[role] / wanted[role])
        for role in ROLES
        if wanted[role]
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m research.training.roles", description=__doc__)
    parser.add_argument("--folds", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=model_folder())
    options = parser.parse_args(arguments)
    plan = RolePlan()
    pages = list(read_role_pages(options.folds))
    learned = [page for page in pages if page.corpus in TRAINING]
    save_roles(fit(learned, plan), options.out)
    scores = scores_by_role(*cross_validated(pages, plan))
    card = {
        "command": "python -m research.training.roles --folds FOLDS",
        "data": {name: SOURCES[name] for name in TRAINING},
        "labelled": {"pages": len(learned), "blocks": sum(int((page.roles >= 0).sum()) for page in learned)},
        "plan": asdict(plan),
        "cross_validated": {
            "pages": len(pages),
            "f1": {role: round(score.f1, 3) for role, score in scores.items()},
            "macro_f1": round(sum(score.f1 for score in scores.values()) / len(scores), 3),
        },
    }
    (options.out / "roles.card.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
