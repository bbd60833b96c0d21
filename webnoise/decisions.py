"""What was decided of a page's blocks: which are kept, by what score, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import Protocol, overload

import numpy as np
from numpy.typing import NDArray

from webnoise.model import Block, Reason, Role, Verdict


class Evidence(Protocol):
    """Why a method decided as it did; the words are made when somebody reads them."""

    def reasons(self) -> Sequence[Reason]:
        """Return one reason per block."""


@dataclass(frozen=True, slots=True)
class Stated:
    """The reasons of a method that words them at once."""

    words: Sequence[Reason]

    def reasons(self) -> Sequence[Reason]:
        return self.words


@dataclass(frozen=True, eq=False)
class Decisions(Sequence[Verdict]):
    """Arrays by block: whether it is kept, and a score that grows with the belief that it is content.

    `evidence` has the method's reasons. `overrides` has the reasons of the rules that decided otherwise
    afterwards. `roles` is set where the roles decided too.
    """

    keep: NDArray[np.bool_]
    scores: NDArray[np.float64]
    evidence: Evidence
    overrides: Mapping[int, Reason] = field(default_factory=dict)
    roles: Sequence[Role] | None = None

    @classmethod
    def of(cls, verdicts: Sequence[Verdict]) -> Decisions:
        if isinstance(verdicts, Decisions):
            return verdicts
        return cls(
            np.array([verdict.keep for verdict in verdicts], np.bool_),
            np.array([verdict.score for verdict in verdicts], np.float64),
            Stated([verdict.reason for verdict in verdicts]),
        )

    def kept(self, blocks: Sequence[Block]) -> list[Block]:
        return list(compress(blocks, self.keep.tolist()))

    def override(self, reasons: Mapping[int, Reason], *, keep: bool) -> Decisions:
        """Keep or drop the blocks that `reasons` has."""
        if not reasons:
            return self
        kept = self.keep.copy()
        kept[list(reasons)] = keep
        return replace(self, keep=kept, overrides={**self.overrides, **reasons})

    @property
    def reasons(self) -> list[Reason]:
        return [self.overrides.get(index, reason) for index, reason in enumerate(self.evidence.reasons())]

    def __len__(self) -> int:
        return len(self.keep)

    @overload
    def __getitem__(self, index: int) -> Verdict: ...
    @overload
    def __getitem__(self, index: slice) -> list[Verdict]: ...
    def __getitem__(self, index: int | slice) -> Verdict | list[Verdict]:
        return self.verdicts()[index]

    def verdicts(self) -> list[Verdict]:
        roles = self.roles or ["other"] * len(self)
        return list(map(Verdict, self.keep.tolist(), self.scores.tolist(), self.reasons, roles))

    def __eq__(self, other: object) -> bool:
        return self.verdicts() == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]
