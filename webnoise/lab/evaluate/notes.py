"""What a reader must know before believing a figure: which pages a system was fitted to, and how."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable

from webnoise.lab.evaluate.tables import Table
from webnoise.lab.evaluate.unseen import is_trained, trained_corpora

__all__ = ["MARK", "mark_trained", "reading_notes"]

MARK = " †"
# Baselines whose papers name no threshold, and the corpora on whose pages ours were chosen (see each module).
TUNED = ("econ", "lin_ho+site", "site_style_tree+site")
TUNED_ON = ("siblings", "news424")


def reading_notes(
    corpora: Collection[str], systems: Collection[str], *, sample: int | None, unseen: bool
) -> list[str]:
    """Those notes that the run gives reason for."""
    notes = []
    if sample:
        notes.append(
            f"A fixed sample of at most {sample:,} pages of each corpus; the intervals are wide accordingly."
        )
    if trained := [name for name in corpora if name in trained_corpora()]:
        ours = " and ".join(f"`{name}`" for name in systems if is_trained(name))
        if ours:
            notes.append(_trained_note(ours, trained, unseen=unseen))
    if "siblings" in corpora and any(map(is_trained, systems)):
        notes.append(
            "No model has seen the siblings; they helped to choose between models and a handful of "
            "parameters."
        )
    tuned = [name for name in TUNED if name in systems]
    if tuned and any(name in corpora for name in TUNED_ON):
        notes.append(
            f"The thresholds of {', '.join(tuned)} were chosen on 100 pages of {' and '.join(TUNED_ON)}, so "
            "there they are at their best."
        )
    notes.append(
        "The corpora's golds differ in their conventions (captions, bylines, standfirsts): compare systems "
        "within a table, not tables with each other."
    )
    notes.append(
        "Times are processor times of one process; compare them by the ratio to parsing. For our methods "
        "they hold parsing, metadata, cutting, judging and writing the text."
    )
    return notes


def _trained_note(ours: str, trained: Iterable[str], *, unseen: bool) -> str:
    if unseen:
        return (
            f"{ours}: each page of {', '.join(trained)} is judged by a model that has seen no page of its "
            "site (five folds by site), the other pages by the shipped model."
        )
    told = ", ".join(f"{name} {trained_corpora()[name]:.3f}" for name in trained)
    return (
        f"†: the shipped model behind {ours} was trained on pages of these corpora, so a marked figure is "
        f"not what unseen pages give. On sites that the model has not seen (out of fold, articles only, F1 "
        f"of text or of snippets; the model card): {told}."
    )


def mark_trained(table: Table) -> Table:
    """The table with a mark on each row of a trained system."""
    rows = [
        [f"{cell}{MARK}" if isinstance(cell, str) and is_trained(cell) else cell for cell in row]
        for row in table.rows
    ]
    return dataclasses.replace(table, rows=rows)
