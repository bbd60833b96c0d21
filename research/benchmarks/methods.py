"""Every method on the development corpora: how good, how fast, and whether its work grows with the page.

    python -m research.benchmarks.methods [--pages 150] [--methods NAME ...] [--corpora NAME ...] [--all]

Prints shingle F1, b-precision and b-recall, pages that failed, the median milliseconds of cutting and judging
a page, and the median ratio of these to parsing it (bar: 10; evbe and eifce, which read style sheets: 30).
Then the growth of cutting and judging from 10,000 to 20,000 blocks: 2 is linear, 4 would be quadratic.
`--parts steps` prints what two steps cost: the words that 003's score loses, and DeSeA without cue phrases.
"""

import argparse
import random
from collections import Counter
from itertools import islice
from statistics import median
from time import process_time

from research.corpora import find_corpus, read_corpus
from research.papers.scores import PaperBench, summarise_blocks
from research.script import run_script
from research.systems import PaperSystems
from webnoise.evaluate.corpora import fixed_sample
from webnoise.evaluate.run import evaluate
from webnoise.evaluate.scores import corpus_shingle_f1
from webnoise.evaluate.systems import WITH_SITE
from webnoise.methods.base import LearningMethod
from webnoise.methods.desea import DeSeA, DeSeAParams
from webnoise.methods.registry import METHODS, resolve
from webnoise.methods.tag_simhash.method import TagSimhash, TagSimhashDistinct
from webnoise.model import Page
from webnoise.page.limits import Limits
from webnoise.page.parse import parse

CORPORA = ("wcxb-dev", "news424", "fundus", "siblings")
ROUNDS = 3
TIMED_PAGES = 60
BARS = {"evbe": 30, "eifce": 30}
WIDE = Limits(max_seconds=600)


