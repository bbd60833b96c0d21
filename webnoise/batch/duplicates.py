"""The third pass: which rows are the same story, and what becomes of the repeats."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from webnoise.batch.inputs import Skipped
from webnoise.batch.work import Row
from webnoise.config import Config, DuplicateAction
from webnoise.dedup.clusters import Cluster, cluster_signed
from webnoise.dedup.compare import Thresholds
from webnoise.dedup.signature import Signature


@dataclass
class Repetitions:
    """What is known of the rows of a journal, by their numbers.

    A story's original is the article that is canonical nowhere else, then the one published first, then the
    first one by the name of its file and its position in it, whatever order files are read in.
    """

    originals: dict[int, str] = field(default_factory=dict)  # of a row that repeats another, the other's key
    outlets: dict[int, list[str]] = field(default_factory=dict)  # of an original

    def repeats(self, number: int) -> bool:
        return number in self.originals

    def row(self, number: int, row: Row, action: DuplicateAction) -> bytes | None:
        """The row as it is written; None where it is not."""
        if action == "outlets":
            if number in self.originals:
                return None
            return _with(row.article, outlets=self.outlets.get(number, []))
        if number not in self.originals:
            return row.article
        return _with(row.article, duplicate_of=self.originals[number]) if action == "mark" else None


def find_repetitions(journal: Iterable[Row | Skipped], config: Config) -> Repetitions:
    found = Repetitions()
    if config.duplicates == "keep":
        return found
    rows = array("Q")  # numbers in the journal of the rows that are signed

    def signed() -> Iterator[tuple[str, Signature]]:
        for number, row in enumerate(journal):
            if isinstance(row, Row) and row.signature is not None:
                rows.append(number)
                yield row.key, row.signature

    clusters = cluster_signed(signed(), Thresholds(short=config.min_terms))
    members = {rows[place - 1] for story in clusters for place in _places(story)}
    known = {
        number: _rank(row) for number, row in enumerate(journal) if number in members and isinstance(row, Row)
    }
    for story in clusters:
        numbers = sorted((rows[place - 1] for place in _places(story)), key=known.__getitem__)
        original, *others = numbers
        key = known[original][-1]
        found.originals.update(dict.fromkeys(others, key))
        found.outlets[original] = [known[number][-1] for number in sorted(others)]
    return found


def _places(story: Cluster) -> list[int]:
    return [story.number, *(member.number for member in story.duplicates)]


def _rank(row: Row) -> tuple[Any, ...]:
    """Least for the original; its key at the end."""
    return (*row.originality, row.place.source, row.place.position or 0, row.key)


def _with(article: bytes, **fields: Any) -> bytes:
    return json.dumps({**json.loads(article), **fields}, ensure_ascii=False).encode(
        "utf-8", "backslashreplace"
    )
