"""The default method was trained on some corpora: which ones, and how to score it there all the same.

A folder of fold models (`benchmarks/quality.py --folds` makes one) holds, for each fold of sites, a model
that has seen no page of these sites.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path

from webnoise.config import Config
from webnoise.errors import ConfigError
from webnoise.lab.evaluate.corpora import GoldPage
from webnoise.lab.evaluate.systems import WITH_SITE, method_behind
from webnoise.methods.base import Method

__all__ = ["check_folds", "is_trained", "trained_corpora", "unseen_method"]


@functools.cache
def trained_corpora() -> dict[str, float]:
    """The corpora that the shipped model was trained on, with its score on their sites out of fold."""
    from webnoise.lab.training.card import read_card
    from webnoise.methods.core.model import model_folder

    card = read_card(model_folder())
    return {name: card.out_of_fold.get(name, 0.0) for name in card.data} if card else {}


def is_trained(system: str) -> bool:
    """Whether a system has weights that were fitted to pages."""
    return system.removesuffix(WITH_SITE) == Config().method == "core"


def unseen_method(system: str, page: GoldPage, folds: Path | None) -> Method:
    """The method behind a system's name, as it may judge this page's site."""
    if folds is not None and is_trained(system) and page.corpus in trained_corpora():
        from webnoise.lab.training.pages import fold_of

        return _fold_method(folds, fold_of(page.site))
    return method_behind(system)


def check_folds(folder: Path) -> None:
    """ConfigError where the folder does not hold a model for every fold."""
    from webnoise.lab.training.pages import FOLDS

    if not all((folder / str(fold)).is_dir() for fold in range(FOLDS)):
        raise ConfigError(
            f"{folder} holds no models of {FOLDS} folds: make them with benchmarks/quality.py --folds"
        )


@functools.cache
def _fold_method(folder: Path, fold: int) -> Method:
    from webnoise.methods.core.method import Core
    from webnoise.methods.core.model import CoreModel, shipped_model

    model = CoreModel.load(folder / str(fold))
    return Core(replace(model, threshold=shipped_model().threshold))
