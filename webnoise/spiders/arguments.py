"""The arguments of the spider, checked before the first request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import Any, Self

from webnoise.errors import ConfigError
from webnoise.spiders.site_config import SiteConfig, read_sites, sites_from_urls

__all__ = ["Arguments"]

_NAMES = ("site", "sites", "max_pages", "since", "recrawl_after")


@dataclass(frozen=True, slots=True)
class Arguments:
    """`sites` is empty when none was named; `recrawl_after` in hours, None for what the settings say."""

    sites: tuple[SiteConfig, ...] = ()
    max_pages: int | None = None
    since: datetime | None = None
    recrawl_after: float | None = None

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Self:
        """From what follows `-a` on the command line: text, or values of the right type from Python."""
        for name in given:
            if name not in _NAMES:
                near = get_close_matches(name, _NAMES, n=1)
                hint = f"did you mean {near[0]}?" if near else f"it takes {', '.join(_NAMES)}"
                raise ConfigError(f"the spider has no argument {name!r}: {hint}")
        site, sites = given.get("site"), given.get("sites")
        if site and sites:
            raise ConfigError("give either site=URL or sites=FILE, not both")
        return cls(
            sites=sites_from_urls(str(site)) if site else read_sites(sites) if sites else (),
            max_pages=_count("max_pages", given.get("max_pages")),
            since=_moment(given.get("since")),
            recrawl_after=_hours(given.get("recrawl_after")),
        )


def _count(name: str, value: Any) -> int | None:
    if value is None or value == "":
        return None
    try:
        number = int(value)
    except ValueError:
        number = 0
    if number < 1:
        raise ConfigError(f"{name} must be a whole number from 1 on, not {value!r}")
    return number


def _moment(since: Any) -> datetime | None:
    if not since:
        return None
    try:
        moment = since if isinstance(since, datetime) else datetime.fromisoformat(str(since))
    except ValueError:
        raise ConfigError(f"since must be a date such as 2026-11-01, not {since!r}") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _hours(value: Any) -> float | None:
    if value is None or value == "":
        return None
    try:
        hours = float(value)
    except ValueError:
        hours = -1.0
    if not 0 <= hours < float("inf"):
        raise ConfigError(f"recrawl_after must be a number of hours, 0 or more, not {value!r}")
    return hours
