"""Trees that are asked of many rows at once answer as they answer each of them."""

import tracemalloc

import numpy as np
import pytest

from webnoise.methods.core.model import shipped_model

MODEL = shipped_model()
FORESTS = {"oblivious": MODEL.forest, "by node": MODEL.second.forest}
MANY = 10_000


@pytest.fixture(scope="module")
def measures():
    """Of double precision, which the compiled twin leaves to Python."""
    columns = 1 + max(int(forest.columns.max()) for forest in FORESTS.values())
    return np.random.default_rng(0).normal(size=(columns, MANY)) * 5


@pytest.mark.parametrize("forest", FORESTS.values(), ids=FORESTS)
def test_many_rows_reach_the_leaves_that_each_reaches_alone(forest, measures):
    leaves = forest.leaves(measures)
    assert leaves.shape == (len(forest.values), MANY)
    for row in (0, 4_095, 4_096, MANY - 1):
        assert (leaves[:, [row]] == forest.leaves(measures[:, [row]])).all()


@pytest.mark.parametrize("forest", FORESTS.values(), ids=FORESTS)
def test_no_rows_reach_no_leaves(forest, measures):
    assert forest.leaves(measures[:, :0]).shape == (len(forest.values), 0)


def test_answers_to_many_rows_do_not_fill_the_memory(measures):
    tracemalloc.start()
    MODEL.forest.leaves(np.repeat(measures, 4, axis=1))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5 * measures.nbytes + 100e6  # with the measures themselves, four times as many
