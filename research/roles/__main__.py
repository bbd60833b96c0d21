"""Label the roles of blocks: read the proposals, write down what is wrong.

python -m research.roles show CORPUS [--pages 20] [--seed 17]   the blocks of pages without labels
python -m research.roles take CORPUS CORRECTIONS                keep the proposals, corrected
python -m research.roles review CORPUS [--folds DIR] [--agreed 200]
                        blocks whose label a model disputes that has seen no page of the site, and of those
                        that it agrees with a sample: labels can be wrong in both

Lines of CORRECTIONS are `PAGE: 3=byline 7-12=teaser`, PAGE as `show` and `review` name it. A page without
corrections is a line of its own too: only pages that are named were read. Corrections of a page that has
labels change these.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from research.corpora import models_folder, read_corpus
from research.labels import BlockWords
from research.roles.labels import LABELS, block_keys, corrected, page_key, read_labels, roles_on, write_labels
from research.roles.proposals import Proposal, propose
from webnoise.config import Config
from webnoise.errors import InputError, WebnoiseError
from webnoise.evaluate.corpora import GoldPage
from webnoise.flow import ReadPage, read
from webnoise.model import ROLES, Page, PageBlocks, Role

_SHORT = 80  # characters of a block that are shown
_MOST_BLOCKS = 130  # a page of more teaches no more and takes longer


def pages_to_label(corpus: str) -> Iterator[tuple[GoldPage, ReadPage]]:
    config = Config()
    for gold in read_corpus(corpus):
        if gold.type in (None, "article"):
            try:
                yield gold, read(Page(gold.url, gold.html), config)
            except InputError:
                continue


def proposals(gold: GoldPage, page: ReadPage) -> list[Proposal]:
    """By the gold text; where there is none, the default method says what content is."""
    cut = page.page_blocks
    if gold.text is None:
        coverage = np.array([verdict.keep for verdict in page.method.judge(page.prepared)], dtype=np.float64)
    else:
        coverage = BlockWords([block.text for block in cut.blocks]).coverage(gold.text)
    return propose(gold, cut, page.metadata, coverage)


def show(corpus: str, count: int, seed: int) -> None:
    known = read_labels()
    by_site: dict[str, list[tuple[GoldPage, ReadPage]]] = {}
    for gold, page in pages_to_label(corpus):
        if page_key(page.page_blocks) not in known and 0 < len(page.page_blocks.blocks) <= _MOST_BLOCKS:
            by_site.setdefault(gold.site, []).append((gold, page))
    chance = random.Random(seed)  # noqa: S311
    sites = sorted(by_site)
    chance.shuffle(sites)
    for site in sites[:count]:
        _print(*chance.choice(by_site[site]))


def _print(gold: GoldPage, page: ReadPage) -> None:
    meta = page.metadata
    _say(f"\n{page_key(page.page_blocks)}: {gold.url}\n  {meta.title!r} {meta.authors} {meta.published}")
    for index, proposal in enumerate(proposals(gold, page)):
        _print_block(page.page_blocks, index, proposal.role if proposal.sure else f"{proposal.role}?")


def _print_block(page: PageBlocks, index: int, said: str) -> None:
    block = page.blocks[index]
    place = page.outline.path(block.element)[-50:]
    text = block.text[:_SHORT].replace("\n", "/")
    _say(f"{index} {said} [{block.kind}] {text} | {place}")


def review(corpus: str, folds: Path, agreed: int, seed: int) -> None:
    from research.training.roles import RolePlan, predicted_roles, read_role_pages

    pairs = [
        pair for pair in predicted_roles([*read_role_pages(folds)], RolePlan()) if pair[0].corpus == corpus
    ]
    labels = {id(page): [ROLES[role] if role >= 0 else None for role in page.roles] for page, _ in pairs}
    same = [
        (number, index)
        for number, (page, roles) in enumerate(pairs)
        for index, (label, role) in enumerate(zip(labels[id(page)], roles, strict=True))
        if label == role
    ]
    sample = set(random.Random(seed).sample(same, min(agreed, len(same))))  # noqa: S311
    for number, (page, roles) in enumerate(pairs):
        _say(f"\n{page_key(page.page)}: {page.page.url}")
        for index, (label, role) in enumerate(zip(labels[id(page)], roles, strict=True)):
            if label is not None and (label != role or (number, index) in sample):
                _print_block(page.page, index, label if label == role else f"{label} predicted {role}")


def take(corpus: str, path: Path) -> None:
    corrections: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, _, words = line.partition(":")
        corrections[name.strip()] = words.split()
    labels = read_labels()
    for gold, page in pages_to_label(corpus):
        key = page_key(page.page_blocks)
        if key in corrections:
            known = roles_on(page.page_blocks, labels) or [None] * len(page.page_blocks.blocks)
            roles: list[Role] = [
                label or proposal.role for label, proposal in zip(known, proposals(gold, page), strict=True)
            ]
            given = corrected(roles, corrections[key])
            labels[key] = dict(zip(block_keys(page.page_blocks), given, strict=True))
    write_labels(labels)
    _say(f"{len(labels)} pages in {LABELS.name}")


def _say(line: str) -> None:
    print(line)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m research.roles",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("action", choices=("show", "take", "review"))
    parser.add_argument("corpus")
    parser.add_argument("corrections", nargs="?", type=Path)
    parser.add_argument("--pages", type=int, default=20)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--folds", type=Path, default=models_folder())
    parser.add_argument("--agreed", type=int, default=200)
    options = parser.parse_args(arguments)
    try:
        if options.action == "take":
            if options.corrections is None:
                raise InputError("take needs the file of corrections behind the corpus")
            take(options.corpus, options.corrections)
        elif options.action == "review":
            review(options.corpus, options.folds, options.agreed, options.seed)
        else:
            show(options.corpus, options.pages, options.seed)
    except WebnoiseError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
