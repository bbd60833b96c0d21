"""Cost of an article as users pay for it, as a multiple of lxml's time to parse the same pages, beside peers.

python -m research.benchmarks.speed [--sets news424 fundus wcxb-dev] [--pages N] [--peers ...] [--json FILE]

Each set is measured in a fresh process, in which every page comes once: names and words that no page brought
before are part of the cost. The first 30 pages are not timed: models and libraries are loaded by then, those
of some languages alone, too (nltk takes a second, once, py3langid half of one). All systems take their turn
on a page before the next page comes, so that a machine that becomes slower for a while becomes so for all of
them. Sums of processor time are divided by sums.
"""

import argparse
import gc
import json
import subprocess
import sys
from pathlib import Path
from time import process_time

from research.corpora import read_corpus
from research.script import run_script
from webnoise.errors import ConfigError
from webnoise.evaluate.corpora import fixed_sample

SETS = ("news424", "fundus", "wcxb-dev")
UNTIMED = 30  # pages
PARSER, ARTICLE, FIELDS, SIGNATURE = (
    "lxml.html",
    "webnoise, article",
    "webnoise, all fields",
    "webnoise, signature",
)
PEERS = ("trafilatura fast", "trafilatura fast, metadata", "resiliparse", "readability", "newspaper4k")


def parse_by_lxml(page):
    import lxml.html

    lxml.html.document_fromstring(page.html.encode())


def article(page):
    import webnoise

    return webnoise.extract(page.html, url=page.url)


def all_fields(page):
    return article(page).to_dict()


def sign(text_and_language):
    import webnoise

    webnoise.signature(*text_and_language)


def trafilatura_text(page):
    from trafilatura import bare_extraction

    bare_extraction(page.html, url=page.url, fast=True, with_metadata=False)


def trafilatura_all(page):
    from trafilatura import bare_extraction

    bare_extraction(page.html, url=page.url, fast=True, with_metadata=True)


def resiliparse(page):
    from resiliparse.extract.html2text import extract_plain_text

    extract_plain_text(page.html, main_content=True)


def readability(page):
    from readability import Document

    Document(page.html, url=page.url).summary()


def newspaper(page):
    from webnoise.evaluate.peers import peer_extract

    peer_extract("newspaper", page.html, page.url)


RUNS = {PARSER: parse_by_lxml, ARTICLE: article, FIELDS: all_fields, SIGNATURE: sign} | dict(
    zip(PEERS, (trafilatura_text, trafilatura_all, resiliparse, readability, newspaper), strict=True)
)


def timed(run, page):
    """Processor time in seconds, and whether the page failed: the time until then counts."""
    if run is sign:
        page = (found := article(page)).text, found.language
    start = process_time()
    try:
        run(page)
    except ImportError as error:
        raise ConfigError(
            f"a peer is not installed ({error}): pip install webnoise[peers] resiliparse"
        ) from None
    except Exception:  # noqa: BLE001  a peer may fail on a page in any way; failures are counted
        return process_time() - start, True
    return process_time() - start, False


def load_languages():
    import nltk.stem.snowball  # noqa: F401
    import py3langid

    py3langid.classify("a text")


def measure(name, limit, systems):
    """Seconds and failures of each system on the pages of a set after the first 30, each page once."""
    gold = [page for page in read_corpus(name) if page.type in (None, "article")]
    pages = fixed_sample(gold, limit or len(gold))
    seconds, failures = dict.fromkeys(systems, 0.0), dict.fromkeys(systems, 0)
    load_languages()
    gc.collect()
    for number, page in enumerate(pages):
        for system in systems:
            spent, failed = timed(RUNS[system], page)
            if number >= UNTIMED:
                seconds[system] += spent
                failures[system] += failed
    return {"pages": len(pages) - UNTIMED, "seconds": seconds, "failures": failures}


def in_fresh_process(name, limit, systems):
    command = [
        sys.executable,
        "-m",
        "research.benchmarks.speed",
        "--measure",
        name,
        "--pages",
        str(limit),
        "--systems",
        *systems,
    ]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return json.loads(done.stdout)


def compare(name, limit, peers):
    """The figures of one set: milliseconds, multiple of lxml's, failures, by system.

    What one system does with a page warms the caches of the next: an article and all its fields have a
    process each, with lxml's time in it.
    """
    figures = {}
    for systems in ((PARSER, ARTICLE, SIGNATURE, *peers), (PARSER, FIELDS)):
        found = in_fresh_process(name, limit, systems)
        for system in systems:
            if system not in figures:
                figures[system] = {
                    "ms": found["seconds"][system] / found["pages"] * 1000,
                    "ratio": found["seconds"][system] / found["seconds"][PARSER],
                    "failures": found["failures"][system],
                }
    print(f"{name}: {found['pages']} pages; ms per page, multiple of lxml.html, times an article of webnoise")
    for system, figure in figures.items():
        failed = f"  ({figure['failures']} pages failed)" if figure["failures"] else ""
        beside = figure["ratio"] / figures[ARTICLE]["ratio"]
        print(f"  {system:28}{figure['ms']:8.2f}{figure['ratio']:8.2f}{beside:8.1f}{failed}", flush=True)
    return figures


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--pages", type=int, default=0, help="of each set; 0: all")
    parser.add_argument("--peers", nargs="*", default=PEERS[:4], choices=PEERS)
    parser.add_argument("--json", type=Path, help="write the figures there as well")
    parser.add_argument("--measure", metavar="SET", help=argparse.SUPPRESS)
    parser.add_argument("--systems", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.measure, options.pages, options.systems)))
        return
    figures = {name: compare(name, options.pages, options.peers) for name in options.sets}
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    run_script(main)
