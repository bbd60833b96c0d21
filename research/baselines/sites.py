"""Baselines that learn from a site's pages.

Lin and Ho's entropy (InfoDiscoverer 2002): terms that all pages of a site share make a block redundant. Site
style tree (Yi, Liu and Li 2003): elements with many styles and varied contents are important.
"""

from __future__ import annotations

import json
import math
from abc import abstractmethod
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import xxhash

from research.baselines.counts import verdicts, words
from webnoise.methods.base import LearningMethod, Prepared
from webnoise.model import PageBlocks, Verdict

MOST_ELEMENTS = 50_000  # element nodes remembered of a site
MOST_FEATURES = 64  # terms remembered of one element's own text
MOST_TERMS = 100_000  # terms remembered of a site; the words of some hundred pages


@dataclass(slots=True)
class SiteSums:
    """By key, named numbers (or groups of them) that are sums over a site's pages."""

    most: int
    """Keys remembered; what comes later is left out."""
    seen: set[int] = field(default_factory=set)
    sums: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def pages(self) -> int:
        return len(self.seen)

    def add(self, key: str, numbers: Mapping[str, Any]) -> None:
        if key in self.sums or len(self.sums) < self.most:
            _add(self.sums.setdefault(key, {}), numbers)

    def merge(self, other: SiteSums) -> None:
        """Add another memory; the pages of the two must not overlap."""
        self.seen |= other.seen
        for key, numbers in other.sums.items():
            self.add(key, numbers)

    def would_change(self, other: SiteSums) -> bool:
        return bool(other.seen)

    def to_bytes(self) -> bytes:
        return json.dumps([self.most, sorted(self.seen), self.sums]).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> SiteSums:
        most, seen, sums = json.loads(data)
        return cls(most, set(seen), sums)


def _add(ours: dict[str, Any], theirs: Mapping[str, Any]) -> None:
    for name, value in theirs.items():
        if isinstance(value, Mapping):
            _add(ours.setdefault(name, {}), value)
        else:
            ours[name] = ours.get(name, 0) + value


class SiteBaseline(LearningMethod[Prepared, SiteSums]):
    """Learns what `counted` says of each page; `most` bounds the keys."""

    most: ClassVar[int]

    @abstractmethod
    def counted(self, page: PageBlocks) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The keys of a page with the numbers that it adds to them."""

    def new_memory(self) -> SiteSums:
        return SiteSums(self.most)

    def load_memory(self, data: bytes) -> SiteSums:
        return SiteSums.from_bytes(data)

    def prepare(self, page: PageBlocks) -> Prepared:
        return Prepared(page)

    def learn(self, memory: SiteSums, prepared: Prepared) -> None:
        text = "\n".join(block.text for block in prepared.page.blocks)
        digest = xxhash.xxh64_intdigest(text.encode("utf-8", "surrogatepass"))
        if digest not in memory.seen:
            memory.seen.add(digest)
            for key, numbers in self.counted(prepared.page):
                memory.add(key, numbers)


class LinHo(SiteBaseline):
    """A block whose entropy is above the threshold is redundant: "close to 1" in 000; the value is ours.

    Shingle F1 on 100 pages of siblings and news424: 0.5 .681, 0.6 .842, 0.7 .862, 0.8 .860, 0.9 .839.
    """

    name = "lin_ho"
    threshold = 0.7
    most = MOST_TERMS

    def counted(self, page: PageBlocks) -> Iterator[tuple[str, Mapping[str, float]]]:
        """Each term's count, and count x ln(count): the entropy of its distribution follows from the sums."""
        counts = Counter(words("\n".join(block.text for block in page.blocks)))
        return ((term, {"count": count, "log": count * math.log(count)}) for term, count in counts.items())

    def judge(self, prepared: Prepared, memory: SiteSums | None = None) -> Sequence[Verdict]:
        memory = memory or self.new_memory()
        page = prepared.page
        terms: dict[int, set[str]] = defaultdict(set)
        owners = self.content_blocks(page)
        for block, owner in zip(page.blocks, owners, strict=True):
            terms[owner].update(words(block.text))
        known = {term: term_entropy(memory, term) for term in set().union(*terms.values())}
        of_owner = {owner: block_entropy(known, found) for owner, found in terms.items()}
        entropies = [of_owner[owner] for owner in owners]
        keep = [entropy <= self.threshold for entropy in entropies]
        return verdicts(keep, [1 - entropy for entropy in entropies], "redundant", "1 - entropy =")

    def content_blocks(self, page: PageBlocks) -> Sequence[int]:
        """For each block of the page the number of the content block that it is part of: here its own."""
        return range(len(page.blocks))


