"""The contract of every method: blocks go in, one verdict per block comes out.

A method that prescribes its own segmentation overrides `segment`; the units that its paper speaks of
(a div, a subtree, a visual block) are groups of the page's blocks, found through the outline. A method
that learns from a site's other pages derives from `LearningMethod` and keeps what it learned in a memory
of its own kind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from webnoise.blocks.segment import segment
from webnoise.model import PageBlocks, Reason, Verdict
from webnoise.page.parse import Document

__all__ = ["KEPT", "LearningMethod", "Memory", "Method"]

KEPT = Reason("content")
"""The reason of a kept block where a method has nothing more to say."""


class Memory(Protocol):
    """What a learning method keeps of one site. It is a sum: pages and memories add up in any order."""

    @property
    def pages(self) -> int:
        """How many distinct pages taught it."""

    def merge(self, other: Self) -> None: ...

    def to_bytes(self) -> bytes: ...

    @classmethod
    def from_bytes(cls, data: bytes) -> Self: ...


class Method(ABC):
    """A way to tell content from noise. Instances hold parameters only and may be shared."""

    name: ClassVar[str]

    def segment(self, document: Document) -> PageBlocks:
        """Cut the page as this method needs it; the product's own blocks unless a paper says otherwise."""
        return segment(document)

    @abstractmethod
    def judge(self, page: PageBlocks, site: Any = None) -> Sequence[Verdict]:
        """One verdict for each of `page.blocks`, in their order. `site` is a learning method's memory."""


M = TypeVar("M", bound=Memory)


class LearningMethod(Method, Generic[M]):
    """A method that also learns from a site's pages, one at a time, in bounded memory."""

    @abstractmethod
    def new_memory(self) -> M: ...

    @abstractmethod
    def load_memory(self, data: bytes) -> M:
        """The memory that `Memory.to_bytes` wrote."""

    @abstractmethod
    def learn(self, memory: M, page: PageBlocks) -> None:
        """Add one page to what is known of its site; a page that it knows already changes nothing."""
