"""Cost of an extraction with everything in it, as a multiple of parsing the same pages, in one run.

python benchmarks/speed.py [--sets news424 fundus wcxb-dev] [--pages N] [--rounds 3] [--peers ...] [--stages]

`webnoise.extract` gives an article with text and metadata; Markdown, images, media, kind and the counted
roles are made when they are read, which the second line includes. Processor time, the best of several
rounds for each page; all take their turn on a page before the next page comes, so that a machine that
becomes slower for a while becomes so for all of them. The peers take one round.
"""

import argparse
import gc
import statistics
from dataclasses import replace
from functools import partial
from time import process_time

import lxml.html

from webnoise import flow
from webnoise.config import Config
from webnoise.errors import ConfigError
from webnoise.flow import extract
from webnoise.lab.evaluate.corpora import fixed_sample, read_corpus
from webnoise.lab.evaluate.systems import peer_extract
from webnoise.lab.script import run_script
from webnoise.metadata import read_metadata
from webnoise.methods.registry import resolve
from webnoise.model import Page
from webnoise.page.parse import parse


def best_times(works, pages, rounds):
    """By name of the work and page, milliseconds."""
    best = {name: [float("inf")] * len(pages) for name in works}
    for _ in range(rounds):
        gc.collect()
        for place, page in enumerate(pages):
            for name, work in works.items():
                start = process_time()
                work(page)
                best[name][place] = min(best[name][place], (process_time() - start) * 1000)
    return best


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
    return best_times(works, range(len(pages)), rounds)


def trafilatura_text(html, url):
    from trafilatura import bare_extraction

    bare_extraction(html, url=url, fast=True, with_metadata=False)


def trafilatura_all(html, url):
    from trafilatura import bare_extraction

    bare_extraction(html, url=url, fast=True, with_metadata=True)


def resiliparse(html, url):  # noqa: ARG001  the address does not matter to it
    from resiliparse.extract.html2text import extract_plain_text

    extract_plain_text(html, main_content=True)


def readability(html, url):
    from readability import Document

    Document(html, url=url).summary()


def newspaper(html, url):
    peer_extract("newspaper", html, url)


PEERS = {
    "trafilatura fast": trafilatura_text,
    "trafilatura fast, metadata": trafilatura_all,
    "resiliparse": resiliparse,
    "readability": readability,
    "newspaper": newspaper,
}


def attempt(peer, failed, page):
    """A peer may fail on a page (newspaper4k asks for a package per language): its time until then counts."""
    try:
        peer(page.html, page.url)
    except ImportError as error:
        raise ConfigError(
            f"a peer is not installed ({error}): pip install webnoise[peers] resiliparse"
        ) from None
    except Exception as error:  # noqa: BLE001
        failed.append(error)


def parse_again(document):
    """The same document with time left: its deadline counts from when it was parsed."""
    return replace(document, deadline=float("inf"))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sets", nargs="+", default=["news424", "fundus", "wcxb-dev"])
    parser.add_argument("--pages", type=int, default=0, help="of each set; 0: all")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", nargs="*", default=list(PEERS)[:4], choices=list(PEERS))
    parser.add_argument("--stages", action="store_true", help="each stage by itself as well")
    options = parser.parse_args()
    for name in options.sets:
        gold = [page for page in read_corpus(name) if page.type in (None, "article")]
        pages = [Page(page.url, page.html) for page in fixed_sample(gold, options.pages or len(gold))]
        print(
            f"{name}: {len(pages)} pages, ms per page (mean, median) and as a multiple of lxml.html parsing"
        )
        compare(pages, options)


def compare(pages, options):
    config = Config()
    extract(pages[0], config).to_dict()
    works = {
        "lxml.html": lambda page: lxml.html.document_fromstring(page.html.encode()),
        "webnoise.extract": lambda page: extract(page, config),
        "  and every field read": lambda page: extract(page, config).to_dict(),
    }
    times = best_times(works, pages, options.rounds)
    parsing, ours, exported = times.values()
    for name, by_page in times.items():
        report(name, by_page, parsing)
    for name, by_page in stages(pages, options.rounds).items() if options.stages else ():
        report(f"  {name}", by_page, parsing)
    failed = {name: [] for name in options.peers}
    turns = {name: partial(attempt, PEERS[name], failed[name]) for name in options.peers}
    for name, by_page in best_times(turns, pages, 1).items():
        report(f"{name}, {len(failed[name])} failed" if failed[name] else name, by_page, parsing)
        print(f"    webnoise is {sum(by_page) / sum(ours):.1f} times as fast", end=", ")
        print(f"{sum(by_page) / sum(exported):.1f} times with every field read", flush=True)
    print("growth: ms per 100 kB by page size")
    ranked = sorted(range(len(pages)), key=lambda i: len(pages[i].html))
    third = max(1, len(ranked) // 3)
    for chosen in (ranked[:third], ranked[third : 2 * third], ranked[2 * third :]):
        size = sum(len(pages[i].html) for i in chosen)
        print(f"  {size / len(chosen) / 1000:7.0f} kB: {sum(ours[i] for i in chosen) / size * 1e5:.2f}")


def report(name, times, parsing):
    mean, median = statistics.mean(times), statistics.median(times)
    print(f"{name:28} {mean:7.2f} {median:7.2f}   {mean / statistics.mean(parsing):5.2f} "
          f"{median / statistics.median(parsing):5.2f}", flush=True)  # fmt: skip


if __name__ == "__main__":
    run_script(main)
