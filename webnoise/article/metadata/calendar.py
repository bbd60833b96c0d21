"""How one page writes its dates."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from webnoise.article.metadata.dates import DayOrder, find_date, is_future, moment

__all__ = ["Calendar"]


@dataclass(frozen=True, slots=True)
class Calendar:
    """How this page writes dates, and the moment after which none of them can lie."""

    order: DayOrder
    language: str | None
    fetched: datetime

    @classmethod
    def of(cls, order: DayOrder, language: str | None, fetched: str | None) -> Calendar:
        now = moment(fetched) if fetched else datetime.now(UTC)
        return cls(order, language, now)

    def read(self, text: str) -> str | None:
        """The date in `text`; a time after the fetch is cut to its day, a day after it is none at all."""
        found = find_date(text, self.order, self.language)
        if found is None or not is_future(found, self.fetched):
            return found
        return None if is_future(found[:10], self.fetched) else found[:10]
