"""The systems of the papers, and the default method by models of folds."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from research.baselines import BASELINES
from research.papers.browser import Rendering
from research.systems import FoldSystems, PaperSystems, check_folds
from research.training.pages import FOLDS, fold_of
from research.training.saving import save_core
from webnoise.errors import ConfigError
from webnoise.evaluate.corpora import read_corpus
from webnoise.evaluate.run import evaluate
from webnoise.methods.core.model import shipped_model


def test_papers_add_their_systems_to_those_of_the_package():
    papers, package = PaperSystems().names(), FoldSystems().names()
    assert {name.removesuffix("+site") for name in set(papers) - set(package)} == set(BASELINES)
    with pytest.raises(ConfigError, match="nothing is named 'vips'"):
        PaperSystems().check(["vips"])


def test_vips_needs_rendered_pages():
    pytest.importorskip("tinycss2", reason="needs the extra: pip install 'webnoise[visual]'")
    assert "vips" in PaperSystems(rendering=Rendering()).names()


def test_processes_evaluate_the_papers_systems(corpus):
    (first, *_) = evaluate(read_corpus(corpus), ["existing_1"], workers=2, catalogue=PaperSystems())
    assert first.error is None


@pytest.fixture
def folds(tmp_path):
    """The shipped model for every fold, but for one that believes everything."""
    folder = tmp_path / "folds"
    model = shipped_model()
    for fold in range(FOLDS):
        bias = 50.0 if fold == 0 else model.forest.bias
        forest = dataclasses.replace(model.forest, bias=np.float32(bias))
        save_core(dataclasses.replace(model, forest=forest), folder / str(fold))
    return folder


def test_page_of_a_trained_corpus_is_judged_by_the_model_of_its_fold(corpus, folds):
    site = next(f"paper{number}.example" for number in range(99) if fold_of(f"paper{number}.example") == 0)
    page = dataclasses.replace(next(read_corpus(corpus)), site=site)
    for name, keeps_noise in (("elsewhere", False), ("news424", True)):
        (result,) = evaluate(
            [dataclasses.replace(page, corpus=name)], ["core"], workers=1, catalogue=PaperSystems(folds)
        )
        _, _, kept, right = result.blocks
        assert (kept > right) is keeps_noise


def test_only_the_trained_method_has_models_of_folds(corpus, folds):
    page = dataclasses.replace(next(read_corpus(corpus)), corpus="news424")
    systems, shipped = FoldSystems(folds), FoldSystems()
    assert systems.method("desea", page) is shipped.method("desea", page)
    assert systems.method("core", page) is not shipped.method("core", page)


def test_folder_without_models_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="holds no models of 5 folds"):
        check_folds(tmp_path)


def test_models_of_an_earlier_make_are_refused(folds):
    check_folds(folds)
    (folds / "3" / "core.second.npz").unlink()
    with pytest.raises(ConfigError, match="like the shipped one"):
        check_folds(folds)
