"""How well kinds of pages are recognised: on wcxb-dev cross-validated by site, on the demo papers, and how fast."""

import time
from collections import Counter

import numpy as np

from research.script import run_script
from research.training.kind import CORPORA, TYPES, cross_validated, read_pages, sample_of
from webnoise import demo
from webnoise.article.kind import ARTICLE_SHARE, kind_model, kind_of_shares, page_kind
from webnoise.config import Config
from webnoise.flow import extract
from webnoise.model import Page

THRESHOLDS = (0.4, 0.45, 0.5, 0.55, 0.6, 0.65)


def balanced_accuracy(article, truth):
    return (article[truth].mean() + (~article[~truth]).mean()) / 2


def main():
    samples, named, seconds, blocks = [], Counter(), [], 0
    kind_model()
    for corpus in CORPORA:
        for gold, read in read_pages(corpus):
            samples.append(sample_of(gold, read))
            start = time.process_time()
            kind = page_kind(gold.url, read.metadata, read.page_blocks, read.page_blocks.blocks)
            seconds.append(time.process_time() - start)
            blocks += len(read.page_blocks.blocks)
            if kind in ("live", "gallery", "video"):
                named[corpus, gold.type or "article", kind] += 1

    shares = cross_validated(samples)
    score = np.array([row[0] for row in shares])
    corpora = np.array([sample.corpus for sample in samples])
    types = np.array([sample.type for sample in samples])
    typed = corpora == "wcxb-dev"
    truth = types == "article"
    print("wcxb-dev, article against the rest, balanced accuracy, cross-validated by site")
    for threshold in THRESHOLDS:
        mark = "  <- in use" if threshold == ARTICLE_SHARE else ""
        accuracy = balanced_accuracy(score[typed] > threshold, truth[typed])
        print(f"  share > {threshold:.2f}: {accuracy:.4f}{mark}")
    kinds = np.array([kind_of_shares(dict(zip(TYPES, row, strict=True))) for row in shares])
    print(f"\n{'type':16}{'pages':>7}{'article':>9}{'index':>7}{'other':>7}")
    for name in TYPES:
        of_type = kinds[typed & (types == name)]
        print(
            f"{name:16}{len(of_type):7}"
            + "".join(f"{(of_type == kind).mean():8.3f}" for kind in ("article", "index", "other"))
        )
    for corpus in list(CORPORA)[1:]:
        print(
            f"{corpus:16}{(corpora == corpus).sum():7}{(kinds[corpora == corpus] == 'article').mean():8.3f}"
        )
    print("\nnamed by evidence:", dict(named))
    mean, median = np.mean(seconds) * 1000, np.median(seconds) * 1000
    print(f"page_kind: mean {mean:.3f} ms, median {median:.3f} ms, {blocks / len(seconds):.0f} blocks a page")
    demo_pages()


def demo_pages():
    print("\ndemo newspapers, kind as it is -> as it was found")
    config = Config()
    found = Counter()
    for paper in demo.newspapers():
        for path, view in paper.views.items():
            url = f"http://{paper.key}.example{path}"
            kind = extract(Page(url, paper.render(path).body), config).kind
            found[view.kind, kind] += 1
            if (view.kind == "article") != (kind == "article"):
                print(f"  wrong: {view.kind} -> {kind}: {url}")
    for (truth, kind), count in sorted(found.items()):
        print(f"  {truth} -> {kind}: {count}")


if __name__ == "__main__":
    run_script(main)
