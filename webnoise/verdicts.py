"""The verdicts on a page's blocks: the decisions at once, roles and reasons in words when someone asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import overload

from webnoise.model import Reason, Role, Verdict


class Verdicts(Sequence[Verdict]):
    """One verdict per block, read like a list of them.

    To word a reason costs more than to have one, and most are never read: `reasons` is called the first time
    one is. A method that knows the reasons' codes before their words gives `codes` too, for who only counts.
    `roles` is called the same way; where nobody gives any, each block is "other".
    """

    __slots__ = ("_assign", "_name", "_reasons", "_roles", "_settled", "_word", "kept", "scores")

    def __init__(
        self,
        kept: Sequence[bool],
        scores: Sequence[float],
        reasons: Callable[[], Sequence[Reason]],
        codes: Callable[[], Sequence[str]] | None = None,
        roles: Callable[[], Sequence[Role]] | None = None,
    ) -> None:
        self.kept = kept
        self.scores = scores
        self._word = reasons
        self._name = codes
        self._assign = roles
        self._settled: Mapping[int, Reason] = {}
        self._reasons: Sequence[Reason] | None = None
        self._roles: Sequence[Role] | None = None

    @classmethod
    def of(cls, verdicts: Sequence[Verdict]) -> Verdicts:
        if isinstance(verdicts, Verdicts):
            return verdicts
        kept, scores, reasons, roles = zip(*verdicts, strict=True) if verdicts else ((), (), (), ())
        return cls(kept, scores, lambda: reasons, roles=lambda: roles)

    @property
    def reasons(self) -> Sequence[Reason]:
        if self._reasons is None:
            self._reasons = self._word()
        return self._reasons

    @property
    def codes(self) -> Sequence[str]:
        """The codes of the reasons."""
        if self._name is None or self._reasons is not None:
            return [reason.code for reason in self.reasons]
        return self._name()

    def codes_at(self, indices: Sequence[int]) -> list[str]:
        """The codes of some reasons; those that were settled are known without the others."""
        if all(index in self._settled for index in indices):
            return [self._settled[index].code for index in indices]
        codes = self.codes
        return [codes[index] for index in indices]

    @property
    def roles(self) -> Sequence[Role]:
        if self._roles is None:
            self._roles = self._assign() if self._assign else ["other"] * len(self.kept)
        return self._roles

    def known(self, roles: Sequence[Role]) -> Verdicts:
        """The same verdicts, whose roles are told."""
        told = self.with_roles(lambda: roles)
        told._roles = roles  # noqa: SLF001
        return told

    @property
    def known_roles(self) -> Sequence[Role] | None:
        """The roles, if they were told already."""
        return self._roles

    def with_roles(self, roles: Callable[[], Sequence[Role]]) -> Verdicts:
        """The same verdicts on blocks whose roles somebody else tells."""
        return Verdicts(self.kept, self.scores, lambda: self.reasons, lambda: self.codes, roles)

    def settled(self, reasons: Mapping[int, Reason], *, keep: bool) -> Verdicts:
        """The same verdicts, but for the indices that `reasons` names."""
        if not reasons:
            return self
        kept = list(self.kept)
        for index in reasons:
            kept[index] = keep
        settled = Verdicts(
            kept,
            self.scores,
            lambda: [reasons.get(index, own) for index, own in enumerate(self.reasons)],
            lambda: [
                reasons[index].code if index in reasons else own for index, own in enumerate(self.codes)
            ],
            lambda: self.roles,
        )
        settled._settled = {**self._settled, **reasons}
        return settled

    def __len__(self) -> int:
        return len(self.kept)

    @overload
    def __getitem__(self, index: int) -> Verdict: ...
    @overload
    def __getitem__(self, index: slice) -> list[Verdict]: ...
    def __getitem__(self, index: int | slice) -> Verdict | list[Verdict]:
        if isinstance(index, slice):
            return list(self)[index]
        return Verdict(self.kept[index], self.scores[index], self.reasons[index], self.roles[index])

    def __iter__(self) -> Iterator[Verdict]:
        return map(Verdict, self.kept, self.scores, self.reasons, self.roles)

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Verdicts({list(self)!r})"

    def __reduce__(self) -> tuple[Callable[[Sequence[Verdict]], Verdicts], tuple[list[Verdict]]]:
        return Verdicts.of, (list(self),)
