"""The papers' own tables, drawn again on the pages at hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from time import process_time
from typing import Any

from research.baselines.duplicates import DUPLICATE_METHODS
from research.baselines.stages import IN_PAGE
from research.corpora import GoldText
from research.papers.scores import CORE_CORRECT, NOISE_SHARE, NOISE_WORDS, PaperResult, block_scores
from webnoise.dedup.index import DuplicateIndex
from webnoise.dedup.signature import signature
from webnoise.evaluate.corpora import site_key
from webnoise.evaluate.scores import PrecisionRecall, f1
from webnoise.evaluate.tables import Cell, ReportTable, columns
from webnoise.text.terms import terms

Results = Mapping[str, Sequence[PaperResult]]

PAGES_000 = 19  # rows of 000's table 1
SITES_001 = 15  # rows of 001's tables 4.2 and 4.3
PAGES_003 = (100, 200, 300)  # 003's rounds in tables 6 to 8
PAGES_004 = 8  # rows of 004's tables 1 and 2
PRIMARY_SYSTEMS = ("coreex", "econ", "tag_based", "tag_simhash_primary", "core", "core+site")
CORE_SYSTEMS = ("existing_1", "existing_2", "tag_simhash", "tag_simhash_distinct", "core", "core+site")
CORRECT_NOTE = (
    "Correct as 003 has it: what is left are blocks of core content and nothing else, so that a page is not "
    "when one block of noise stays, and is when all but one of its own are lost. "
)
PRIMARY_NOTE = (
    f"{CORRECT_NOTE}Our rule: of the words that were kept, at most "
    f"{NOISE_SHARE:.0%} lie in primary noise (blocks outside of the gold that are mostly links or have no "
    f"punctuation), and at least {NOISE_WORDS:.0%} of the relevant words were kept. tag_simhash_primary is "
    "003 up to the end of this stage. V-Wrapper needs a rendered page and a trained wrapper and is left out."
)
MEDIA_NOTE = (
    "Blocks are those of the text and large media. A large picture is relevant when it stands among the "
    "relevant blocks of text, a film or sound always. Both tables have the text of one selector; table 1 "
    "retrieves no media, table 2 all large ones."
)
CORE_NOTE = f"Our rule: shingle precision and recall of the page are both at least {CORE_CORRECT}."
IN_PAGE_NOTE = (
    "Our rule, for the stage alone: of what the primary stage left, no relevant block was dropped and no "
    "block stayed that repeats the core content (outside of the gold, of ten words or more, most of whose "
    "shingles stand in the gold). Found: share of these that were dropped; lost: relevant blocks dropped."
)


def paper_tables(results: Results) -> list[ReportTable]:
    """Those tables whose systems were run, on all pages with a gold text."""
    scored = {system: [r for r in found if r.scored] for system, found in results.items()}
    tables = [
        segmented_by_page(scored, "key_patterns"),
        blocks_by_site(scored, "content_extractor+site", "4.2"),
        blocks_by_site(scored, "desea", "4.3"),
        correct_pages(scored, PRIMARY_SYSTEMS, "6", "primary noise removal", PRIMARY_NOTE),
        in_page_duplicates(scored),
        correct_pages(scored, CORE_SYSTEMS, "8", "core content extraction", CORE_NOTE),
        blocks_by_page(scored, "word_leaf_ratio", "1"),
        blocks_by_page(scored, "word_leaf_ratio", "2"),
    ]
    return [table for table in tables if table.rows]


def segmented_by_page(results: Results, system: str) -> ReportTable:
    """000, table 1: P, R and F of each page, and their average over all pages."""
    heads = columns("page", "precision: score", "recall: score", "F score: score")
    note = "Pages in a fixed order that their names do not decide; the rule for a correct block stands above."
    rows: list[list[Any]] = [
        [result.url or result.id, *result.segmented, f1(*result.segmented)]
        for result in _fixed_order(results.get(system, ()))
        if result.segmented
    ]
    shown = _with_average(rows, PAGES_000, 3)
    return ReportTable("000-1", f"000, table 1: {system}", heads, shown, note)


def blocks_by_site(results: Results, system: str, number: str) -> ReportTable:
    """001, tables 4.2 and 4.3: b-precision and b-recall by site, the sites with most pages first."""
    by_site: dict[str, list[PrecisionRecall]] = defaultdict(list)
    for result in results.get(system, ()):
        if scores := result.block_scores:
            by_site[result.site].append(scores)
    sites = sorted(by_site, key=lambda site: (-len(by_site[site]), site_key(site)))
    rows: list[list[Cell]] = [
        [site, len(by_site[site]), *_averages(by_site[site])] for site in sites[:SITES_001]
    ]
    if sites:
        pages = list(chain.from_iterable(by_site.values()))
        rows.append([f"All {len(sites):,} sites", len(pages), *_averages(pages)])
    heads = columns("site", "pages: count", "b-precision: score", "b-recall: score")
    return ReportTable(f"001-{number}", f"001, table {number}: {system}", heads, rows)


def correct_pages(
    results: Results, systems: Sequence[str], number: str, title: str, note: str
) -> ReportTable:
    """003, tables 6 and 8: correctly extracted pages by method for growing numbers of pages."""
    ordered = {system: _fixed_order(results[system]) for system in systems if results.get(system)}
    available = min(map(len, ordered.values()), default=0)
    rows: list[list[Cell]] = []
    for count in [*(size for size in PAGES_003 if size < available), available]:
        for system, pages in ordered.items():
            right = sum(bool(page.only_core) for page in pages[:count])
            ours = sum(bool(page.primary) if number == "6" else page.core_correct for page in pages[:count])
            rows.append([count, system, right, right / count, count - right, 1 - right / count, ours / count])
    heads = columns(
        "pages: count", "method", "correct: count", "correct %: percent", "incorrect: count",
        "incorrect %: percent", "correct by our rule: percent",
    )  # fmt: skip
    return ReportTable(f"003-{number}", f"003, table {number}: {title}", heads, rows, note)


@dataclass(frozen=True, slots=True)
class InPageResult:
    """What a way to find near duplicates did to the pages after 003's primary stage."""

    pages: int
    correct: int
    ours: int
    repeats: int
    found: int
    lost: int


