import numpy as np
from numpy.typing import NDArray

def proximities(terms: NDArray[np.int32]) -> NDArray[np.float64]: ...
def minima(
    shingles: NDArray[np.uint32], turns: NDArray[np.uint32], factors: NDArray[np.uint32]
) -> NDArray[np.uint8]: ...
