"""Lin and Ho's entropy (InfoDiscoverer 2002): terms that all pages of a site share make a block redundant."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import xxhash

from webnoise.lab.baselines.counts import verdicts, words
from webnoise.methods.base import LearningMethod

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from webnoise.model import PageBlocks, Verdict

__all__ = ["LinHo", "LinHoParameters", "TermMemory", "block_entropy"]

MOST_TERMS = 100_000  # terms remembered of a site; the words of some hundred pages


@dataclass(frozen=True, slots=True)
class LinHoParameters:
    threshold: float = 0.7
    """A block with a higher entropy is redundant: "close to 1" in 000; the value is ours.

    Shingle F1 on 100 pages of siblings and news424: 0.5 .681, 0.6 .842, 0.7 .862, 0.8 .860, 0.9 .839.
    """


@dataclass(slots=True)
class TermMemory:
    """For each term its count over all pages, and the sum of count x ln(count) of each page.

    Both are sums over pages, and the entropy of a term's distribution follows from them.
    """

    seen: set[int] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)
    logs: dict[str, float] = field(default_factory=dict)

    @property
    def pages(self) -> int:
        return len(self.seen)

    def add(self, term: str, count: int, log: float) -> None:
        if term in self.counts or len(self.counts) < MOST_TERMS:
            self.counts[term] = self.counts.get(term, 0) + count
            self.logs[term] = self.logs.get(term, 0.0) + log

    def entropy(self, term: str) -> float:
        """H(F): 0 for a term of one page, 1 for one that all pages use equally."""
        total = self.counts.get(term, 0)
        if self.pages < 2 or not total:
            return 0.0
        return (math.log(total) - self.logs[term] / total) / math.log(self.pages)

    def merge(self, other: TermMemory) -> None:
        """Add another memory; the pages of the two must not overlap."""
        self.seen |= other.seen
        for term, count in other.counts.items():
            self.add(term, count, other.logs[term])

    def to_bytes(self) -> bytes:
        return json.dumps([sorted(self.seen), self.counts, self.logs]).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> TermMemory:
        seen, counts, logs = json.loads(data)
        return cls(set(seen), counts, logs)


class LinHo(LearningMethod[TermMemory]):
    name = "lin_ho"

    def __init__(self, parameters: LinHoParameters | None = None) -> None:
        self.parameters = parameters or LinHoParameters()

    def new_memory(self) -> TermMemory:
        return TermMemory()

    def load_memory(self, data: bytes) -> TermMemory:
        return TermMemory.from_bytes(data)

    def learn(self, memory: TermMemory, page: PageBlocks) -> None:
        text = "\n".join(block.text for block in page.blocks)
        digest = xxhash.xxh64_intdigest(text.encode("utf-8", "surrogatepass"))
        if digest in memory.seen:
            return
        memory.seen.add(digest)
        for term, count in Counter(words(text)).items():
            memory.add(term, count, count * math.log(count))

    def judge(self, page: PageBlocks, site: Any = None) -> Sequence[Verdict]:
        memory = site if isinstance(site, TermMemory) else TermMemory()
        terms = [set(words(block.text)) for block in page.blocks]
        known = {term: memory.entropy(term) for term in set().union(*terms)}
        entropies = [block_entropy(known, found) for found in terms]
        keep = [entropy <= self.parameters.threshold for entropy in entropies]
        return verdicts(keep, [1 - entropy for entropy in entropies], "redundant", "1 - entropy =")


def block_entropy(known: Mapping[str, float], terms: Collection[str]) -> float:
    """H(CB): the mean entropy of the block's terms (000, formula 2); nothing is redundant."""
    return math.fsum(known[term] for term in terms) / len(terms) if terms else 1.0
