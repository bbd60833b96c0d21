"""What siblings and verdicts change is the same by the compiled passes and by their Python twins, bit by bit."""

import numpy as np
import pytest

from webnoise import native
from webnoise.methods.core.roles.model import ALLOWED, bound
from webnoise.model import ROLES
from webnoise.site.index import Recall
from webnoise.site.weigh import SHIPPED, weighed

if native.kind() != "compiled":
    pytest.skip("the passes are not built here", allow_module_level=True)


def recall(random, blocks, siblings):
    return Recall(
        siblings=siblings,
        seen=random.integers(0, siblings + 1, blocks),
        place=random.integers(0, siblings + 1, blocks),
        belief=random.random(blocks),
        variety=random.random(blocks).round(1),
        inside=random.random(blocks) < 0.5,
        trust=0.7,
    )


@pytest.mark.parametrize("siblings", [1, 2, 3, 40])
def test_siblings_change_beliefs_alike(siblings):
    random = np.random.default_rng(siblings)
    for blocks in (0, 1, 7, 300):
        told, beliefs, odds = (
            recall(random, blocks, siblings),
            random.normal(size=blocks),
            random.normal(size=blocks),
        )
        found = native.compiled("weigh").weighed(beliefs, odds, told, SHIPPED, 0.3)
        assert found.tobytes() == weighed(beliefs, odds, told, SHIPPED, 0.3).tobytes()


def test_what_is_recalled_of_another_page_is_refused():
    told = recall(np.random.default_rng(0), 3, 2)
    with pytest.raises(ValueError, match="does not fit 4 blocks"):
        native.compiled("weigh").weighed(np.zeros(4), np.zeros(4), told, SHIPPED, 0.3)


def blocks(count):
    random = np.random.default_rng(count)
    odds = random.normal(size=(count, len(ROLES))).astype(np.float32).round(1)  # many of them equal
    kinds = random.integers(0, len(ALLOWED) - 1, count).astype(np.float32)
    return odds, random.random(count) < 0.3, kinds, random.random(count) < 0.3


@pytest.mark.parametrize("count", [0, 1, 500])
def test_verdicts_allow_the_same_roles(count):
    odds, *others = blocks(count)
    twin = odds.copy()
    greatest = native.compiled("role_odds").bound(odds, *others)
    assert greatest.tobytes() == bound(twin, *others).tobytes()
    assert odds.tobytes() == twin.tobytes()


@pytest.mark.parametrize("kind", [-1.0, len(ALLOWED) - 1.0, np.nan])
def test_a_kept_block_of_no_kind_is_refused(kind):
    odds, _, kinds, elsewhere = blocks(3)
    kinds[1] = kind
    with pytest.raises(IndexError, match="there is no kind"):
        native.compiled("role_odds").bound(odds, np.ones(3, np.bool_), kinds, elsewhere)
    with pytest.raises(ValueError, match="do not fit 2 blocks"):
        native.compiled("role_odds").bound(odds, np.ones(2, np.bool_), kinds, elsewhere)
