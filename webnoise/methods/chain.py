"""Methods in a row: what an earlier one drops is gone for the later ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from webnoise.errors import ConfigError
from webnoise.methods.base import AnyLearningMethod, AnyMethod, LearningMethod, Memory, Method, Prepared
from webnoise.model import PageBlocks, Verdict
from webnoise.page.parse import Document


@dataclass(frozen=True)
class PreparedChain(Prepared):
    """A page with what the links before the one that learns have decided.

    `left` are the blocks that they keep, by index; `rest` is the page of those alone, as the next link has
    prepared it.
    """

    verdicts: tuple[Verdict, ...]
    left: tuple[int, ...]
    rest: Prepared | None


class MethodChain(Method[PreparedChain, Memory]):
    """The links judge in order, each the blocks that the ones before it keep.

    The last link with a segmentation of its own segments the page. Titles stay as they are declared.
    """

    def __init__(self, links: Sequence[AnyMethod]) -> None:
        self.links = tuple(links)
        self.name = ",".join(link.name for link in links)  # type: ignore[misc]  # of this chain, not of its class
        learns = [number for number, link in enumerate(links) if isinstance(link, LearningMethod)]
        self._first = learns[0] if learns else 0  # the link from which a memory may be needed

    def segment(self, document: Document) -> PageBlocks:
        own = [link for link in self.links if type(link).segment is not Method.segment]
        return own[-1].segment(document) if own else super().segment(document)

    def prepare(self, page: PageBlocks) -> PreparedChain:
        verdicts: list[Verdict] = []
        left: Sequence[int] = range(len(page.blocks))
        for link in self.links[: self._first]:
            left = _judge(link, link.prepare(blocks_of(page, left)), None, verdicts, left)
        rest = self.links[self._first].prepare(blocks_of(page, left)) if left else None
        return PreparedChain(page, tuple(verdicts), tuple(left), rest)

    def judge(self, prepared: PreparedChain, memory: Memory | None = None) -> list[Verdict]:
        verdicts, left, rest = list(prepared.verdicts), list(prepared.left), prepared.rest
        for link in self.links[self._first :]:
            if not left:
                break
            if rest is None:
                rest = link.prepare(blocks_of(prepared.page, left))
            left = _judge(link, rest, memory if isinstance(link, LearningMethod) else None, verdicts, left)
            rest = None
        return verdicts


class LearningChain(MethodChain, LearningMethod[PreparedChain, Memory]):
    """A chain with a link that learns, whose memory is that link's."""

    @property
    def _learner(self) -> AnyLearningMethod:
        learner = self.links[self._first]
        assert isinstance(learner, LearningMethod)
        return learner

    def new_memory(self) -> Memory:
        memory: Memory = self._learner.new_memory()
        return memory

    def load_memory(self, data: bytes) -> Memory:
        memory: Memory = self._learner.load_memory(data)
        return memory

    def learn(self, memory: Memory, prepared: PreparedChain) -> None:
        if prepared.rest is not None:
            self._learner.learn(memory, prepared.rest)


def chain(links: Sequence[AnyMethod]) -> MethodChain:
    """Make one method of several."""
    learners = [link.name for link in links if isinstance(link, LearningMethod)]
    if len(learners) > 1:
        raise ConfigError(f"a chain has one method that learns from a site, not {' and '.join(learners)}")
    return LearningChain(links) if learners else MethodChain(links)


def _judge(
    link: AnyMethod, prepared: Any, memory: Memory | None, verdicts: list[Verdict], left: Sequence[int]
) -> list[int]:
    """Write the link's verdicts on the blocks that are left; return those that it keeps."""
    found = list(link.judge(prepared, memory))
    if not verdicts:
        verdicts.extend(found)
    for index, verdict in zip(left, found, strict=True):
        verdicts[index] = verdict
    return [index for index, verdict in zip(left, found, strict=True) if verdict.keep]


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
