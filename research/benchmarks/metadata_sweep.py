"""Sweep the scores that choose titles, authors and dates: the evidence for the `SCORES` in webnoise/metadata.

    python -m research.benchmarks.metadata_sweep [--fields title authors date]

One score after the other is moved by the step that gains most, until none gains a tenth of a point on the
mean of the sets. "Out of fold" is what three folds of sites score by the scores swept on the other two, from
1 for what speaks for a candidate and -1 for what speaks against it.
"""

import argparse
import logging
import statistics
from collections import defaultdict
from math import copysign

from research.benchmarks.metadata import FIELDS, SETS, page_scores
from research.benchmarks.site_folds import site_folds
from research.corpora import find_corpus, read_corpus
from research.script import run_script
from webnoise.metadata import read_metadata, titles
from webnoise.metadata.authors import find as authors
from webnoise.metadata.dates import published
from webnoise.model import Page
from webnoise.page.parse import parse

TABLES = {"title": titles.SCORES, "date": published.SCORES, "authors": authors.SCORES}
STEPS = (-2.0, -1.0, -0.5, -0.25, 0.25, 0.5, 1.0, 2.0)
LEAST_GAIN = 0.001
N_FOLDS = 3


def gold_pages(field):
    """Return the labelled pages whose gold has the field, each with its set and parsed."""
    return [
        (name, page, parse(Page(page.url, page.html)))
        for name in SETS
        for page in read_corpus(find_corpus(name))
        if getattr(page, field) and (name != "wcxb-dev" or page.type == "article")
    ]


def score_pages(field, pages):
    """Return each page's score by the present table, as (set, score)."""
    scores = []
    for name, page, document in pages:
        found = read_metadata(document)
        by_field = dict(page_scores(page, (found.title, found.published, found.authors)))
        scores.append((name, by_field[field]))
    return scores


def mean_of_sets(scores):
    by_set = defaultdict(list)
    for name, score in scores:
        by_set[name].append(score)
    return statistics.fmean(map(statistics.fmean, by_set.values()))


def sweep(field, pages):
    """Move the scores of the field's table in place, one after the other, while that gains."""
    table = TABLES[field]
    best = mean_of_sets(score_pages(field, pages))
    gained = True
    while gained:
        gained = False
        for sign, start in list(table.items()):
            tried = {}
            for step in STEPS:
                table[sign] = start + step
                tried[start + step] = mean_of_sets(score_pages(field, pages))
            table[sign] = max(tried, key=tried.get)
            if tried[table[sign]] < best + LEAST_GAIN:
                table[sign] = start
            else:
                best, gained = tried[table[sign]], True
                print(f"  {sign}: {start} -> {table[sign]}, mean of sets {best:.4f}", flush=True)


def print_by_set(label, scores):
    for name in SETS:
        values = [score for of, score in scores if of == name]
        print(f"{label:14}{name:10}{statistics.fmean(values):.4f} of {len(values)} pages")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--fields", nargs="+", choices=FIELDS, default=FIELDS)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    for field in options.fields:
        pages = gold_pages(field)
        shipped = dict(TABLES[field])
        print(f"\n{field}")
        print_by_set("shipped", score_pages(field, pages))
        sweep(field, pages)
        out_of_fold = []
        for fold in site_folds([page for _, page, _ in pages], N_FOLDS):
            held_out = {id(page) for page in fold}
            TABLES[field].update({sign: copysign(1.0, score) for sign, score in shipped.items()})
            sweep(field, [each for each in pages if id(each[1]) not in held_out])
            out_of_fold += score_pages(field, [each for each in pages if id(each[1]) in held_out])
        print_by_set("out of fold", out_of_fold)
        TABLES[field].update(shipped)


if __name__ == "__main__":
    run_script(main)
