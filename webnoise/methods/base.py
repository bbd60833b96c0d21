"""The contract of every method: a page's blocks go in, decisions on them come out.

A method that prescribes its own segmentation overrides `segment`; the units of its paper (a div, a subtree, a
visual block) are groups of the page's blocks, found through the outline. `prepare` computes what learning and
judging both need. Most methods look at one page alone and derive from `PageMethod`. One that learns from a
site's other pages derives from `LearningMethod` and keeps what it learned in a memory of its own type.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar

from webnoise.blocks.segment import segment
from webnoise.model import PageBlocks, Verdict
from webnoise.page.parse import Document
from webnoise.text.language import detect_language

_SAMPLE = 4000  # characters; the language of a page shows in a few of its longest blocks


class Memory(Protocol):
    """What a learning method keeps of one site. It is a sum: pages and memories add up in any order."""

    @property
    def pages(self) -> int:
        """How many distinct pages taught it."""

    def merge(self, other: Self) -> None: ...

    def to_bytes(self) -> bytes: ...

    @classmethod
    def from_bytes(cls, data: bytes) -> Self: ...


@dataclass(frozen=True)
class Prepared:
    """A page as a method has prepared it; a method with more to keep derives its own."""

    page: PageBlocks


P = TypeVar("P", bound=Prepared)
M = TypeVar("M", bound=Memory)


class Method(ABC, Generic[P, M]):
    """A way to separate content from noise. Instances hold parameters only and may be shared."""

    name: ClassVar[str]

    def segment(self, document: Document) -> PageBlocks:
        """Segment the page as this method needs it; webnoise's own way unless a paper says otherwise."""
        return segment(document)

    @abstractmethod
    def prepare(self, page: PageBlocks) -> P:
        """Compute once all that depends on the page alone."""

    @abstractmethod
    def judge(self, prepared: P, memory: M | None = None) -> Sequence[Verdict]:
        """Return one verdict for each of the page's blocks, in their order, as a list or as `Decisions`."""

    def title(
        self,
        title: str | None,
        prepared: P,  # noqa: ARG002  for those who know better
        kept: Sequence[bool],  # noqa: ARG002
        memory: M | None,  # noqa: ARG002
    ) -> str | None:
        """The page's title, corrected by what the memory knows of its siblings' titles."""
        return title


class PageMethod(Method[Prepared, Memory]):
    """A method that looks at each page alone."""

    def prepare(self, page: PageBlocks) -> Prepared:
        return Prepared(page)

    def judge(self, prepared: Prepared, memory: Memory | None = None) -> Sequence[Verdict]:  # noqa: ARG002
        return self.judge_page(prepared.page)

    @abstractmethod
    def judge_page(self, page: PageBlocks) -> Sequence[Verdict]: ...


class LearningMethod(Method[P, M]):
    """A method that also learns from a site's pages, one at a time, in bounded memory."""

    @abstractmethod
    def new_memory(self) -> M: ...

    @abstractmethod
    def load_memory(self, data: bytes) -> M:
        """The memory that `Memory.to_bytes` wrote."""

    @abstractmethod
    def learn(self, memory: M, prepared: P) -> None:
        """Add one page to what is known of its site; a page that it knows already changes nothing."""


# A method found by its name: no type can say that its memories and prepared pages are its own.
AnyMethod: TypeAlias = Method[Any, Any]
AnyLearningMethod: TypeAlias = LearningMethod[Any, Any]


def page_language(page: PageBlocks) -> str:
    """Return the language that a page declares, else the one it is in."""
    if page.language:
        return page.language
    longest = sorted(page.blocks, key=lambda block: (-len(block.text), block.index))[:5]
    sample = " ".join(block.text for block in longest)[:_SAMPLE]
    return detect_language(sample) or "und"
