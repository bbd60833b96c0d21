"""Cost of an inspect page as a multiple of the extraction: of a page with 3,000 blocks, or of your own.

python -m research.benchmarks.inspect_page [PAGE.html ...] [--rounds 7]

The extraction is what `webnoise extract` does: an article with all of its fields. "text alone" is the article
without the fields that are worked out when they are read. Processor time, the best of the rounds.
"""

import argparse
import gc
from pathlib import Path
from time import process_time

from webnoise import flow
from webnoise.config import Config
from webnoise.inspect.document import to_html
from webnoise.inspect.inspection import inspect_page
from webnoise.model import Page

SENTENCE = "The harbour council rejected a plan for the old bridge after months of rain, and people watched."


def long_page(blocks=3000):
    """Headings, teasers and paragraphs with a link and bold words."""
    parts = ["<html lang=en><head><title>A long report</title></head><body><nav>Home</nav><article>"]
    for number in range(blocks):
        if number % 10 == 0:
            parts.append(f"<h2 class=part>Part {number}</h2>")
        elif number % 7 == 0:
            parts.append(f'<div class="teaser"><a href="/{number}"><h3>{SENTENCE}</h3></a></div>')
        else:
            inline = f'{SENTENCE} <a href="/x{number}">{SENTENCE}</a> <b>{SENTENCE}</b> {SENTENCE}'
            parts.append(f'<p class="text t{number % 5}">{inline} {number}</p>')
    return "".join([*parts, "</article></body></html>"])


def best(work, rounds):
    times = []
    for _ in range(rounds):
        gc.collect()
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times) * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    pages = {path.name: path.read_bytes() for path in args.pages} or {"3,000 blocks": long_page().encode()}
    config = Config()
    print("page                        kB  blocks  extract ms  inspect ms  ratio  to text alone")
    for name, html in pages.items():
        page = Page("https://news.example/a", html)
        alone = best(lambda page=page: flow.extract(page, config).text, args.rounds)
        extract = best(
            lambda page=page: flow.extract(page, config).to_dict(also=("blocks", "evidence")), args.rounds
        )
        inspect = best(lambda page=page: to_html(inspect_page(page, config)), args.rounds)
        blocks = len(flow.extract(page, config).blocks)
        print(
            f"{name[:24]:24} {len(html) / 1000:5.0f}  {blocks:6}  {extract:10.1f}  {inspect:10.1f}"
            f"  {inspect / extract:5.2f}  {inspect / alone:13.2f}"
        )


if __name__ == "__main__":
    main()
