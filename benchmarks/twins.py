"""Whether the compiled passes and their Python twins make the same of every page of the development corpora,
and of generated pages and trees.

python benchmarks/twins.py [--limit N] [--seeds 10000]

Compared are the columns of the elements, searches in them, three cuts into blocks and outline, measures (bit
for bit), leaves and scores, the codes of the reasons, and the whole article with blocks, HTML and evidence.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from itertools import islice

from webnoise import native
from webnoise.lab.evaluate.corpora import corpus_folder, read_corpus
from webnoise.lab.hostile import PAGES
from webnoise.lab.twins import broken_page, broken_tree, differences
from webnoise.model import Page

CORPORA = ("wcxb-dev", "news424", "fundus", "snippets", "siblings")
ADDRESS = "https://a.example/2024/01/02/story"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=int, help="only so many pages of each set")
    parser.add_argument("--seeds", type=int, default=10_000, help="half pages, half trees")
    arguments = parser.parse_args()
    if native.kind() != "compiled":
        sys.exit("the compiled passes are not built here: pip install -e . where a compiler is")
    different = 0
    if corpus_folder() is None:
        print("no development corpora here; WEBNOISE_CORPUS names their folder")
    else:
        for name in CORPORA:
            pages = (
                (gold.id, Page(gold.url, gold.html)) for gold in islice(read_corpus(name), arguments.limit)
            )
            different += report(name, ((key, differences(page)) for key, page in pages))
    seeds = range(arguments.seeds // 2)
    different += report("pages", ((seed, differences(Page(ADDRESS, broken_page(seed)))) for seed in seeds))
    different += report(
        "trees", ((seed, differences(Page(ADDRESS, ""), broken_tree(seed))) for seed in seeds)
    )
    hostile = ((name, Page(ADDRESS, make(5000))) for name, make in PAGES.items())
    different += report("hostile", ((name, differences(page)) for name, page in hostile))
    sys.exit(1 if different else 0)


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
    main()
