import numpy as np
from numpy.typing import NDArray

from webnoise.features.arrays import PageArrays
from webnoise.features.lexicon import Lexicon
from webnoise.model import BlockKind, PageBlocks

NAMES: tuple[str, ...]
KIND_CODES: dict[BlockKind, int]

def compute_features(page: PageBlocks, lexicon: Lexicon) -> tuple[PageArrays, NDArray[np.float32]]: ...
