"""003's table 7 on texts whose near duplicates are known: which way to find them is right how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time

from webnoise.dedup.index import DuplicateIndex
from webnoise.dedup.signature import signature
from webnoise.lab.baselines.duplicates import DUPLICATE_METHODS
from webnoise.lab.evaluate.corpora import GoldText
from webnoise.lab.evaluate.tables import Table, column
from webnoise.text.terms import terms

__all__ = ["DuplicateResult", "duplicates_table", "judge_duplicates"]

NOTE = (
    "A text is judged correctly when, of the texts before it, the method finds at least one of the same "
    "cluster where there is one, and none of another cluster. Found: share of the texts with an earlier "
    "version that were told to be repeats of it; right: share of the pairs found that are in one cluster."
)


@dataclass(frozen=True, slots=True)
class DuplicateResult:
    corpus: str
    method: str
    texts: int
    correct: int
    repeats: int
    """Texts with an earlier one of the same cluster."""
    found: int
    pairs: int
    right_pairs: int
    ms: float


def judge_duplicates(corpus: str, texts: Sequence[GoldText]) -> list[DuplicateResult]:
    """Every method of 003's table on the same terms, texts in their order, and the product's own index."""
    all_terms = [terms(text.text) for text in texts]
    clusters = [text.cluster for text in texts]
    results = []
    for method, near in DUPLICATE_METHODS.items():
        start = process_time()
        matches = near(all_terms)
        ms = (process_time() - start) * 1000 / max(len(texts), 1)
        results.append(score_matches(corpus, method, clusters, matches, ms))
    start = process_time()
    matches = _by_index(texts)
    ms = (process_time() - start) * 1000 / max(len(texts), 1)
    return [*results, score_matches(corpus, "webnoise's index", clusters, matches, ms)]


def _by_index(texts: Sequence[GoldText]) -> list[list[int]]:
    """What the product itself does: the modified simhash finds candidates, a sketch verifies them."""
    index = DuplicateIndex()
    return [
        [int(match.key) for match in index.add(str(place), signature(text.text))]
        for place, text in enumerate(texts)
    ]


def score_matches(
    corpus: str, method: str, clusters: Sequence[str], matches: Sequence[Sequence[int]], ms: float = 0.0
) -> DuplicateResult:
    """`matches` holds for each text the earlier ones that it is said to repeat."""
    seen: set[str] = set()
    correct = repeats = found = pairs = right_pairs = 0
    for cluster, earlier in zip(clusters, matches, strict=True):
        is_repeat = cluster in seen
        seen.add(cluster)
        right = sum(clusters[place] == cluster for place in earlier)
        repeats += is_repeat
        found += is_repeat and right > 0
        pairs += len(earlier)
        right_pairs += right
        correct += right == len(earlier) and (right > 0) == is_repeat
    return DuplicateResult(corpus, method, len(clusters), correct, repeats, found, pairs, right_pairs, ms)


def duplicates_table(corpus: str, results: Sequence[DuplicateResult]) -> Table:
    columns = (
        column("texts", "count"),
        column("method"),
        column("correct", "count", "max"),
        column("correct %", "percent", "max"),
        column("incorrect", "count", "min"),
        column("incorrect %", "percent", "min"),
        column("found", "percent", "max"),
        column("right", "percent", "max"),
        column("ms per text", "ms"),
    )
    table = Table(f"003-7-{corpus}", f"003, table 7: secondary noise removal, {corpus}", columns, note=NOTE)
    for each in results:
        wrong = each.texts - each.correct
        table.rows.append(
            [each.texts, each.method, each.correct, each.correct / each.texts, wrong, wrong / each.texts,
             each.found / each.repeats if each.repeats else None,
             each.right_pairs / each.pairs if each.pairs else None, each.ms]
        )  # fmt: skip
    return table
