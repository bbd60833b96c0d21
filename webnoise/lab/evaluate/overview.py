"""The comparison of all systems: one table per corpus, and the worst pages of each system."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from webnoise.lab.evaluate.peers import peer_version
from webnoise.lab.evaluate.results import PageResult, Summary, summarise
from webnoise.lab.evaluate.systems import is_peer
from webnoise.lab.evaluate.tables import Table, column

__all__ = [
    "by_corpus",
    "by_system",
    "comparison",
    "metadata_table",
    "noise_table",
    "summaries",
    "worst_pages",
]

WORST = 10  # pages listed for each system
TEXT_NOTE = (
    "Precision and recall are means over pages of 4-word shingles; F1 is that of the two means, with the "
    "95 % interval of 1,000 seeded bootstrap samples of the pages. ms: processor time of a page, mean "
    "over pages; × parsing: all of it by the time that parsing alone takes."
)
BLOCK_NOTE = (
    "A block is relevant when more than half of its words align with the gold. b-precision and b-recall as "
    "in 001; P, R and F over segmented blocks as in 000: a run of kept blocks is correct when it shares more "
    "than half of its union, in words, with a run of relevant blocks. Primary noise, core content: pages "
    "that are correct by the rules under 003's tables 6 and 8. Text dropped: share of the page's visible "
    "text in bytes."
)


def by_system(results: Iterable[PageResult]) -> dict[str, list[PageResult]]:
    found: dict[str, list[PageResult]] = defaultdict(list)
    for result in results:
        found[result.system].append(result)
    return found


def by_corpus(results: Iterable[PageResult]) -> dict[str, list[PageResult]]:
    found: dict[str, list[PageResult]] = defaultdict(list)
    for result in results:
        found[result.corpus].append(result)
    return found


def summaries(results: Iterable[PageResult]) -> list[Summary]:
    """One row per system in the order in which they ran."""
    return [summarise(system, found) for system, found in by_system(results).items()]


def comparison(name: str, rows: Sequence[Summary]) -> Table:
    columns = (
        column("system"),
        column("pages", "count"),
        column("precision", "score", "max"),
        column("recall", "score", "max"),
        column("shingle F1", "score", "max"),
        column("95 %"),
        column("word F1", "score", "max"),
        column("exact", "percent", "max"),
        column("snippets F1", "score", "max"),
        column("ms", "ms", "min"),
        column("× parsing", "times", "min"),
        column("failed", "count"),
    )
    table = Table(f"text-{name}", f"Text: {name}", columns, note=TEXT_NOTE)
    for row in sorted(rows, key=_rank):
        interval = None if row.f1_low is None else f"{row.f1_low:.3f}–{row.f1_high:.3f}"
        table.rows.append(
            [_with_version(row.system), row.pages, row.precision, row.recall, row.f1, interval, row.word_f1,
             row.exact, row.snippets_f1, row.ms, row.parse_ratio, row.failed]
        )  # fmt: skip
    return table


def noise_table(name: str, rows: Sequence[Summary]) -> Table | None:
    """Scores over blocks; nothing for a corpus without gold texts."""
    columns = (
        column("system"),
        column("b-precision", "score", "max"),
        column("b-recall", "score", "max"),
        column("P (000)", "score", "max"),
        column("R (000)", "score", "max"),
        column("F (000)", "score", "max"),
        column("primary noise (003)", "percent", "max"),
        column("core content (003)", "percent", "max"),
        column("text dropped", "percent"),
    )
    table = Table(f"blocks-{name}", f"Blocks: {name}", columns, note=BLOCK_NOTE)
    for row in sorted(rows, key=_rank):
        if row.b_precision is not None:
            table.rows.append(
                [row.system, row.b_precision, row.b_recall, row.segmented_precision, row.segmented_recall,
                 row.segmented_f1, row.primary_correct, row.core_correct, row.bytes_saved]
            )  # fmt: skip
    return table if table.rows else None


def metadata_table(name: str, rows: Sequence[Summary]) -> Table | None:
    """Titles, dates, authors; our methods share one reader, so one row stands for all with equal scores."""
    columns = (
        column("system"),
        column("title", "percent", "max"),
        column("date", "percent", "max"),
        column("authors F1", "score", "max"),
    )
    table = Table(f"metadata-{name}", f"Metadata: {name}", columns)
    systems: dict[tuple[float | None, ...], list[str]] = {}
    for row in rows:
        values = (row.title, row.date, row.authors)
        if any(value is not None for value in values):
            systems.setdefault(values, []).append(row.system)
    table.rows.extend([_reader(names), *values] for values, names in systems.items())
    return table if table.rows else None


def _reader(systems: Sequence[str]) -> str:
    """Whose metadata these systems give: a peer's or ours, which a site's memory may have corrected."""
    if is_peer(systems[0]):
        return systems[0]
    return "webnoise+site" if all(name.endswith("+site") for name in systems) else "webnoise"


def worst_pages(system: str, results: Sequence[PageResult]) -> Table | None:
    """The pages with the lowest F1 of their own."""
    columns = (
        column("page"),
        column("corpus"),
        column("precision", "score"),
        column("recall", "score"),
        column("F1", "score"),
        column("error"),
    )
    table = Table(f"worst-{system}", f"Worst pages of {system}", columns)
    scored = [result for result in results if result.scored]
    for result in sorted(scored, key=lambda result: (result.f1, result.corpus, result.id))[:WORST]:
        table.rows.append(
            [
                result.url or result.id,
                result.corpus,
                result.precision,
                result.recall,
                result.f1,
                result.error or "",
            ]
        )
    return table if table.rows else None


def _with_version(system: str) -> str:
    """A peer is another one with each release."""
    return f"{system} {peer_version(system).rpartition(' ')[2]}" if is_peer(system) else system


def _rank(row: Summary) -> tuple[float, str]:
    best = row.f1 if row.f1 is not None else row.snippets_f1
    return (-(best or 0.0), row.system)
