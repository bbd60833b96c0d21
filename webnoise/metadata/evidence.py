"""What speaks for each value: the source that won a field, and the candidates that lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from webnoise.metadata.candidates import Candidate

__all__ = ["Choice", "Evidence"]

_LONGEST_LOSER = 120


class Choice(NamedTuple):
    """What a field was chosen from: the winner, and every candidate."""

    field: str
    won: Candidate | None
    candidates: Sequence[Candidate] = ()


class Evidence(Mapping[str, str]):
    """The evidence of a page's fields, by field; each is put into words when it is read, for few are."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        self._choices = {choice.field: choice for choice in choices if choice.won or choice.candidates}

    def __getitem__(self, field: str) -> str:
        return _told(self._choices[field])

    def __iter__(self) -> Iterator[str]:
        return iter(self._choices)

    def __len__(self) -> int:
        return len(self._choices)

    def __repr__(self) -> str:
        return f"Evidence({dict(self)!r})"


def _told(choice: Choice) -> str:
    won = choice.won
    lost = [
        f"{candidate.source}={candidate.value[:_LONGEST_LOSER]!r}"
        for candidate in choice.candidates
        if won is None or candidate.value != won.value
    ]
    return (won.source if won else "none") + (f"; not {', '.join(lost)}" if lost else "")
