"""Baselines that learn from a site's pages.

Lin and Ho's entropy (InfoDiscoverer 2002): terms that all pages of a site share make a block redundant. Site
style tree (Yi, Liu and Li 2003): elements with many styles and varied contents are important.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import xxhash

from webnoise.lab.baselines.counts import verdicts, words
from webnoise.methods.base import LearningMethod, Prepared
from webnoise.model import PageBlocks, Verdict

__all__ = ["LinHo", "SiteStyleTree", "StyleTree", "TermMemory"]

MOST_ELEMENTS = 50_000  # element nodes remembered of a site
MOST_FEATURES = 64  # terms remembered of one element's own text
MOST_TERMS = 100_000  # terms remembered of a site; the words of some hundred pages


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


class LinHo(LearningMethod[Prepared, TermMemory]):
    """A block whose entropy is above the threshold is redundant: "close to 1" in 000; the value is ours.

    Shingle F1 on 100 pages of siblings and news424: 0.5 .681, 0.6 .842, 0.7 .862, 0.8 .860, 0.9 .839.
    """

    name = "lin_ho"
    threshold = 0.7

    def new_memory(self) -> TermMemory:
        return TermMemory()

    def load_memory(self, data: bytes) -> TermMemory:
        return TermMemory.from_bytes(data)

    def prepare(self, page: PageBlocks) -> Prepared:
        return Prepared(page)

    def learn(self, memory: TermMemory, prepared: Prepared) -> None:
        text = "\n".join(block.text for block in prepared.page.blocks)
        digest = xxhash.xxh64_intdigest(text.encode("utf-8", "surrogatepass"))
        if digest in memory.seen:
            return
        memory.seen.add(digest)
        for term, count in Counter(words(text)).items():
            memory.add(term, count, count * math.log(count))

    def judge(self, prepared: Prepared, memory: TermMemory | None = None) -> Sequence[Verdict]:
        memory = memory or TermMemory()
        terms = [set(words(block.text)) for block in prepared.page.blocks]
        known = {term: memory.entropy(term) for term in set().union(*terms)}
        entropies = [block_entropy(known, found) for found in terms]
        keep = [entropy <= self.threshold for entropy in entropies]
        return verdicts(keep, [1 - entropy for entropy in entropies], "redundant", "1 - entropy =")


def block_entropy(known: Mapping[str, float], terms: Collection[str]) -> float:
    """H(CB): the mean entropy of the block's terms (000, formula 2); nothing is redundant."""
    return math.fsum(known[term] for term in terms) / len(terms) if terms else 1.0


@dataclass(slots=True)
class ElementNode:
    """An element at one position of the tree: pages with it, how often each style and each term occurred."""

    pages: int = 0
    styles: dict[str, int] = field(default_factory=dict)
    features: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class StyleTree:
    """Element nodes by key. A key names the way from the root: each style, and the position in it."""

    seen: set[int] = field(default_factory=set)
    nodes: dict[str, ElementNode] = field(default_factory=dict)

    @property
    def pages(self) -> int:
        return len(self.seen)

    def node(self, key: str) -> ElementNode | None:
        if key not in self.nodes and len(self.nodes) < MOST_ELEMENTS:
            self.nodes[key] = ElementNode()
        return self.nodes.get(key)

    def merge(self, other: StyleTree) -> None:
        """Add another memory; the pages of the two must not overlap."""
        self.seen |= other.seen
        for key, theirs in other.nodes.items():
            if node := self.node(key):
                node.pages += theirs.pages
                for ours, counts in ((node.styles, theirs.styles), (node.features, theirs.features)):
                    for name, count in counts.items():
                        ours[name] = ours.get(name, 0) + count

    def to_bytes(self) -> bytes:
        nodes = {key: [node.pages, node.styles, node.features] for key, node in self.nodes.items()}
        return json.dumps([sorted(self.seen), nodes]).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> StyleTree:
        seen, nodes = json.loads(data)
        return cls(set(seen), {key: ElementNode(*parts) for key, parts in nodes.items()})


class SiteStyleTree(LearningMethod[Prepared, StyleTree]):
    """`attenuation` is gamma of the paper: what an element's own styles count beside those of its children.

    An element whose composite importance is below the threshold is noise. The paper fits it by site; this is
    ours. Shingle F1 on 100 pages of siblings and news424: 0.4 .834, 0.5 .844, 0.6 .851, 0.7 .852.
    """

    name = "site_style_tree"
    attenuation, threshold = 0.9, 0.6

    def new_memory(self) -> StyleTree:
        return StyleTree()

    def load_memory(self, data: bytes) -> StyleTree:
        return StyleTree.from_bytes(data)

    def prepare(self, page: PageBlocks) -> Prepared:
        return Prepared(page)

    def learn(self, memory: StyleTree, prepared: Prepared) -> None:
        page = prepared.page
        digest = xxhash.xxh64_intdigest(
            "\n".join(block.text for block in page.blocks).encode("utf-8", "surrogatepass")
        )
        if digest in memory.seen:
            return
        memory.seen.add(digest)
        texts = _own_texts(page)
        for element, key, style in _keyed_elements(page):
            if node := memory.node(key):
                node.pages += 1
                node.styles[style] = node.styles.get(style, 0) + 1
                if element in texts:
                    for feature in sorted(set(words(texts[element])))[:MOST_FEATURES]:
                        node.features[feature] = node.features.get(feature, 0) + 1

    def judge(self, prepared: Prepared, memory: StyleTree | None = None) -> Sequence[Verdict]:
        page, tree = prepared.page, memory or StyleTree()
        keys = [key for _, key, _ in _keyed_elements(page)]
        known: dict[str, float] = {}
        scores = [self.importance(tree, keys[block.element], known) for block in page.blocks]
        keep = [score >= self.threshold for score in scores]
        return verdicts(keep, scores, "template", "importance")

    def importance(self, tree: StyleTree, key: str, known: dict[str, float]) -> float:
        """CompImp: of an element with text its contents', of another its styles' and its children's."""
        if key not in known:
            node = tree.nodes.get(key)
            if node is None or node.pages < 2:
                known[key] = 1.0
            elif node.features:
                known[key] = content_importance(node)
            else:
                decay = self.attenuation ** len(node.styles)
                styles = sum(
                    count / node.pages * self._style_importance(tree, key, style, known)
                    for style, count in node.styles.items()
                )
                known[key] = (1 - decay) * styles + decay * presentation_importance(node)
        return known[key]

    def _style_importance(self, tree: StyleTree, key: str, style: str, known: dict[str, float]) -> float:
        children = len(style.split())
        row = _row_key(key, style)
        values = [self.importance(tree, f"{row}/{position}", known) for position in range(children)]
        return sum(values) / children if children else 0.0


def presentation_importance(node: ElementNode) -> float:
    """NodeImp: the entropy of the element's styles over its pages."""
    shares = [count / node.pages for count in node.styles.values()]
    return -sum(share * math.log(share, node.pages) for share in shares)


def content_importance(node: ElementNode) -> float:
    """1 - the mean entropy of the terms: a term that c of m pages hold once each has entropy log_m(c)."""
    entropies = [math.log(count, node.pages) for count in node.features.values()]
    return 1 - sum(entropies) / len(entropies)


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


def _own_texts(page: PageBlocks) -> dict[int, str]:
    texts: dict[int, str] = {}
    for block in page.blocks:
        texts[block.element] = f"{texts.get(block.element, '')} {block.text}"
    return texts
