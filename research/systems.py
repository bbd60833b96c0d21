"""The systems of the papers' tables, and the default method by models that saw none of a page's site."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from research.baselines import BASELINES
from research.papers.browser import Rendering, close_shared_browser
from research.papers.scores import PaperBench, PaperResult
from research.training.pages import FOLDS, fold_of
from webnoise.errors import ConfigError
from webnoise.evaluate.corpora import GoldPage
from webnoise.evaluate.systems import Systems, is_trained, trained_corpora
from webnoise.methods.base import AnyMethod
from webnoise.methods.core.method import Core
from webnoise.methods.core.model import MODEL_FILES, CoreModel, shipped_model


@dataclass(frozen=True, slots=True)
class FoldSystems(Systems):
    """Those of the package; on the corpora of its training, the default method by the model of a page's fold.

    `folds` holds, for each fold of sites, a model that was trained without them
    (`python -m research.benchmarks.quality --folds` makes it).
    """

    folds: Path | None = None

    def method(self, name: str, page: GoldPage | None = None) -> AnyMethod:
        if self.folds and page and is_trained(name) and page.corpus in trained_corpora():
            return fold_method(self.folds, fold_of(page.site))
        return Systems.method(self, name)


@dataclass(frozen=True, slots=True)
class PaperSystems(FoldSystems):
    """With the systems that the papers compare with, and the scores that they count.

    With `rendering` a browser shows the pages, and VIPS runs, which needs their boxes.
    """

    result = PaperResult
    rendering: Rendering | None = None

    def more_methods(self) -> Mapping[str, AnyMethod]:
        if self.rendering is None:
            return BASELINES
        from research.baselines.vips import Vips

        return {**BASELINES, Vips.name: Vips()}

    def bench(self, gold: GoldPage) -> PaperBench:
        return PaperBench(gold, self.rendering)

    def close(self) -> None:
        close_shared_browser()  # of this process, if it has one; others close theirs as they end


def check_folds(folder: Path) -> None:
    """Raise ConfigError where the folder does not hold a model like the shipped one for every fold."""
    if not all((folder / str(fold) / name).is_file() for fold in range(FOLDS) for name in MODEL_FILES):
        raise ConfigError(
            f"{folder} holds no models of {FOLDS} folds like the shipped one: "
            "make them with python -m research.benchmarks.quality --folds"
        )


@functools.cache
def fold_method(folder: Path, fold: int) -> AnyMethod:
    model = CoreModel.load(folder / str(fold))
    return Core(replace(model, threshold=shipped_model().threshold))
