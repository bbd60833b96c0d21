"""Cost of an extraction with everything in it, as a multiple of parsing the same pages, in one run.

python benchmarks/speed.py [--set news424] [--pages 300] [--rounds 5] [--peers trafilatura_fast ...]

`webnoise.extract` gives an article with text and metadata; Markdown, images, media, kind and the counted
reasons are made when they are read, which the second line includes. Processor time, the best of several
rounds for each page, so that other work on the machine disturbs little.
"""

import argparse
import gc
import statistics
from dataclasses import replace
from time import process_time

import lxml.html

from webnoise import flow
from webnoise.config import Config
from webnoise.flow import extract
from webnoise.lab.evaluate.corpora import fixed_sample, read_corpus
from webnoise.lab.evaluate.systems import peer_extract
from webnoise.lab.script import run_script
from webnoise.metadata import read_metadata
from webnoise.methods.registry import resolve
from webnoise.model import Page
from webnoise.page.parse import parse


def best_times(work, pages, rounds):
    """By page, milliseconds."""
    best = [float("inf")] * len(pages)
    for _ in range(rounds):
        gc.collect()
        for place, page in enumerate(pages):
            start = process_time()
            work(page)
            best[place] = min(best[place], process_time() - start)
    return [time * 1000 for time in best]


def stages(pages, rounds):
    """Each stage by itself, on what the stages before it made."""
    config, core = Config(), resolve("core")
    documents = [parse(page, config.limits) for page in pages]
    metadata = [read_metadata(document) for document in documents]
    read = [
        flow.prepare(parse_again(document), said, core)
        for document, said in zip(documents, metadata, strict=True)
    ]
    settled = [flow.settle(page, config) for page in read]
    works = {
        "parse": lambda i: parse(pages[i]),
        "segment": lambda i: core.segment(parse_again(documents[i])),
        "metadata": lambda i: read_metadata(documents[i]),
        "prepare": lambda i: core.prepare(read[i].cut),
        "settle": lambda i: flow.settle(read[i], config),
        "write": lambda i: flow.write(read[i], settled[i]),
    }
    return {name: best_times(work, range(len(pages)), rounds) for name, work in works.items()}


def attempt(peer, page, failed):
    """A peer may fail on a page (newspaper4k asks for a package per language): its time until then counts."""
    try:
        peer_extract(peer, page.html, page.url)
    except Exception as error:  # noqa: BLE001
        failed.append(error)


def parse_again(document):
    """The same document with time left: its deadline counts from when it was parsed."""
    return replace(document, deadline=float("inf"))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", default="news424")
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--peers", nargs="*", default=["trafilatura_fast", "trafilatura", "readability", "newspaper"]
    )
    options = parser.parse_args()
    names = [options.set] if options.set != "news424" else ["news424", "fundus", "wcxb-dev"]
    gold = [page for name in names for page in read_corpus(name) if page.type in (None, "article")]
    pages = [Page(page.url, page.html) for page in fixed_sample(gold, options.pages)]
    config = Config()
    extract(pages[0], config)

    parsing = best_times(
        lambda page: lxml.html.document_fromstring(page.html.encode()), pages, options.rounds
    )
    ours = best_times(lambda page: extract(page, config), pages, options.rounds)
    exported = best_times(lambda page: extract(page, config).to_dict(), pages, options.rounds)
    print(f"{len(pages)} pages, ms per page (mean, median) and as a multiple of lxml.html parsing")
    report("lxml.html", parsing, parsing)
    report("webnoise.extract", ours, parsing)
    report("  and every field read", exported, parsing)
    for name, times in stages(pages, options.rounds).items():
        report(f"  {name}", times, parsing)
    for name in options.peers:
        failed = []
        times = best_times(lambda page, name=name, failed=failed: attempt(name, page, failed), pages, 1)
        report(f"{name}, {len(failed)} failed" if failed else name, times, parsing)
        print(f"    webnoise is {sum(times) / sum(ours):.1f} times as fast")
    print("growth: ms per 100 kB by page size")
    ranked = sorted(range(len(pages)), key=lambda i: len(pages[i].html))
    third = max(1, len(ranked) // 3)
    for chosen in (ranked[:third], ranked[third : 2 * third], ranked[2 * third :]):
        size = sum(len(pages[i].html) for i in chosen)
        print(f"  {size / len(chosen) / 1000:7.0f} kB: {sum(ours[i] for i in chosen) / size * 1e5:.2f}")


def report(name, times, parsing):
    mean, median = statistics.mean(times), statistics.median(times)
    print(f"{name:24} {mean:7.2f} {median:7.2f}   {mean / statistics.mean(parsing):5.2f} "
          f"{median / statistics.median(parsing):5.2f}", flush=True)  # fmt: skip


if __name__ == "__main__":
    run_script(main)
