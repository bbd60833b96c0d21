from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.features.arrays import PageArrays

NAMES: tuple[str, ...]
SHARED_NAMES: tuple[str, ...]
SURE: float
ANCHOR_WORDS: int
BOUND: float

def compute_context(
    arrays: PageArrays, scores: NDArray[Any], description: str | None
) -> NDArray[np.float32]: ...
def shared_words(
    texts: Sequence[str], sure: NDArray[np.int64], asked: NDArray[np.int64]
) -> NDArray[np.float32]: ...
