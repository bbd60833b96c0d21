"""Whether each paper's claim held on the pages at hand, and what would have refuted it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from jinja2 import FileSystemLoader

from research.baselines.duplicates import DUPLICATE_METHODS
from research.papers.scores import PaperResult, PaperSummary, summarise_blocks
from research.papers.tables import DuplicateResult, Results, in_page_results, with_media, without_media
from webnoise.evaluate.scores import PrecisionRecall, bootstrap_mean
from webnoise.evaluate.tables import Cell, ReportTable, columns
from webnoise.inspect.templating import environment

TEMPLATES = environment(FileSystemLoader(Path(__file__).with_name("templates")))
CLAIMS = TEMPLATES.get_template("claims.txt")
SIBLINGS = {"none": (0, 0), "1": (1, 1), "2 to 4": (2, 4), "5 and more": (5, 10**9)}
"""Numbers of a page's siblings that 001's claim is judged by apart: least and most."""
OF_001 = ("content_extractor+site", "desea")
MEDIA_SYSTEM = "word_leaf_ratio"
DOM_NODES = ("coreex", "characters_to_nodes", "word_leaf_ratio")
"""Methods that choose a node of the DOM tree: what 002 has its visual blocks compared with."""
VISUAL = ("eifce", "evbe", "vips")
"""Methods that look at a page's styles and boxes."""
NO_SHEETS = "no style sheets: not a test of 002"


class Change(NamedTuple):
    """The mean of a difference over pages, with its two-sided 95 % interval."""

    mean: float
    low: float
    high: float


class SiblingScores(NamedTuple):
    """The means of both systems of 001 on the pages with so many siblings."""

    pages: int
    extractor: PrecisionRecall
    desea: PrecisionRecall


def paper_claims(
    rows: Sequence[PaperSummary],
    results: Results,
    duplicates: Sequence[DuplicateResult],
    rendered: str | None = None,
) -> list[str]:
    """One sentence for each claim of the papers that the run can judge; `rendered` names the browser."""
    scored = {system: [page for page in found if page.scored] for system, found in results.items()}
    in_page = in_page_results(scored)
    by_sheets = scores_by_sheets(scored)
    text = CLAIMS.render(
        rows={row.system: row for row in rows if row.f1 is not None},
        siblings=scores_by_siblings(scored),
        styled=by_sheets[True],
        unstyled=by_sheets[False],
        dom_nodes=[by_sheets[True][system] for system in DOM_NODES if system in by_sheets[True]],
        over_dom=changes_over_dom(scored),
        no_sheets=NO_SHEETS,
        looks=f"as {rendered} shows them" if rendered else "as our own cascade reads them",
        in_page={method: each.correct / each.pages for method, each in in_page.items()},
        in_page_ours={method: each.ours / each.pages for method, each in in_page.items()},
        duplicates=_shares(duplicates),
        media=media_changes(scored),
    )
    return [line for line in text.splitlines() if line.strip()]


def _shares(duplicates: Sequence[DuplicateResult]) -> dict[str, float]:
    """Correctly judged articles by method, over all corpora of texts."""
    shares = {}
    for method in DUPLICATE_METHODS if duplicates else ():
        own = [each for each in duplicates if each.method == method]
        shares[method] = sum(each.correct for each in own) / max(1, sum(each.texts for each in own))
    return shares


def scores_by_siblings(results: Results) -> dict[str, SiblingScores]:
    """b-precision and b-recall of 001's systems by how many other pages of its site a page has here."""
    if not all(results.get(system) for system in OF_001):
        return {}
    extractor, desea = ({(page.corpus, page.id): page for page in results[system]} for system in OF_001)
    sites = Counter((page.corpus, page.site) for page in extractor.values())
    found = {}
    for name, (least, most) in SIBLINGS.items():
        pages = [
            key
            for key, page in extractor.items()
            if key in desea and least <= sites[page.corpus, page.site] - 1 <= most
        ]
        both = [_means(system[key] for key in pages) for system in (extractor, desea)]
        if both[0] and both[1]:
            found[name] = SiblingScores(len(pages), both[0], both[1])
    return found


def _means(pages: Iterable[PaperResult]) -> PrecisionRecall | None:
    pairs = [scores for page in pages if (scores := page.block_scores)]
    if not pairs:
        return None
    precision, recall = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
    return PrecisionRecall(precision, recall)


def siblings_table(results: Results) -> ReportTable:
    """001's tables summed up by the number of siblings."""
    heads = columns(
        "siblings", "pages: count", "ContentExtractor b-precision: score", "b-recall: score", "F: score",
        "DeSeA b-precision: score", "b-recall : score", "F : score",
    )  # fmt: skip
    rows: list[list[Cell]] = [
        [name, each.pages, *each.extractor, each.extractor.f1, *each.desea, each.desea.f1]
        for name, each in scores_by_siblings(results).items()
    ]
    return ReportTable(
        "001-siblings", "001: ContentExtractor and DeSeA by the number of a page's siblings", heads, rows
    )


def scores_by_sheets(results: Results) -> dict[bool, dict[str, PaperSummary]]:
    """Visual methods and those that choose a DOM node, on pages with all of their style sheets or not."""
    found: dict[bool, dict[str, PaperSummary]] = {True: {}, False: {}}
    for system in (*VISUAL, *DOM_NODES):
        for styled, rows in found.items():
            pages = [page for page in results.get(system, ()) if page.scored and bool(page.styled) is styled]
            if pages:
                rows[system] = summarise_blocks(system, pages)
    return found


def changes_over_dom(results: Results) -> dict[str, Change]:
    """How much more a page's F1 is by eifce than by methods that choose a DOM node, on pages with sheets."""
    visual = {(page.corpus, page.id): page for page in results.get("eifce", ()) if page.styled}
    found = {}
    for system in DOM_NODES:
        pages = {(page.corpus, page.id): page for page in results.get(system, ())}
        values = [page.f1 - pages[key].f1 for key, page in visual.items() if key in pages]
        if values:
            found[system] = Change(*bootstrap_mean(values))
    return found


def sheets_table(results: Results) -> ReportTable:
    """002's comparison, where pages can be seen as a reader sees them, and where they cannot."""
    heads = columns(
        "style sheets", "system", "pages: count", "precision: score", "recall: score", "shingle F1: score",
        "95 %", "F (000): score",
    )  # fmt: skip
    rows: list[list[Cell]] = [
        ["all" if styled else NO_SHEETS, row.system, row.pages, row.precision, row.recall, row.f1,
         row.f1_interval, row.segmented_f1]
        for styled, found in scores_by_sheets(results).items()
        if not found.keys().isdisjoint(VISUAL)
        for row in found.values()
    ]  # fmt: skip
    title = "002: visual blocks and DOM nodes, on pages with all of their style sheets and on others"
    return ReportTable("002-sheets", title, heads, rows)


def media_changes(results: Results) -> dict[str, Change]:
    """What large media change in 004's precision and recall of a page, the text being one selector's."""
    changes: dict[str, list[float]] = {"precision": [], "recall": []}
    for page in results.get(MEDIA_SYSTEM, ()):
        before, after = without_media(page)[2], with_media(page)[2]
        if before and after:
            changes["precision"].append(after.precision - before.precision)
            changes["recall"].append(after.recall - before.recall)
    return {name: Change(*bootstrap_mean(values)) for name, values in changes.items() if values}
