"""What each paper claims, and whether it held on the pages at hand: one sentence each, with its figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webnoise.lab.evaluate.duplicates import DuplicateResult
from webnoise.lab.evaluate.results import Summary
from webnoise.lab.evaluate.scores import f1
from webnoise.lab.evaluate.tables import Table

__all__ = ["paper_claims"]

# The papers' own figures.
F_000 = 0.738  # table 1, average of 19 pages
DESEA_001, CONTENT_EXTRACTOR_001 = 0.87, 0.75  # means of tables 4.3 and 4.2; precision equals recall there
DUPLICATES_003 = ("Jaccard coefficient", "MinHash", "Simhash", "Hybrid hash", "Modified simhash")
CORRECT_003 = 0.9333  # average of table 8
NEAR = 0.05  # figures that differ by less than this tell the same story


def paper_claims(
    rows: Sequence[Summary], papers: Sequence[Table], duplicates: Sequence[DuplicateResult]
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


def _media(papers: Mapping[str, Table]) -> str | None:
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


def _percent(table: Table) -> tuple[float, float]:
    """Average precision and recall, the last row of 004's tables."""
    precision, recall = table.rows[-1][3:5]
    assert isinstance(precision, float)
    assert isinstance(recall, float)
    return 100 * precision, 100 * recall


def _block_f(row: Summary) -> float:
    return f1(row.b_precision or 0.0, row.b_recall or 0.0)


def _verdict(held: bool) -> str:  # noqa: FBT001  the verdict is all there is to it
    return "it held" if held else "it did not hold"
