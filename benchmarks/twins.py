"""Whether the compiled passes and their Python twins make the same of every page of the development corpora,
and of generated pages, trees and pieces of markup.

python benchmarks/twins.py [--sets news424 ...] [--limit N] [--seeds 10000]

Compared are the columns of the elements, searches in them, three cuts into blocks and outline, measures and
the columns of the second look (bit for bit), leaves and scores, the codes of the reasons, and the whole
article with blocks, HTML and evidence.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from itertools import islice
from math import inf

from webnoise import native
from webnoise.errors import ConfigError
from webnoise.lab.evaluate.corpora import corpus_name, find_corpus, read_corpus
from webnoise.lab.hostile import PAGES
from webnoise.lab.script import run_script
from webnoise.lab.twins import broken_markup, broken_page, broken_tree, differences
from webnoise.model import Page
from webnoise.page.limits import Limits
from webnoise.page.reader import read as lxml_read

CORPORA = ("wcxb-dev", "news424", "fundus", "snippets", "siblings")
ADDRESS = "https://a.example/2024/01/02/story"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", nargs="*", default=CORPORA, help="corpora; none for generated pages alone")
    parser.add_argument("--limit", type=int, help="only so many pages of each set")
    parser.add_argument(
        "--seeds", type=int, default=10_000, help="half pages, half trees, and ten times as much markup"
    )
    arguments = parser.parse_args()
    corpora = [find_corpus(name) for name in arguments.sets]
    if native.kind() != "compiled":
        raise ConfigError("the compiled passes are not built here: pip install -e . where a compiler is")
    different = 0
    for path in corpora:
        golds = islice(read_corpus(path), arguments.limit)
        pages = ((gold.id, Page(gold.url, gold.html)) for gold in golds)
        different += report(corpus_name(path), ((key, differences(page)) for key, page in pages))
    seeds = range(arguments.seeds // 2)
    different += report("pages", ((seed, differences(Page(ADDRESS, broken_page(seed)))) for seed in seeds))
    different += report(
        "trees", ((seed, differences(Page(ADDRESS, ""), broken_tree(seed))) for seed in seeds)
    )
    markup = ((seed, broken_markup(seed)) for seed in range(10 * arguments.seeds))
    different += report("markup", ((seed, unlike_elements(html)) for seed, html in markup))
    hostile = ((name, Page(ADDRESS, make(5000))) for name, make in PAGES.items())
    different += report("hostile", ((name, differences(page)) for name, page in hostile))
    return 1 if different else 0


def unlike_elements(html: str) -> list[str]:
    """The elements alone: most of such pages have no text to speak of."""
    page, limits = html.encode(), Limits()
    read = native.compiled("reader").read
    return [] if lxml_read(page, limits, "", inf) == read(page, limits, "", inf) else ["elements"]


def report(name: str, compared: Iterable[tuple[object, list[str]]]) -> int:
    """How many of a set differ, told with the first ones."""
    count, found = 0, {}
    for key, stages in compared:
        count += 1
        if stages:
            found[key] = stages
    print(
        f"{name}: {count:,} compared, {len(found)} differ {dict(islice(found.items(), 3)) or ''}", flush=True
    )
    return len(found)


if __name__ == "__main__":
    run_script(main)
