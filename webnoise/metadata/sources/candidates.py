"""The values that a page may have for a field, where each stands, and what speaks for the one that won."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

Kind = Literal[
    # declared
    "json-ld", "json-ld page", "meta", "title", "html lang", "rel canonical", "itemprop", "script",
    # shown
    "heading", "title line", "byline near headline", "name near headline", "byline", "brackets", "signature",
    "near headline", "near headline, opening", "time", "only date", "only line", "notice", "site name",
    # told by the way to the page, and by its siblings
    "hint", "url", "domain", "site memory",
]  # fmt: skip
_TOLD_BY_NAME = ("meta", "heading")
_NEAR_HEADLINE = ("byline near headline", "name near headline", "near headline", "near headline, opening")
_LONGEST_LOSER = 120
_NOT_LETTERS = re.compile(r"[\W_]+")


class Source(NamedTuple):
    """Where a value stands: the kind of place, and its name there (a property, a meta element, a tag).

    `as_change` says that a date is that of the last change, taken for want of a better one.
    """

    kind: Kind
    name: str = ""
    as_change: bool = False

    @property
    def is_linked_data(self) -> bool:
        return self.kind in ("json-ld", "json-ld page")

    @property
    def is_near_headline(self) -> bool:
        return self.kind in _NEAR_HEADLINE

    def __str__(self) -> str:
        words = self.name if self.kind in _TOLD_BY_NAME else f"{self.kind} {self.name}".rstrip()
        return f"{words}, as change" if self.as_change else words


class Candidate(NamedTuple):
    """A value for a field, and the source that gave it."""

    source: Source
    value: str


class Rated(NamedTuple):
    """A candidate, and what speaks for and against it: keys of its field's table of scores."""

    candidate: Candidate
    signs: Sequence[str]


def best_first(rated: Sequence[Rated], scores: Mapping[str, float]) -> list[Candidate]:
    """Return the candidates by the sum of their signs' scores; of equal ones the first is the best."""
    ordered = sorted(rated, key=lambda each: -sum([scores[sign] for sign in each.signs]))
    return [each.candidate for each in ordered]


class Told(Protocol):
    """What a field may be chosen from: a candidate, or the names of a byline."""

    @property
    def source(self) -> Source: ...

    @property
    def value(self) -> str: ...


class Evidence(Mapping[str, str]):
    """The evidence of a page's fields, by field; each is put into words when it is read, for few are.

    `won` has what was chosen for each field, `candidates` what some were chosen from.
    """

    def __init__(self, won: Mapping[str, Told | None], candidates: Mapping[str, Sequence[Told]]) -> None:
        self._won, self._candidates = won, candidates

    def __getitem__(self, field: str) -> str:
        won, candidates = self._won[field], self._candidates.get(field, ())
        if won is None and not candidates:
            raise KeyError(field)
        lost = [
            f"{candidate.source}={candidate.value[:_LONGEST_LOSER]!r}"
            for candidate in candidates
            if won is None or candidate.value != won.value
        ]
        return (str(won.source) if won else "none") + (f"; not {', '.join(lost)}" if lost else "")

    def __iter__(self) -> Iterator[str]:
        return (field for field, won in self._won.items() if won or self._candidates.get(field))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"Evidence({dict(self)!r})"


@lru_cache(maxsize=256)  # a page's title is compared with many others, each with many more
def squash(text: str) -> str:
    """Return the letters and digits of a value alone, to compare it whatever its case and punctuation."""
    return _NOT_LETTERS.sub("", text.casefold())
