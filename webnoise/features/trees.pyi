from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.floating[Any]]
Leaves: TypeAlias = NDArray[np.uint8]

class Questions:
    def __init__(self, columns: NDArray[np.int64], thresholds: Floats, depth: int) -> None: ...
    def leaves(self, features: Floats) -> Leaves: ...
    def votes_for(
        self, features: NDArray[np.float32], values: Floats, asked: NDArray[np.bool_]
    ) -> Floats: ...

def votes(leaves: Leaves, values: Floats, depth: int, types: int) -> Floats: ...
def outputs(
    leaves: Leaves, values: Floats, depth: int, start: float, chosen: NDArray[np.int64] | None = None
) -> Floats: ...
