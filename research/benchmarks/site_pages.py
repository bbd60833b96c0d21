"""The pages of the siblings corpus with their parts made once: a part of `site_memory.py`."""

from collections import defaultdict
from dataclasses import dataclass, field, replace

import xxhash

from webnoise import flow
from webnoise.config import Config
from webnoise.evaluate.corpora import GoldPage
from webnoise.evaluate.scores import ShingleScore, corpus_shingle_f1, shingle_score
from webnoise.methods.core.method import Core
from webnoise.model import Page
from webnoise.site.memory import SiteMemory
from webnoise.site.trace import PageTrace

CONFIG = Config()


@dataclass(eq=False)
class Laid:
    """A page with its parts made once: what memory does not change is not made twice."""

    gold: GoldPage
    read: flow.ReadPage
    scores: dict[str, ShingleScore] = field(default_factory=dict)

    @property
    def trace(self) -> PageTrace | None:
        return self.read.prepared.trace if self.read.page_blocks.blocks else None

    def score(self, method: Core, memory=None) -> ShingleScore:
        article = flow.finish(replace(self.read, method=method), CONFIG, memory)
        text = f"{article.title or ''}\n{article.text}" if self.gold.gold_has_title else article.text
        known = xxhash.xxh3_128_hexdigest(text.encode("utf-8", "surrogatepass"))
        if known not in self.scores:
            self.scores[known] = shingle_score(self.gold.text or "", text)
        return self.scores[known]


def lay_out(pages) -> list[Laid]:
    laid = []
    for gold in pages:
        read = flow.read(Page(gold.url, gold.html), CONFIG)
        laid.append(Laid(replace(gold, html=""), replace(read, page=replace(read.page, html=""))))
    return laid


def by_site(pages):
    sites = defaultdict(list)
    for page in pages:
        sites[page.gold.site].append(page)
    return sites


def memory_of(pages) -> SiteMemory:
    core = Core()
    memory = core.new_memory()
    for page in pages:
        core.learn(memory, page.read.prepared)
    return memory


def show(name: str, scores, beside: float | None = None) -> float:
    total = corpus_shingle_f1(scores)
    gain = "" if beside is None else f"  {100 * (total.f1 - beside):+.2f} points"
    print(f"{name:28} P {total.precision:.4f}  R {total.recall:.4f}  F1 {total.f1:.4f}{gain}", flush=True)
    return total.f1