def seconds(work) -> float:
    """The least of a few runs: what else the machine does only adds."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best


def scores(names, corpora, pages):
    """One line per method and corpus."""
    systems = [name + WITH_SITE if isinstance(resolve(name), LearningMethod) else name for name in names]
    print(f"{'corpus':10} {'method':24} {'pages':>5} {'failed':>6} {'F1':>6} {'b-prec':>6} {'b-rec':>6}")
    for corpus in corpora:
        gold = read_corpus(find_corpus(corpus))
        sample = list(gold) if pages is None else fixed_sample(gold, pages)
        results = evaluate(sample, systems, workers=1, catalogue=PaperSystems(), progress=True)
        for system in systems:
            total = summarise_blocks(system, [result for result in results if result.system == system])
            figures = " ".join(
                f"{value or 0:6.3f}" for value in (total.f1, total.b_precision, total.b_recall)
            )
            print(f"{corpus:10} {system:24} {total.pages:5} {total.failed:6} {figures}", flush=True)


def speed(names, corpora):
    """Median milliseconds, and the median ratio to parsing the same page."""
    pages = [
        Page(gold.url, gold.html)
        for corpus in corpora
        for gold in islice(read_corpus(find_corpus(corpus)), TIMED_PAGES // len(corpora))
    ]
    documents = [parse(page, WIDE) for page in pages]
    parsing = [seconds(lambda page=page: parse(page)) for page in pages]
    print(f"\n{'method':24} {'ms':>8} {'to parsing':>10} {'bar':>4}   ({len(pages)} pages)")
    print(f"{'(parse)':24} {median(parsing) * 1000:8.2f} {1:10.2f}")
    for name in names:
        method = PaperSystems().method(name)
        memory = taught(method, documents)
        times = [judging(method, document, memory) for document in documents]
        ratio = median(time / base for time, base in zip(times, parsing, strict=True))
        print(f"{name:24} {median(times) * 1000:8.2f} {ratio:10.2f} {BARS.get(name, 10):4}", flush=True)


def judging(method, document, memory) -> float:
    return seconds(lambda: method.judge(method.prepare(method.segment(document)), memory))


def taught(method, documents):
    """What a learning method knows after all the pages, taken as one site: more than it meets in life."""
    if not isinstance(method, LearningMethod):
        return None
    memory = method.new_memory()
    for document in documents:
        method.learn(memory, method.prepare(method.segment(document)))
    return memory


def large_pages(blocks):
    """Pages of this many blocks in the shapes that tempt a method to compare all pairs."""
    numbers = random.Random(1)
    names = [
        f"{a}{b}{c}" for a in "btkmp" for b in ("ar", "il", "on") for c in ("der", "ton", "wick", "ling")
    ]

    def text():
        return " ".join(numbers.choices(names, k=6)) + ("." if numbers.random() < 0.7 else "")

    yield "paragraphs of one div", "<div>" + "".join(f"<p>{text()}</p>" for _ in range(blocks)) + "</div>"
    yield "divs", "".join(f'<div class="c{n % 7}">{text()}</div>' for n in range(blocks))
    yield "equal list items", "<ul>" + "<li><a href='/x'>Same words</a></li>" * blocks + "</ul>"
    rows = "".join(f"<tr><td>{text()}</td><td><span>{text()}</span></td></tr>" for _ in range(blocks // 2))
    yield "table", f"<table>{rows}</table>"
    nested = "".join(
        f"<div><h2>{text()}</h2><p>{text()}</p><p>{text()}</p>" + "</div>" * (n % 2) for n in range(200)
    )
    yield "nested divs, repeated", ("<section>" + nested + "</div>" * 100 + "</section>") * (blocks // 600)


def growth(names):
    small, large = (dict(large_pages(count)) for count in (10_000, 20_000))
    print(f"\n{'method':20} {'20,000 blocks':24} {'s':>7} {'growth from 10,000':>18}")
    for name in names:
        method = PaperSystems().method(name)
        for shape in small:
            times = [once(method, pages[shape]) for pages in (small, large)]
            print(f"{name:20} {shape:24} {times[1]:7.2f} {times[1] / times[0]:18.2f}", flush=True)


def once(method, html) -> float:
    document = parse(Page("https://example.com/a", f'<html lang="en"><body>{html}</body></html>'), WIDE)
    memory = None
    if isinstance(method, LearningMethod):
        memory = method.new_memory()
        sibling = parse(Page("https://example.com/b", f'<html lang="en"><body>{html}</body></html>'), WIDE)
        method.learn(memory, method.prepare(method.segment(sibling)))
    start = process_time()
    method.judge(method.prepare(method.segment(document)), memory)
    return process_time() - start


def steps(corpora, pages):
    """What 003's score takes from the relevant words and from the others, and DeSeA with and without cues."""
    sums = Counter()
    for corpus in corpora:
        scores = {"cues": [], "length": []}
        for gold in fixed_sample(list(read_corpus(find_corpus(corpus))), pages):
            if not gold.text:
                continue
            bench = PaperBench(gold)
            for name, method in (("cues", DeSeA()), ("length", DeSeA(DeSeAParams(cue_phrases=())))):
                scores[name].append(bench.judged_by("desea", method, None).shingle)
            sums += lost_by_score(bench)
        shown = ", ".join(f"{name} {corpus_shingle_f1(found).f1:.3f}" for name, found in scores.items())
        print(f"desea, F1 on {len(scores['cues'])} pages of {corpus}: {shown}", flush=True)
    kept, relevant = sums["relevant kept before"], sums["relevant"]
    print(
        f"tag_simhash, {sums['pages']} pages: {kept / relevant:.1%} of the relevant words stay before the "
        f"score, which loses {1 - sums['relevant kept'] / kept:.1%} of them (most of them on "
        f"{sums['most lost'] / sums['pages']:.1%} of the pages) and "
        f"{1 - sums['others kept'] / sums['others kept before']:.1%} of the others"
    )


def lost_by_score(bench) -> Counter:
    cut = bench.cut_by(TagSimhash())
    kinds = ("relevant" if relevant else "others" for relevant in bench.labels_of(cut.page).relevant)
    sums = Counter(pages=1)
    for block, kind, before, after in zip(
        cut.page.blocks,
        kinds,
        TagSimhashDistinct().judge_page(cut.page),
        TagSimhash().judge_page(cut.page),
        strict=True,
    ):
        words = len(block.text.split())
        sums[kind] += words
        sums[f"{kind} kept before"] += words * before.keep
        sums[f"{kind} kept"] += words * after.keep
    sums["most lost"] = 2 * sums["relevant kept"] < sums["relevant kept before"]
    return sums


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=150, help="pages of each corpus that are scored")
    parser.add_argument("--all", action="store_true", help="score all pages")
    parser.add_argument("--methods", nargs="+", default=list(METHODS))
    parser.add_argument("--corpora", nargs="+", default=list(CORPORA))
    parser.add_argument("--parts", nargs="+", default=["scores", "speed", "growth"])
    asked = parser.parse_args()
    if "scores" in asked.parts:
        scores(asked.methods, asked.corpora, None if asked.all else asked.pages)
    if "speed" in asked.parts:
        speed(asked.methods, asked.corpora)
    if "growth" in asked.parts:
        growth(asked.methods)
    if "steps" in asked.parts:
        steps(asked.corpora, asked.pages)


if __name__ == "__main__":
    run_script(main)
