"""Methods in a row: what an earlier one drops is gone for the later ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from webnoise.errors import ConfigError
from webnoise.methods.base import AnyLearningMethod, AnyMethod, LearningMethod, Memory, Method, Prepared
from webnoise.model import PageBlocks, Verdict
from webnoise.page.parse import Document


@dataclass(frozen=True)
class PreparedChain(Prepared):
    """A page as the links before the last have decided on it.

    `left` are the blocks that they keep, by index; `rest` is the page of those alone, as the last link has
    prepared it.
    """

    verdicts: Sequence[Verdict]
    left: Sequence[int]
    rest: Prepared | None


class MethodChain(Method[PreparedChain, Memory]):
    """The links judge in order, each the blocks that the ones before it keep.

    The last link with a segmentation of its own segments the page. Titles stay as they are declared.
    """

    def __init__(self, links: Sequence[AnyMethod]) -> None:
        *self.links, self.last = links
        self.name = ",".join(link.name for link in links)  # type: ignore[misc]  # of this chain, not of its class

    def segment(self, document: Document) -> PageBlocks:
        own = [link for link in (*self.links, self.last) if type(link).segment is not Method.segment]
        return own[-1].segment(document) if own else super().segment(document)

    def prepare(self, page: PageBlocks) -> PreparedChain:
        verdicts: list[Verdict] = []
        left: list[int] = list(range(len(page.blocks)))
        for link in self.links if left else ():
            found = list(link.judge(link.prepare(blocks_of(page, left))))
            verdicts = verdicts or found
            for index, verdict in zip(left, found, strict=True):
                verdicts[index] = verdict
            left = [index for index in left if verdicts[index].keep]
        return PreparedChain(page, verdicts, left, self.last.prepare(blocks_of(page, left)) if left else None)

    def judge(self, prepared: PreparedChain, memory: Memory | None = None) -> list[Verdict]:
        verdicts = list(prepared.verdicts)
        if prepared.rest is not None:
            for index, verdict in zip(prepared.left, self.last.judge(prepared.rest, memory), strict=True):
                verdicts[index] = verdict
        return verdicts


class LearningChain(MethodChain, LearningMethod[PreparedChain, Memory]):
    """A chain whose last link learns; its memory is that link's."""

    last: AnyLearningMethod

    def new_memory(self) -> Memory:
        memory: Memory = self.last.new_memory()
        return memory

    def load_memory(self, data: bytes) -> Memory:
        memory: Memory = self.last.load_memory(data)
        return memory

    def learn(self, memory: Memory, prepared: PreparedChain) -> None:
        if prepared.rest is not None:
            self.last.learn(memory, prepared.rest)


def chain(links: Sequence[AnyMethod]) -> MethodChain:
    """Make one method of several."""
    for link in links[:-1]:
        if isinstance(link, LearningMethod):
            raise ConfigError(f"{link.name!r} learns from a site: name it last in a chain")
    return LearningChain(links) if isinstance(links[-1], LearningMethod) else MethodChain(links)


def blocks_of(page: PageBlocks, left: Sequence[int]) -> PageBlocks:
    """Return the page with these of its blocks alone."""
    if len(left) == len(page.blocks):
        return page
    kept = set(left)
    numbers = [0]  # how many are left before each block
    for index in range(len(page.blocks)):
        numbers.append(numbers[-1] + (index in kept))
    blocks = tuple(page.blocks[old]._replace(index=new) for new, old in enumerate(left))
    outline = replace(
        page.outline,
        first_block=[numbers[first] for first in page.outline.first_block],
        last_block=[numbers[last] for last in page.outline.last_block],
    )
    return replace(page, blocks=blocks, outline=outline)
