"""What a site's other pages teach the default method: scores, a curve over siblings, cost and size.

    python -m research.benchmarks.site_memory [--sites 20 | --all] [--parts scores curve ...] [--peers]

Scores are shingle F1 over all pages of the siblings corpus, the title put before the text where the gold has
it, for every system alike. As in a crawl, a page is learned and then judged; the memory leaves the page
itself and its copies out of every count, so that this is the same as judging it by its site's other pages.

- scores: without memory, with it, and with --peers trafilatura, readability-lxml and deboiler (which learns
  from the same siblings). Bars: 0.950 with memory, 1.2 points more than without.
- curve: each page with the memory of 1, 2, 3, 5, 10, 20 others of its site (all it has where it has fewer).
- folds: the weights of `webnoise/site/weigh.py` chosen on four fifths of the sites and measured on the fifth,
  for each fifth; then those that all sites choose, which are the ones to ship.
- cost: reading, learning and deciding with memory against reading and deciding without. Bar: 1.5.
- size: bytes of the memory of a site after 5,000 synthetic pages. Bar: 5 MB.
"""

import argparse
import random
import tracemalloc
from collections import defaultdict
from statistics import median
from time import process_time

from research.benchmarks.site_folds import folds
from research.benchmarks.site_pages import CONFIG, Laid, by_site, lay_out, memory_of, show
from research.benchmarks.site_peers import peers
from research.corpora import read_corpus
from research.script import run_script
from webnoise import flow
from webnoise.evaluate.corpora import GoldPage, site_key
from webnoise.evaluate.scores import corpus_shingle_f1
from webnoise.methods.core.method import Core
from webnoise.model import Page
from webnoise.site.memory import SiteMemory

CURVE = (1, 2, 3, 5, 10, 20)
LETTERS = str.maketrans("0123456789", "etaoinshrd")


def scores(pages: list[Laid], method: Core) -> None:
    memories = {site: memory_of(members) for site, members in by_site(pages).items()}
    alone = [page.score(method) for page in pages]
    known = [page.score(method, memories[page.gold.site]) for page in pages]
    base = show("core, a page alone", alone)
    show("core with site memory", known, base)
    sets = defaultdict(list)
    for page, before, after in zip(pages, alone, known, strict=True):
        sets[page.gold.set].append((before, after))
    for name, pairs in sorted(sets.items()):
        before, after = (corpus_shingle_f1(column) for column in zip(*pairs, strict=True))
        change = (
            f"P {before.precision:.3f} -> {after.precision:.3f}  R {before.recall:.3f} -> {after.recall:.3f}"
        )
        print(f"  {name:18} {len(pairs):5} pages  {change}  F1 {before.f1:.4f} -> {after.f1:.4f}")


def curve(pages: list[Laid], method: Core) -> None:
    base = show("0 siblings", [page.score(method) for page in pages])
    sites = by_site(pages)
    rings = {
        site: sorted(members, key=lambda page: site_key(page.gold.id)) for site, members in sites.items()
    }
    for count in CURVE:
        found = []
        for ring in rings.values():
            for place, page in enumerate(ring):
                others = (ring[place + 1 :] + ring[:place])[:count]
                found.append(page.score(method, memory_of([*others, page])))
        show(f"{count} sibling{'s' if count > 1 else ''}", found, base)


def cost(golds: list[GoldPage]) -> None:
    """Both ways over the same pages, each first on every other one: the second finds caches warm."""
    core = Core()
    memories = defaultdict(core.new_memory)

    def without(page: Page, _: str) -> None:
        flow.extract(page, CONFIG)

    def with_memory(page: Page, site: str) -> None:
        read, memory = flow.read(page, CONFIG), memories[site]
        core.learn(memory, read.prepared)
        flow.finish(read, CONFIG, memory)

    for gold in golds[:5]:  # what is loaded once
        with_memory(Page(gold.url, gold.html), "")
    times: dict[str, list[float]] = {"without": [], "with_memory": []}
    for number, gold in enumerate(golds):
        ways = (without, with_memory) if number % 2 else (with_memory, without)
        for way in ways:
            start = process_time()
            way(Page(gold.url, gold.html), gold.site)
            times[way.__name__].append(process_time() - start)
    plain, learned = (sum(column) for column in times.values())
    ratios = [after / before for before, after in zip(*times.values(), strict=True)]
    each = 1000 / len(golds)
    print(f"without memory {plain * each:.2f} ms a page, learning and deciding by it {learned * each:.2f} ms")
    print(f"ratio {learned / plain:.2f} (median of pages {median(ratios):.2f}), bar 1.50")


def size(asked_pages: int = 5000) -> None:
    core = Core()
    memory = core.new_memory()
    start, slowest = process_time(), []
    for number in range(asked_pages):
        read = flow.read(Page(f"https://example.com/{number}", synthetic(number)), CONFIG)
        before = process_time()
        core.learn(memory, read.prepared)
        slowest.append(process_time() - before)
    core.judge(read.prepared, memory)
    data = memory.to_bytes()
    print(
        f"{asked_pages:,} pages of one site, {process_time() - start:.0f} s: {memory.pages} pages remembered"
    )
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    memory = SiteMemory.from_bytes(data)
    held = tracemalloc.get_traced_memory()[0] - before
    core.judge(read.prepared, memory)
    indexed = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    print(
        f"{len(data) / 1e6:.2f} MB in a store, {held / 1e6:.2f} MB in memory, bar 5 MB; "
        f"with the index that judging needs {indexed / 1e6:.2f} MB"
    )
    early, late = sum(slowest[500:1500]), sum(slowest[-1000:])
    print(f"learning 1,000 pages: {early:.2f} s at first, {late:.2f} s at last")


def synthetic(number: int) -> str:
    """A page of 300 blocks: a template of 220 and 80 of its own."""
    words = random.Random(number)

    def sentence(length: int) -> str:
        return " ".join(str(words.randrange(20_000)).translate(LETTERS) for _ in range(length))

    menu = "".join(f'<li class="item"><a href="/s{place}">Section {place}</a></li>' for place in range(220))
    story = "".join(f"<p>{sentence(30)}.</p>" for _ in range(80))
    return (
        f"<html lang=en><title>{sentence(6)} | Example</title><body><div><ul>{menu}</ul></div>"
        f"<div class='story'><h1>{sentence(6)}</h1>{story}</div></body></html>"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sites", type=int, default=20, help="so many sites, the same ones in every run")
    parser.add_argument("--all", action="store_true", help="all sites")
    parser.add_argument("--parts", nargs="+", default=["scores", "curve", "cost", "size"])
    parser.add_argument("--peers", action="store_true", help="score the peers too (pip install deboiler)")
    asked = parser.parse_args()
    golds = list(read_corpus("siblings"))
    names = sorted({gold.site for gold in golds}, key=site_key)
    chosen = set(names if asked.all else names[: asked.sites])
    golds = [gold for gold in golds if gold.site in chosen]
    print(f"{len(golds)} pages of {len(chosen)} sites", flush=True)
    if "cost" in asked.parts:
        cost(golds)
    if "size" in asked.parts:
        size()
    if asked.peers:
        peers(golds)
    if {"scores", "curve", "folds"} & set(asked.parts):
        pages = lay_out(golds)
        method = Core()
        for part in (scores, curve, folds):
            if part.__name__ in asked.parts:
                part(pages, method)


if __name__ == "__main__":
    run_script(main)
