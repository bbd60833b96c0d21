from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from webnoise.model import Block

class WordBits:
    def __init__(self, groups: Mapping[str, int]) -> None: ...
    def of_blocks(self, blocks: tuple[Block, ...], longest: int) -> NDArray[np.int64]: ...

def wordings(
    blocks: tuple[Block, ...],
    names: Collection[str],
    firsts: Collection[str],
    described: Collection[str],
    longest: int,
) -> NDArray[np.float32]: ...
