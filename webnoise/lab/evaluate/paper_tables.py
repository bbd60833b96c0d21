"""The papers' own tables, drawn again: the same rows and columns, on the pages at hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from webnoise.lab.evaluate.corpora import site_key
from webnoise.lab.evaluate.results import CORE_CORRECT, NOISE_SHARE, NOISE_WORDS, PageResult
from webnoise.lab.evaluate.scores import f1
from webnoise.lab.evaluate.tables import Cell, Table, averages, column

__all__ = ["paper_tables"]

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


def paper_tables(results: Results) -> list[Table]:
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


def segmented_by_page(results: Results, system: str) -> Table | None:
    """000, table 1: P, R and F of each page, and their average over all pages."""
    rows: list[list[Cell]] = [
        [result.url or result.id, *result.segmented, f1(*result.segmented)]
        for result in _fixed_order(results.get(system, ()))
        if result.segmented
    ]
    if not rows:
        return None
    columns = (
        column("page"),
        column("precision", "score"),
        column("recall", "score"),
        column("F score", "score"),
    )
    note = "Pages in a fixed order that their names do not decide; the rule for a correct block stands above."
    table = Table("000-1", f"000, table 1: {system}", columns, list(rows[:PAGES_000]), note)
    table.rows.append([f"Average of {len(rows):,} pages", *averages(rows, (1, 2, 3))])
    return table


def blocks_by_site(results: Results, system: str, number: str) -> Table | None:
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
    columns = (
        column("site"),
        column("pages", "count"),
        column("b-precision", "score"),
        column("b-recall", "score"),
    )
    table = Table(f"001-{number}", f"001, table {number}: {system}", columns, rows[:SITES_001])
    total = sum(len(pages) for pages in by_site.values())
    everything = [pair for pages in by_site.values() for pair in pages]
    table.rows.append([f"All {len(by_site):,} sites", total, *averages(everything, (0, 1))])
    return table


def correct_pages(
    results: Results, systems: Sequence[str], number: str, title: str, note: str
) -> Table | None:
    """003, tables 6 and 8: correctly extracted pages by method for growing numbers of pages."""
    present = [system for system in systems if results.get(system)]
    if not present:
        return None
    columns = (
        column("pages", "count"),
        column("method"),
        column("correct", "count"),
        column("correct %", "percent"),
        column("incorrect", "count"),
        column("incorrect %", "percent"),
    )
    table = Table(f"003-{number}", f"003, table {number}: {title}", columns, note=note)
    ordered = {system: _fixed_order(results[system]) for system in present}
    available = min(map(len, ordered.values()))
    for count in [*(size for size in PAGES_003 if size < available), available]:
        for system in present:
            pages = ordered[system][:count]
            right = sum(bool(page.primary) if number == "6" else page.core_correct for page in pages)
            table.rows.append([count, system, right, right / count, count - right, 1 - right / count])
    return table


def blocks_by_page(results: Results, system: str, number: str) -> Table | None:
    """004, tables 1 and 2: relevant and retrieved blocks of each page, media among them."""
    rows = [
        row
        for result in _fixed_order(results.get(system, ()))
        if (row := _retrieved_blocks(result, with_media=number == "2"))
    ]
    if not rows:
        return None
    columns = (
        column("page"),
        column("relevant blocks", "count"),
        column("retrieved blocks", "count"),
        column("precision", "percent"),
        column("recall", "percent"),
    )
    table = Table(f"004-{number}", f"004, table {number}: {system}", columns, rows[:PAGES_004], MEDIA_NOTE)
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
