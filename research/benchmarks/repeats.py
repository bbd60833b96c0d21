"""What it changes to drop blocks that a page shows twice (WEBNOISE_DROP_REPEATS; paper 003, step 6).

    python -m research.benchmarks.repeats [--corpora NAME ...] [--pages N] [--terms 10]

Every page goes through `flow` with the default method: prints shingle precision, recall and F1 (of snippets:
over strings) without and with the step, how many pages it changes, and how many of these it makes better and
worse. The siblings are also judged with what their sites' other pages teach.
"""

import argparse
from collections import defaultdict
from dataclasses import replace

from research.corpora import read_corpus
from research.script import run_script
from webnoise import flow
from webnoise.article.assemble import ExtractedArticle
from webnoise.config import Config
from webnoise.errors import InputError
from webnoise.evaluate.corpora import fixed_sample
from webnoise.evaluate.scores import corpus_shingle_f1, shingle_score, snippet_counts, snippets_f1
from webnoise.methods.registry import learning_method
from webnoise.methods.tag_simhash import duplicates
from webnoise.model import Page

CORPORA = ("wcxb-dev", "news424", "fundus", "snippets", "siblings")
WITHOUT, WITH = (replace(Config(), drop_repeats=drops) for drops in (False, True))
METHOD = learning_method(WITHOUT.method)


def scored(gold, article):
    """The score of an article's text, by a gold text or by strings."""
    if gold.text is None:
        return snippet_counts(article.text, gold.must, gold.mustnot)
    text = f"{article.title or ''}\n{article.text}" if gold.gold_has_title else article.text
    return shingle_score(gold.text, text)


def f1_of(score):
    return score.f1 if hasattr(score, "f1") else snippets_f1([score]).f1


def read_site(pages):
    """The pages of a site that can be read, and what they teach."""
    memory = METHOD.new_memory()
    found = []
    for gold in pages:
        try:
            read = flow.read(Page(gold.url, gold.html), WITHOUT)
        except InputError:
            continue
        METHOD.learn(memory, read.prepared)
        found.append((gold, read))
    return found, memory


def compare(pages, *, taught):
    """Scores without and with the step, and those of the pages that it changes."""
    sites = defaultdict(list)
    for gold in pages:
        sites[gold.site].append(gold)
    without, with_it, changed = [], [], []
    for members in sites.values():
        found, memory = read_site(members)
        for gold, read in found:
            shown = memory if taught else None
            before = scored(gold, flow.finish(read, WITHOUT, shown))
            decided = flow.decide(read, WITH, shown)
            after = before
            if (decided.decisions.keep != flow.decide(read, WITHOUT, shown).decisions.keep).any():
                after = scored(gold, ExtractedArticle.of(decided))
                changed.append((f1_of(before), f1_of(after)))
            without.append(before)
            with_it.append(after)
    return without, with_it, changed


def report(name, pages, *, taught=False):
    pages = [page for page in pages if page.text is not None or page.must or page.mustnot]
    without, with_it, changed = compare(pages, taught=taught)
    total = corpus_shingle_f1 if pages[0].text is not None else snippets_f1
    before, after = total(without), total(with_it)
    better = sum(new > old for old, new in changed)
    worse = sum(new < old for old, new in changed)
    print(
        f"{name:14} {len(without):5} {before.precision:9.4f} {after.precision:7.4f} {before.recall:9.4f} "
        f"{after.recall:7.4f} {before.f1:9.4f} {after.f1:7.4f} {len(changed):8} {better:6} {worse:5}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpora", nargs="+", default=list(CORPORA))
    parser.add_argument("--pages", type=int, help="of each corpus; all without it")
    parser.add_argument(
        "--terms", type=int, help="fewest terms of a block that repeats (default: as shipped)"
    )
    options = parser.parse_args()
    if options.terms:
        step = duplicates.drop_duplicates
        flow.drop_duplicates = lambda page, verdicts: step(page, verdicts, least_terms=options.terms)
    print(
        f"{'':14} {'pages':>5} {'precision':>9} {'with':>7} {'recall':>9} {'with':>7} {'F1':>9} {'with':>7} "
        f"{'changed':>8} {'better':>6} {'worse':>5}"
    )
    for name in options.corpora:
        pages = list(read_corpus(name))
        if options.pages:
            pages = fixed_sample(pages, options.pages)
        report(name, pages)
        if name == "siblings":
            report("siblings+site", pages, taught=True)


if __name__ == "__main__":
    run_script(main)
