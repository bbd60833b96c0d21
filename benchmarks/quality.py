"""Quality of the default method out of fold, beside other extractors on the same pages, in one run.

python benchmarks/quality.py [--sets wcxb-dev news424 fundus snippets siblings] [--sample N] [--folds DIR]

Each page is judged by a model that has seen no page of its site; siblings, which no model has seen, by the
shipped one. The models of the folds are fitted when --folds has none (some ten minutes) and kept there.
Results of the peers are cached as `webnoise evaluate` does.
"""

import argparse
from collections import defaultdict
from dataclasses import replace
from itertools import compress
from pathlib import Path

from webnoise.article.assemble import drop_headline
from webnoise.errors import InputError
from webnoise.lab.evaluate.cache import default_cache_folder
from webnoise.lab.evaluate.corpora import fixed_sample, read_corpus
from webnoise.lab.evaluate.run import evaluate
from webnoise.lab.evaluate.scores import corpus_shingle_f1, shingle_score, snippet_counts, snippets_f1
from webnoise.lab.training.boosting import BoostingPlan
from webnoise.lab.training.card import read_card
from webnoise.lab.training.fitting import cross_fit, fit_lexica
from webnoise.lab.training.pages import FOLDS, fold_of, label_pages
from webnoise.metadata import read_metadata
from webnoise.methods.core.method import Core
from webnoise.methods.core.model import CoreModel, model_folder
from webnoise.model import Page
from webnoise.page.parse import parse

TRAINING = ("wcxb-dev", "news424", "fundus", "snippets")
PEERS = ("trafilatura", "trafilatura_fast", "readability", "newspaper")


def fold_models(folder):
    """The models of the folds, from `folder` or fitted into it; at the shipped model's threshold."""
    card = read_card(model_folder())
    threshold = card.threshold if card else 0.0
    if not (folder / "0").is_dir():
        pages = [page for name in TRAINING for page in label_pages(read_corpus(name))]
        plan = BoostingPlan(**card.plan) if card else BoostingPlan()
        found = cross_fit(pages, fit_lexica(pages, print), plan, print)
        for fold, model in enumerate(found.models):
            replace(model, threshold=threshold).save(folder / str(fold))
    return [replace(CoreModel.load(folder / str(fold)), threshold=threshold) for fold in range(FOLDS)]


def judged(gold, method):
    """A page's blocks, which of them are kept, and its title; `InputError` where there is no page."""
    document = parse(Page(gold.url, gold.html))
    cut = method.segment(document)
    title = read_metadata(document).title
    return cut, drop_headline(cut.blocks, method.judge(cut), title).kept, title


def core_text(gold, method):
    try:
        cut, kept, title = judged(gold, method)
    except InputError:
        return ""
    text = "\n".join(block.text for block in compress(cut.blocks, kept))
    return f"{title or ''}\n{text}" if gold.gold_has_title else text


def score(pages, texts):
    """Shingle precision, recall and F1, or those over strings."""
    if pages[0].text is None:
        counts = [
            snippet_counts(text, page.must, page.mustnot) for page, text in zip(pages, texts, strict=True)
        ]
        return snippets_f1(counts)
    return corpus_shingle_f1(shingle_score(page.text, text) for page, text in zip(pages, texts, strict=True))


def peer_scores(results, with_text):
    if with_text:
        return corpus_shingle_f1(result.shingle for result in results)
    from webnoise.lab.evaluate.scores import SnippetCounts

    return snippets_f1(SnippetCounts(*result.snippets) for result in results if result.snippets)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sets", nargs="+", default=[*TRAINING, "siblings"])
    parser.add_argument("--sample", type=int, help="pages of each set")
    parser.add_argument("--folds", type=Path, default=default_cache_folder() / "folds")
    parser.add_argument("--peers", nargs="*", default=list(PEERS))
    parser.add_argument(
        "--empty", action="store_true", help="name the pages that came out empty though gold is not"
    )
    options = parser.parse_args()
    methods = [Core(model) for model in fold_models(options.folds)]
    shipped = Core()
    for name in options.sets:
        pages = [page for page in read_corpus(name) if page.type in (None, "article")]
        if name != "snippets":
            pages = [page for page in pages if page.text is not None]
        if options.sample:
            pages = fixed_sample(pages, options.sample)
        texts = [
            core_text(page, methods[fold_of(page.site)] if name in TRAINING else shipped) for page in pages
        ]
        rows = {"core, out of fold": score(pages, texts)}
        by_peer = defaultdict(list)
        results = (
            evaluate(pages, options.peers, workers=1, cache=default_cache_folder()) if options.peers else []
        )
        for result in results:
            by_peer[result.system].append(result)
        rows |= {peer: peer_scores(results, pages[0].text is not None) for peer, results in by_peer.items()}
        print(f"\n{name}, {len(pages)} pages")
        for system, found in rows.items():
            print(
                f"  {system:20} precision {found.precision:.4f}  recall {found.recall:.4f}  F1 {found.f1:.4f}"
            )
        empty = [page.id for page, text in zip(pages, texts, strict=True)
                 if not text and len((page.text or "").split()) > 50]  # fmt: skip
        print(
            f"  empty though the gold has more than 50 words: {len(empty)} {empty if options.empty else ''}"
        )


if __name__ == "__main__":
    main()