def in_page_results(results: Results) -> dict[str, InPageResult]:
    """By way of table 7, on the pages that its system and the primary stage have in common."""
    before = {(page.corpus, page.id): page for page in results.get("tag_simhash_primary", ())}
    found = {}
    for method, system in IN_PAGE.items():
        pairs = [
            (before[page.corpus, page.id], page)
            for page in results.get(system, ())
            if page.blocks and page.repeats and (page.corpus, page.id) in before
        ]
        if pairs:
            found[method] = _in_page(pairs)
    return found


def _in_page(pairs: Sequence[tuple[PaperResult, PaperResult]]) -> InPageResult:
    correct = ours = repeats = dropped = lost = 0
    for first, then in pairs:
        if not (first.blocks and first.repeats and then.blocks and then.repeats):
            continue
        missed, gone = then.repeats[1], first.blocks[3] - then.blocks[3]
        correct += bool(then.only_core)
        ours += missed == 0 and gone == 0
        repeats += first.repeats[1]
        dropped += first.repeats[1] - missed
        lost += gone
    return InPageResult(len(pairs), correct, ours, repeats, dropped, lost)


def in_page_duplicates(results: Results) -> ReportTable:
    """003, table 7, on blocks of a page as the paper did."""
    heads = columns(
        "pages: count", "method", "correct: count max", "correct %: percent max",
        "correct by our rule: percent max", "found: percent max", "lost: count min",
    )  # fmt: skip
    rows: list[list[Cell]] = [
        [each.pages, method, each.correct, each.correct / each.pages, each.ours / each.pages,
         each.found / each.repeats if each.repeats else None, each.lost]
        for method, each in in_page_results(results).items()
    ]  # fmt: skip
    title = "003, table 7: secondary noise removal, blocks of a page"
    return ReportTable("003-7", title, heads, rows, IN_PAGE_NOTE)


def blocks_by_page(results: Results, system: str, number: str) -> ReportTable:
    """004, tables 1 and 2: relevant and retrieved blocks of each page, media among them."""
    heads = columns(
        "page", "relevant blocks: count", "retrieved blocks: count", "precision: percent", "recall: percent"
    )
    rows: list[list[Any]] = []
    for result in _fixed_order(results.get(system, ())):
        relevant, retrieved, scores = with_media(result) if number == "2" else without_media(result)
        if scores:
            rows.append([result.url or result.id, relevant, retrieved, *scores])
    shown = _with_average(rows, PAGES_004, 2)
    title = f"{system}, {'with' if number == '2' else 'without'} media"
    return ReportTable(f"004-{number}", f"004, table {number}: {title}", heads, shown, MEDIA_NOTE)


