"""How one page writes its dates."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from webnoise.metadata.dates import DayOrder, find_date, is_future, moment

__all__ = ["Calendar"]


@dataclass(frozen=True, slots=True)
class Calendar:
    """How this page writes dates, and the moment after which none of them can lie."""

    order: DayOrder
    language: str | None
    fetched: datetime
    day_before: str
    _known: dict[str, str | None] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, order: DayOrder, language: str | None, fetched: str | None) -> Calendar:
        now = moment(fetched) if fetched else datetime.now(UTC)
        return cls(order, language, now, (now.date() - timedelta(days=1)).isoformat())

    def read(self, text: str) -> str | None:
        """The date in `text`; a time after the fetch is cut to its day, a day after it is none at all."""
        # Pages say the same date many times: in markup, and in every wrapper around its line.
        if text in self._known:
            return self._known[text]
        found = self._known[text] = self._past(find_date(text, self.order, self.language))
        return found

    def _past(self, found: str | None) -> str | None:
        # Two days before the fetch no time zone makes a future of.
        if found is None or found[:10] < self.day_before or not is_future(found, self.fetched):
            return found
        return None if is_future(found[:10], self.fetched) else found[:10]