class LinHoTables(LinHo):
    """As the paper cuts: a content block is what the innermost table around it holds, one the rest."""

    name = "lin_ho_tables"

    def content_blocks(self, page: PageBlocks) -> Sequence[int]:
        outline = page.outline
        tables: list[int] = []
        for element, (tag, parent) in enumerate(zip(outline.tags, outline.parents, strict=True)):
            tables.append(element if tag == "table" or element == 0 else tables[parent])
        return [tables[block.element] for block in page.blocks]


def term_entropy(memory: SiteSums, term: str) -> float:
    """H(F): 0 for a term of one page, 1 for one that all pages use equally."""
    if memory.pages < 2 or term not in memory.sums:
        return 0.0
    total, logs = memory.sums[term]["count"], memory.sums[term]["log"]
    entropy: float = (math.log(total) - logs / total) / math.log(memory.pages)
    return entropy


def block_entropy(known: Mapping[str, float], terms: Collection[str]) -> float:
    """H(CB): the mean entropy of the block's terms (000, formula 2); nothing is redundant."""
    return math.fsum(known[term] for term in terms) / len(terms) if terms else 1.0


class SiteStyleTree(SiteBaseline):
    """`attenuation` is gamma of the paper: what an element's own styles count beside those of its children.

    An element is remembered by the way to it from the root: each style, and the position in it. One whose
    composite importance is below the threshold is noise. The paper fits it by site; this is ours. Shingle F1
    on 100 pages of siblings and news424: 0.4 .834, 0.5 .844, 0.6 .851, 0.7 .852.
    """

    name = "site_style_tree"
    attenuation, threshold = 0.9, 0.6
    most = MOST_ELEMENTS

    def counted(self, page: PageBlocks) -> Iterator[tuple[str, Mapping[str, Mapping[str, int]]]]:
        """How often each style and each term of its own text occurred; a page has one style of an element."""
        texts: dict[int, str] = defaultdict(str)
        for block in page.blocks:
            texts[block.element] += f" {block.text}"
        for element, key, style in _keyed_elements(page):
            terms = sorted(set(words(texts[element])))[:MOST_FEATURES] if element in texts else ()
            yield key, {"styles": {style: 1}, "terms": dict.fromkeys(terms, 1)}

    def judge(self, prepared: Prepared, memory: SiteSums | None = None) -> Sequence[Verdict]:
        page, tree = prepared.page, memory or self.new_memory()
        keys = [key for _, key, _ in _keyed_elements(page)]
        known: dict[str, float] = {}
        scores = [self.importance(tree, keys[block.element], known) for block in page.blocks]
        keep = [score >= self.threshold for score in scores]
        return verdicts(keep, scores, "template", "importance")

    def importance(self, tree: SiteSums, key: str, known: dict[str, float]) -> float:
        """CompImp: of an element with text its contents', of another its styles' and its children's."""
        if key not in known:
            node = tree.sums.get(key, {"styles": {}})
            pages = sum(node["styles"].values())
            if pages < 2:
                known[key] = 1.0
            elif node["terms"]:
                known[key] = content_importance(node["terms"].values(), pages)
            else:
                decay = self.attenuation ** len(node["styles"])
                styles = sum(
                    count / pages * self._style_importance(tree, key, style, known)
                    for style, count in node["styles"].items()
                )
                known[key] = (1 - decay) * styles + decay * presentation_importance(
                    node["styles"].values(), pages
                )
        return known[key]

    def _style_importance(self, tree: SiteSums, key: str, style: str, known: dict[str, float]) -> float:
        children = len(style.split())
        row = _row_key(key, style)
        values = [self.importance(tree, f"{row}/{position}", known) for position in range(children)]
        return sum(values) / children if children else 0.0


def presentation_importance(styles: Collection[int], pages: int) -> float:
    """NodeImp: the entropy of the element's styles over its pages."""
    return -sum(count / pages * math.log(count / pages, pages) for count in styles)


def content_importance(terms: Collection[int], pages: int) -> float:
    """1 - the mean entropy of the terms: a term that c of m pages hold once each has entropy log_m(c)."""
    return 1 - sum(math.log(count, pages) for count in terms) / len(terms)


def _keyed_elements(page: PageBlocks) -> Iterator[tuple[int, str, str]]:
    """Each element with its key and its style, the tags of its children in a row."""
    outline = page.outline
    tags, ends = outline.tags, outline.ends
    keys = [tags[0] if tags else ""] * len(tags)
    for element, end in enumerate(ends):
        child = element + 1
        if child == end:
            yield element, keys[element], ""
            continue
        children = []
        while child < end:
            children.append(child)
            child = ends[child]
        style = " ".join([tags[child] for child in children])
        yield element, keys[element], style
        row = _row_key(keys[element], style)
        for position, child in enumerate(children):
            keys[child] = f"{row}/{position}"


def _row_key(key: str, style: str) -> str:
    """What the keys of an element's children start with."""
    return xxhash.xxh3_64_hexdigest(f"{key}/{style}".encode("utf-8", "surrogatepass"))