def without_media(result: PaperResult) -> tuple[int, int, PrecisionRecall | None]:
    """Relevant blocks and media, retrieved blocks, and their precision and recall where any is relevant."""
    if result.blocks is None:
        return 0, 0, None
    _, relevant, retrieved, right = result.blocks
    relevant += result.media[0] if result.media else 0
    return relevant, retrieved, block_scores(relevant, retrieved, right) if relevant else None


def with_media(result: PaperResult) -> tuple[int, int, PrecisionRecall | None]:
    """The same, where all large media are retrieved as well."""
    relevant, retrieved, scores = without_media(result)
    if result.blocks is None or scores is None:
        return relevant, retrieved, scores
    relevant_media, all_media = result.media or (0, 0)
    right = result.blocks[3] + relevant_media
    return relevant, retrieved + all_media, block_scores(relevant, retrieved + all_media, right)


def _with_average(rows: list[list[Any]], shown: int, last: int) -> list[list[Cell]]:
    """The first rows, and the average that all of them have in the `last` columns."""
    if not rows:
        return []
    empty = [None] * (len(rows[0]) - last - 1)
    return [
        *rows[:shown],
        [f"Average of {len(rows):,} pages", *empty, *_averages(row[-last:] for row in rows)],
    ]


def _averages(rows: Iterable[Sequence[float]]) -> list[float]:
    """The mean of each column."""
    return [sum(column) / len(column) for column in zip(*rows, strict=True)]


def _fixed_order(results: Iterable[PaperResult]) -> list[PaperResult]:
    """An order that neither the corpora's nor the sites' names decide, equal for all systems."""
    return sorted(results, key=lambda result: (site_key(f"{result.corpus}/{result.id}"), result.id))


NOTE = (
    "A text is judged correctly when, of the texts before it, the method finds at least one of the same "
    "cluster where there is one, and none of another cluster. Found: share of the texts with an earlier "
    "version that were found to repeat it; right: share of the pairs found that are in one cluster."
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
    methods: dict[str, Callable[[], list[list[int]]]] = {
        name: partial(near, all_terms) for name, near in DUPLICATE_METHODS.items()
    }
    results = []
    for method, find in (methods | {"webnoise's index": partial(_by_index, texts)}).items():
        start = process_time()
        matches = find()
        ms = (process_time() - start) * 1000 / max(len(texts), 1)
        results.append(score_matches(corpus, method, clusters, matches, ms))
    return results


def _by_index(texts: Sequence[GoldText]) -> list[list[int]]:
    """What the product itself does: the modified simhash finds candidates, a sketch verifies them."""
    index = DuplicateIndex()
    return [
        [int(match.key) for match in index.add(str(number), signature(text.text))]
        for number, text in enumerate(texts)
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
        right = sum(clusters[number] == cluster for number in earlier)
        repeats += is_repeat
        found += is_repeat and right > 0
        pairs += len(earlier)
        right_pairs += right
        correct += right == len(earlier) and (right > 0) == is_repeat
    return DuplicateResult(corpus, method, len(clusters), correct, repeats, found, pairs, right_pairs, ms)


def duplicates_table(corpus: str, results: Sequence[DuplicateResult]) -> ReportTable:
    heads = columns(
        "texts: count",
        "method",
        "correct: count max",
        "correct %: percent max",
        "incorrect: count min",
        "incorrect %: percent min",
        "found: percent max",
        "right: percent max",
        "ms per text: ms",
    )
    table = ReportTable(
        f"003-7-{corpus}", f"003, table 7: secondary noise removal, articles of {corpus}", heads, note=NOTE
    )
    for each in results:
        wrong = each.texts - each.correct
        table.rows.append(
            [each.texts, each.method, each.correct, each.correct / each.texts, wrong, wrong / each.texts,
             each.found / each.repeats if each.repeats else None,
             each.right_pairs / each.pairs if each.pairs else None, each.ms]
        )  # fmt: skip
    return table
