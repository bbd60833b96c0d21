from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from webnoise.model import Block, Outline

Key: TypeAlias = tuple[str, str | None, str | None, str | None]
Weights: TypeAlias = Mapping[str, tuple[float, float]]
Integers: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

class NameWeights:
    def __init__(self, names: Weights, most_names: int, long_piece: int) -> None: ...

class NameGroups:
    def __init__(self, groups: Mapping[str, int], long_word: int, beside: int) -> None: ...
    def of_links(
        self, blocks: tuple[Block, ...], most: int, longest: int, of_url: Callable[[str], int]
    ) -> Integers: ...

class ElementRows:
    names: Weights
    def __init__(
        self, names: Weights, weights: NameWeights, weigh: Callable[[Weights, Key], tuple[float, float]]
    ) -> None: ...
    def __len__(self) -> int: ...
    def key(self, number: int) -> Key: ...
    def look_up(self, numbers: Integers) -> tuple[Floats, Floats, Integers]: ...
    def groups(self, numbers: Integers, groups: NameGroups, of_key: Callable[[Key], int]) -> Integers: ...
    def numbers_of(self, outline: Outline, elements: Sequence[int]) -> Integers: ...
