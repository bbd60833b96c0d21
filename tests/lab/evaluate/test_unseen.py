import dataclasses

import numpy as np
import pytest

from webnoise.errors import ConfigError
from webnoise.lab.evaluate.corpora import read_corpus
from webnoise.lab.evaluate.run import evaluate
from webnoise.lab.evaluate.unseen import check_folds, trained_corpora, unseen_method
from webnoise.lab.training.pages import FOLDS, fold_of
from webnoise.methods.core.model import shipped_model


@pytest.fixture
def folds(tmp_path):
    """The shipped model for every fold, but for one that believes everything."""
    folder = tmp_path / "folds"
    model = shipped_model()
    for fold in range(FOLDS):
        bias = 50.0 if fold == 0 else model.forest.bias
        forest = dataclasses.replace(model.forest, bias=np.float32(bias))
        dataclasses.replace(model, forest=forest).save(folder / str(fold))
    return folder


def test_shipped_model_names_the_corpora_it_was_trained_on():
    assert set(trained_corpora()) == {"wcxb-dev", "news424", "fundus", "snippets"}
    assert all(0.8 < score < 1 for score in trained_corpora().values())


def test_page_of_a_trained_corpus_is_judged_by_the_model_of_its_fold(corpus, folds):
    site = next(f"paper{number}.example" for number in range(99) if fold_of(f"paper{number}.example") == 0)
    page = dataclasses.replace(next(read_corpus(corpus)), site=site)
    for name, keeps_noise in (("elsewhere", False), ("news424", True)):
        (result,) = evaluate([dataclasses.replace(page, corpus=name)], ["core"], workers=1, folds=folds)
        _, _, kept, right = result.blocks
        assert (kept > right) is keeps_noise


def test_only_the_trained_method_has_models_of_folds(corpus, folds):
    page = dataclasses.replace(next(read_corpus(corpus)), corpus="news424")
    assert unseen_method("econ", page, folds) is unseen_method("econ", page, None)
    assert unseen_method("core", page, folds) is not unseen_method("core", page, None)


def test_folder_without_models_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="holds no models of 5 folds"):
        check_folds(tmp_path)
