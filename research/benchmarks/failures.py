"""Where the default method still fails out of fold: pages and words by cause.

python -m research.benchmarks.failures [--sets wcxb-dev news424 fundus] [--below 0.9] [--folds DIR]

A page fails when its shingle F1 lies below --below. Its cause is the one behind most of its wrong words:
words of the gold that no block of the page holds, content that was dropped, noise that was kept; the latter
two by what the block is and where it stands. Blocks are content when the gold holds half of their words.
"""

import argparse
from collections import Counter
from pathlib import Path

from research.benchmarks.quality import TRAINING, fold_models
from research.corpora import models_folder, read_corpus
from research.labels import BlockWords
from research.script import run_script
from research.training.pages import fold_of
from webnoise import flow
from webnoise.article.assemble import ExtractedArticle
from webnoise.config import Config
from webnoise.errors import InputError
from webnoise.evaluate.scores import shingle_score
from webnoise.methods.core.method import Core
from webnoise.model import Page

CONFIG = Config()
KINDS = {
    "heading": "headings",
    "list_item": "list items",
    "cell": "table cells",
    "caption": "captions",
    "quote": "quotations",
    "code": "code",
}
# Words of class names, matched as they stand in the path of a block.
NAMED = {
    "comments": ("comment", "discussion", "disqus"),
    "captions": ("caption", "figure"),
    "authors' lines": ("author", "byline", "bio"),
    "teasers": ("related", "recommend", "teaser", "more-", "promo"),
}


def wrong_words(page, kept, gold):
    """Words by cause."""
    texts = [block.text for block in page.blocks]
    coverage = BlockWords(texts).coverage(gold).tolist()
    content = [block.index for block in page.blocks if coverage[block.index] >= 0.5]
    first, last = (content[0], content[-1]) if content else (0, -1)
    causes = Counter()
    held = 0.0
    for block, keep, covered in zip(page.blocks, kept, coverage, strict=True):
        words = block.text.count(" ") + 1
        held += words * covered
        if keep != (covered >= 0.5):
            what = "kept" if keep else "lost"
            causes[f"{what}: {named(page, block, first, last, lost=not keep)}"] += words
    missing = len(gold.split()) - held
    if missing > 0:
        causes["the gold's words stand in no block of the page"] += round(missing)
    return causes


def named(page, block, first, last, *, lost):
    """What a block is, in a few words."""
    path = page.outline.path(block.element).lower()
    for name, words in NAMED.items():
        if any(word in path for word in words):
            return name
    if block.kind in KINDS:
        return KINDS[block.kind]
    if lost:
        return "paragraphs"
    return "text before the article" if block.index < first else (
        "text behind the article" if block.index > last else "text inside the article"
    )  # fmt: skip


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sets", nargs="+", default=[name for name in TRAINING if name != "snippets"])
    parser.add_argument("--below", type=float, default=0.9)
    parser.add_argument("--folds", type=Path, default=models_folder())
    options = parser.parse_args()
    methods = [Core(model) for model in fold_models(options.folds)]
    for name in options.sets:
        failing, words, seen = Counter(), Counter(), 0
        for gold in read_corpus(name):
            if gold.text is None or gold.type not in (None, "article"):
                continue
            try:
                read = flow.read(Page(gold.url, gold.html), CONFIG, methods[fold_of(gold.site)])
            except InputError:
                continue
            seen += 1
            decided = flow.decide(read, CONFIG)
            if shingle_score(gold.text, ExtractedArticle.of(decided).text).f1 < options.below:
                causes = wrong_words(read.page_blocks, decided.decisions.keep.tolist(), gold.text)
                words += causes
                failing[causes.most_common(1)[0][0] if causes else "none of these"] += 1
        print(f"\n{name}: {failing.total()} of {seen} pages below {options.below}")
        for cause, pages in failing.most_common():
            print(f"  {pages:4} pages {words[cause]:7} words  {cause}")


if __name__ == "__main__":
    run_script(main)
