"""The papers' own tables, drawn again on the pages at hand, and whether each paper's claim held there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import process_time

from webnoise.dedup.index import DuplicateIndex
from webnoise.dedup.signature import signature
from webnoise.lab.baselines.duplicates import DUPLICATE_METHODS
from webnoise.lab.evaluate.corpora import GoldText, site_key
from webnoise.lab.evaluate.results import CORE_CORRECT, NOISE_SHARE, NOISE_WORDS, PageResult, Summary
from webnoise.lab.evaluate.scores import f1
from webnoise.lab.evaluate.tables import Cell, ReportTable, averages, columns
from webnoise.text.terms import terms

Results = Mapping[str, Sequence[PageResult]]

PAGES_000 = 19  # rows of 000's table 1
SITES_001 = 15  # rows of 001's tables 4.2 and 4.3
PAGES_003 = (100, 200, 300)  # 003's rounds in tables 6 to 8
PAGES_004 = 8  # rows of 004's tables 1 and 2
PRIMARY_SYSTEMS = ("coreex", "econ", "tag_ratio", "tag_simhash", "core", "core+site")
CORE_SYSTEMS = ("existing_1", "existing_2", "tag_simhash", "core", "core+site")
PRIMARY_NOTE = (
    "Correct: of the words that were kept, at most "
    f"{NOISE_SHARE:.0%} lie in primary noise (blocks outside of the gold that are mostly links or have no "
    f"punctuation), and at least {NOISE_WORDS:.0%} of the relevant words were kept. V-Wrapper needs a "
    "rendered page and a trained wrapper and is left out; tag_ratio stands for the tag-based method."
)
MEDIA_NOTE = (
    "Blocks are those of the text and large media. A large picture is relevant when it stands among the "
    "relevant blocks of text, a film or sound always. Table 1 retrieves no media, table 2 all large ones."
)
CORE_NOTE = f"Correct: shingle precision and recall of the page are both at least {CORE_CORRECT}."


def paper_tables(results: Results) -> list[ReportTable]:
    """Those tables whose systems were run, on all pages with a gold text."""
    scored = {system: [r for r in found if r.scored] for system, found in results.items()}
    tables = [
        segmented_by_page(scored, "key_patterns"),
        blocks_by_site(scored, "content_extractor+site", "4.2"),
        blocks_by_site(scored, "desea", "4.3"),
        correct_pages(scored, PRIMARY_SYSTEMS, "6", "primary noise removal", PRIMARY_NOTE),
        correct_pages(scored, CORE_SYSTEMS, "8", "core content extraction", CORE_NOTE),
        blocks_by_page(scored, "plain_word_leaf_ratio", "1"),
        blocks_by_page(scored, "word_leaf_ratio", "2"),
    ]
    return [table for table in tables if table is not None]


def segmented_by_page(results: Results, system: str) -> ReportTable | None:
    """000, table 1: P, R and F of each page, and their average over all pages."""
    rows: list[list[Cell]] = [
        [result.url or result.id, *result.segmented, f1(*result.segmented)]
        for result in _fixed_order(results.get(system, ()))
        if result.segmented
    ]
    if not rows:
        return None
    heads = columns("page", "precision: score", "recall: score", "F score: score")
    note = "Pages in a fixed order that their names do not decide; the rule for a correct block stands above."
    table = ReportTable("000-1", f"000, table 1: {system}", heads, list(rows[:PAGES_000]), note)
    table.rows.append([f"Average of {len(rows):,} pages", *averages(rows, (1, 2, 3))])
    return table


def blocks_by_site(results: Results, system: str, number: str) -> ReportTable | None:
    """001, tables 4.2 and 4.3: b-precision and b-recall by site, the sites with most pages first."""
    by_site: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for result in results.get(system, ()):
        if result.block_scores:
            by_site[result.site].append(result.block_scores)
    rows: list[list[Cell]] = []
    for site in sorted(by_site, key=lambda site: (-len(by_site[site]), site_key(site))):
        pages = by_site[site]
        rows.append([site, len(pages), *averages(pages, (0, 1))])
    if not rows:
        return None
    heads = columns("site", "pages: count", "b-precision: score", "b-recall: score")
    table = ReportTable(f"001-{number}", f"001, table {number}: {system}", heads, rows[:SITES_001])
    total = sum(len(pages) for pages in by_site.values())
    everything = [pair for pages in by_site.values() for pair in pages]
    table.rows.append([f"All {len(by_site):,} sites", total, *averages(everything, (0, 1))])
    return table


def correct_pages(
    results: Results, systems: Sequence[str], number: str, title: str, note: str
) -> ReportTable | None:
    """003, tables 6 and 8: correctly extracted pages by method for growing numbers of pages."""
    present = [system for system in systems if results.get(system)]
    if not present:
        return None
    heads = columns(
        "pages: count",
        "method",
        "correct: count",
        "correct %: percent",
        "incorrect: count",
        "incorrect %: percent",
    )
    table = ReportTable(f"003-{number}", f"003, table {number}: {title}", heads, note=note)
    ordered = {system: _fixed_order(results[system]) for system in present}
    available = min(map(len, ordered.values()))
    for count in [*(size for size in PAGES_003 if size < available), available]:
        for system in present:
            pages = ordered[system][:count]
            right = sum(bool(page.primary) if number == "6" else page.core_correct for page in pages)
            table.rows.append([count, system, right, right / count, count - right, 1 - right / count])
    return table


def blocks_by_page(results: Results, system: str, number: str) -> ReportTable | None:
    """004, tables 1 and 2: relevant and retrieved blocks of each page, media among them."""
    rows = [
        row
        for result in _fixed_order(results.get(system, ()))
        if (row := _retrieved_blocks(result, with_media=number == "2"))
    ]
    if not rows:
        return None
    heads = columns(
        "page", "relevant blocks: count", "retrieved blocks: count", "precision: percent", "recall: percent"
    )
    table = ReportTable(
        f"004-{number}", f"004, table {number}: {system}", heads, rows[:PAGES_004], MEDIA_NOTE
    )
    table.rows.append([f"Average of {len(rows):,} pages", None, None, *averages(rows, (3, 4))])
    return table


def _retrieved_blocks(result: PageResult, *, with_media: bool) -> list[Cell] | None:
    if result.blocks is None:
        return None
    relevant_media, all_media = result.media or (0, 0)
    _, relevant, retrieved, right = result.blocks
    relevant += relevant_media
    if with_media:
        retrieved += all_media
        right += relevant_media
    if not relevant:
        return None
    precision = right / retrieved if retrieved else 0.0
    return [result.url or result.id, relevant, retrieved, precision, right / relevant]


def _fixed_order(results: Sequence[PageResult]) -> list[PageResult]:
    """An order that neither the corpora's nor the sites' names decide, equal for all systems."""
    return sorted(results, key=lambda result: (site_key(f"{result.corpus}/{result.id}"), result.id))


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
        f"003-7-{corpus}", f"003, table 7: secondary noise removal, {corpus}", heads, note=NOTE
    )
    for each in results:
        wrong = each.texts - each.correct
        table.rows.append(
            [each.texts, each.method, each.correct, each.correct / each.texts, wrong, wrong / each.texts,
             each.found / each.repeats if each.repeats else None,
             each.right_pairs / each.pairs if each.pairs else None, each.ms]
        )  # fmt: skip
    return table


# The papers' own figures.
F_000 = 0.738  # table 1, average of 19 pages
DESEA_001, CONTENT_EXTRACTOR_001 = 0.87, 0.75  # means of tables 4.3 and 4.2; precision equals recall there
DUPLICATES_003 = ("Jaccard coefficient", "MinHash", "Simhash", "Hybrid hash", "Modified simhash")
CORRECT_003 = 0.9333  # average of table 8
NEAR = 0.05  # figures that differ by less than this tell the same story


def paper_claims(
    rows: Sequence[Summary], papers: Sequence[ReportTable], duplicates: Sequence[DuplicateResult]
) -> list[str]:
    """Those sentences for which the systems were run."""
    by_name = {row.system: row for row in rows if row.f1 is not None}
    sentences = [
        _key_patterns(by_name),
        _desea_and_content_extractor(by_name),
        _visual_blocks(by_name),
        _duplicate_order(duplicates),
        _core_content(by_name),
        _media({table.id: table for table in papers}),
    ]
    return [sentence for sentence in sentences if sentence]


def _key_patterns(rows: Mapping[str, Summary]) -> str | None:
    row = rows.get("key_patterns")
    if row is None or row.segmented_f1 is None:
        return None
    held = row.segmented_f1 > F_000 - NEAR
    return (
        f"000: key patterns reach F {F_000:.2f} over segmented blocks; here {row.segmented_f1:.2f} "
        f"(P {row.segmented_precision:.2f}, R {row.segmented_recall:.2f}): {_verdict(held)}."
    )


def _desea_and_content_extractor(rows: Mapping[str, Summary]) -> str | None:
    desea, extractor = rows.get("desea"), rows.get("content_extractor+site")
    if desea is None or extractor is None:
        return None
    held = _block_f(desea) > _block_f(extractor)
    return (
        f"001: DeSeA finds blocks better than ContentExtractor ({DESEA_001:.2f} against "
        f"{CONTENT_EXTRACTOR_001:.2f}); here b-precision {desea.b_precision:.2f} and b-recall "
        f"{desea.b_recall:.2f} against {extractor.b_precision:.2f} and {extractor.b_recall:.2f}, F "
        f"{_block_f(desea):.2f} against {_block_f(extractor):.2f}: {_verdict(held)}."
    )


def _visual_blocks(rows: Mapping[str, Summary]) -> str | None:
    visual = rows.get("eifce")
    others = [rows[name] for name in ("coreex", "characters_to_nodes", "word_leaf_ratio") if name in rows]
    if visual is None or not others:
        return None
    told = ", ".join(f"{row.system} {row.f1:.2f}" for row in others)
    held = all((visual.f1 or 0) > (row.f1 or 0) for row in others)
    return (
        "002: blocks cut by visual cues serve extraction better than those of the DOM alone; here F1 of "
        f"eifce is {visual.f1:.2f}, of methods that choose a DOM node {told}: {_verdict(held)}."
    )


def _duplicate_order(duplicates: Sequence[DuplicateResult]) -> str | None:
    if not duplicates:
        return None
    shares = {}
    for method in DUPLICATES_003:
        own = [each for each in duplicates if each.method == method]
        shares[method] = sum(each.correct for each in own) / max(1, sum(each.texts for each in own))
    told = ", ".join(f"{method} {100 * share:.1f} %" for method, share in shares.items())
    held = list(shares.values()) == sorted(shares.values())
    best = max(shares, key=lambda method: shares[method])
    return (
        "003: for near duplicates the order is Jaccard, MinHash, simhash, hybrid hash, modified simhash, "
        f"the last one best; here {told}, the best is {best}: {_verdict(held)}."
    )


def _core_content(rows: Mapping[str, Summary]) -> str | None:
    names = [name for name in ("existing_1", "existing_2", "tag_simhash") if name in rows]
    if len(names) < 3:
        return None
    shares = [rows[name].core_correct or 0.0 for name in names]
    told = ", ".join(f"{name} {100 * share:.1f} %" for name, share in zip(names, shares, strict=True))
    held = shares == sorted(shares) and shares[2] > CORRECT_003 - NEAR
    return (
        f"003: the weighted block score extracts {100 * CORRECT_003:.1f} % of the pages correctly, more than "
        f"both existing methods; here {told}: {_verdict(held)}."
    )


def _media(papers: Mapping[str, ReportTable]) -> str | None:
    without, with_media = papers.get("004-1"), papers.get("004-2")
    if without is None or with_media is None:
        return None
    before, after = (_percent(table) for table in (without, with_media))
    held = after[1] > before[1]
    return (
        "004: counting large media as content raises block recall; here precision and recall are "
        f"{before[0]:.0f} % and {before[1]:.0f} % without media, {after[0]:.0f} % and {after[1]:.0f} % with "
        f"them: {_verdict(held)}."
    )


def _percent(table: ReportTable) -> tuple[float, float]:
    """Average precision and recall, the last row of 004's tables."""
    precision, recall = table.rows[-1][3:5]
    assert isinstance(precision, float)
    assert isinstance(recall, float)
    return 100 * precision, 100 * recall


def _block_f(row: Summary) -> float:
    return f1(row.b_precision or 0.0, row.b_recall or 0.0)


def _verdict(held: bool) -> str:  # noqa: FBT001  the verdict is all there is to it
    return "it held" if held else "it did not hold"
