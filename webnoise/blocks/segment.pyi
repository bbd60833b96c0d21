from collections.abc import Iterable, Mapping, Sequence
from typing import overload

from webnoise.model import PageBlocks
from webnoise.page.parse import Document

BLANK: str

class OutlineAttributes(Sequence[Mapping[str, str]]):
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> Mapping[str, str]: ...
    @overload
    def __getitem__(self, index: slice) -> list[Mapping[str, str]]: ...

def segment(
    document: Document,
    *,
    cut_at: frozenset[str] = ...,
    hidden: bool = False,
    scriptless: bool = False,
    lean: bool = False,
) -> PageBlocks: ...
def pack_attributes(tags: Iterable[str], attributes: Iterable[Mapping[str, str]]) -> OutlineAttributes: ...
