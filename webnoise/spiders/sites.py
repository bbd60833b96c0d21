"""What to crawl, and how: the spider's arguments, and sites from TOML, addresses or a built-in name."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any, Self
from urllib.parse import urljoin

from webnoise.errors import ConfigError
from webnoise.urls.domains import host_of, is_listed
from webnoise.urls.normal import clean_url


@dataclass(frozen=True)
class SiteConfig:
    """One site to crawl. Only `start` is needed; the rest is discovered or taken from the settings.

    name       what logs, stats and reports call the site; its host when not given
    start      addresses of front or section pages
    feeds, sitemaps   read before, and beside, those that are discovered; relative to the first start address
    allow      regular expressions; with any given, only addresses in which one is found are followed
    deny       regular expressions; addresses in which one is found are not followed, whatever `allow` says
    max_pages  pages fetched of this site in one run; None for the run's own limit
    render     fetch pages with a browser (extra `render`)
    delay      seconds between two requests; None for what robots.txt and the settings say
    domains    further hosts whose pages belong to the site (`owns` says which do without)
    """

    start: tuple[str, ...]
    name: str = ""
    feeds: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    max_pages: int | None = None
    render: bool = False
    delay: float | None = None
    domains: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.start:
            raise ConfigError('start is empty: give at least one address, start = ["https://news.example/"]')
        start = tuple(_address("start", url) for url in self.start)
        written = {
            "start": start,
            "feeds": tuple(_address("feeds", url, start[0]) for url in self.feeds),
            "sitemaps": tuple(_address("sitemaps", url, start[0]) for url in self.sitemaps),
            "name": self.name.strip() or host_of(start[0]),
            "max_pages": _number("max_pages", self.max_pages, int, least=1),
            "delay": _number("delay", self.delay, float, least=0),
        }
        for name, value in written.items():
            object.__setattr__(self, name, value)
        _ = self._allow, self._deny, self.hosts  # raise now what is wrong in them

    @cached_property
    def _allow(self) -> tuple[re.Pattern[str], ...]:
        return _compiled("allow", self.allow)

    @cached_property
    def _deny(self) -> tuple[re.Pattern[str], ...]:
        return _compiled("deny", self.deny)

    @cached_property
    def hosts(self) -> frozenset[str]:
        """Those of the start addresses and `domains`."""
        domains = (_address("domains", f"https://{domain}/") for domain in self.domains)
        return frozenset(host_of(url) for url in (*self.start, *domains))

    def owns(self, url: str) -> bool:
        """Whether an address lies on a host of the start addresses and `domains`, or below one.

        A start at www.ndtv.com owns sports.ndtv.com; one at timesofindia.indiatimes.com does not own its
        sister economictimes.indiatimes.com.
        """
        return is_listed(host_of(url), self.hosts)

    def permits(self, url: str) -> bool:
        """Whether the patterns let an address be followed; `owns` is a question of its own."""
        if any(pattern.search(url) for pattern in self._deny):
            return False
        return not self._allow or any(pattern.search(url) for pattern in self._allow)


_KEYS = tuple(item.name for item in fields(SiteConfig))
_SHARED_KEYS = tuple(key for key in _KEYS if key not in ("name", "start"))
_TYPES = {"name": str, "max_pages": int, "render": bool, "delay": float}  # all others are lists of strings


_AGE = re.compile(r"(\d{1,4})\s*([hdw])", re.IGNORECASE)
_UNITS = {"h": "hours", "d": "days", "w": "weeks"}


def _address(key: str, url: str, base: str | None = None) -> str:
    found = clean_url(urljoin(base, url) if base else url)
    if found is None:
        raise ConfigError(f"{key} holds {url!r}, which is no address: write https://host/path")
    return found


def _number(name: str, value: Any, kind: type[int | float], *, least: int) -> Any:
    """The value as a number of this kind; None for none, which leaves the choice to others."""
    if value is None or value == "":
        return None
    try:
        number = kind(value)
    except ValueError:
        number = -1
    if not least <= number < float("inf"):
        whole = "whole " if kind is int else ""
        raise ConfigError(f"{name} must be a {whole}number from {least} on, not {value!r}")
    return number


def _compiled(key: str, patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    compiled = []
    for pattern in patterns:
        try:
            compiled.append(re.compile(pattern))
        except re.error as error:
            raise ConfigError(f"{key} holds {pattern!r}, which is no regular expression: {error}") from error
    return tuple(compiled)


def builtin_sites() -> tuple[str, ...]:
    """Return the names of the built-in lists."""
    folder = resources.files("webnoise") / "sites"
    return tuple(sorted(file.name[:-5] for file in folder.iterdir() if file.name.endswith(".toml")))


def read_sites(path: str | Path) -> tuple[SiteConfig, ...]:
    """Return the sites of a TOML file, or of a built-in list by its bare name (`india`).

    A file holds one `[[site]]` table per site and, if wanted, a `[defaults]` table for all of them. An
    error in it is a ConfigError that names file, site, key and the nearest right key.
    """
    name = str(path)
    builtin = isinstance(path, str) and name in builtin_sites()
    source = resources.files("webnoise") / "sites" / f"{name}.toml" if builtin else Path(path)
    try:
        document = tomllib.loads(source.read_text(encoding="utf-8"))
    except OSError as error:
        known = ", ".join(builtin_sites())
        raise ConfigError(f"cannot read the sites file {name}: {error}; built-in lists: {known}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{name} is no valid TOML: {error}") from error
    return _sites(document, name)


def _sites(document: Mapping[str, Any], file: str) -> tuple[SiteConfig, ...]:
    for key in document:
        if key not in ("site", "defaults"):
            raise ConfigError(f"{file}: {_unknown(key, ('site', 'defaults'))}")
    defaults = _checked(document.get("defaults", {}), f"{file}: [defaults]", _SHARED_KEYS)
    tables = document.get("site", [])
    if not isinstance(tables, list) or not tables:
        raise ConfigError(f"{file} names no site: write a [[site]] table for each")
    sites: dict[str, SiteConfig] = {}
    for number, table in enumerate(tables, start=1):
        label = table.get("name") if isinstance(table, dict) else None
        source = f"{file}: site {label!r}" if label else f"{file}: site number {number}"
        given = _checked(table, source, _KEYS)
        if "start" not in given:
            raise ConfigError(f'{source}: start is missing: write start = ["https://news.example/"]')
        try:
            site = SiteConfig(**{**defaults, **given})
        except ConfigError as error:
            raise ConfigError(f"{source}: {error}") from error
        if site.name in sites:
            raise ConfigError(f"{source}: the name is not unique: give each site a name of its own")
        sites[site.name] = site
    return tuple(sites.values())


def _checked(table: Any, source: str, keys: tuple[str, ...]) -> dict[str, Any]:
    """The table with its lists as tuples (one string serves as a list of one), every key and type right."""
    if not isinstance(table, dict):
        raise ConfigError(f"{source} is no table")
    checked: dict[str, Any] = {}
    for key, value in table.items():
        if key not in keys:
            raise ConfigError(f"{source}: {_unknown(key, keys)}")
        if wanted := _TYPES.get(key):
            if type(value) is not wanted and (wanted, type(value)) != (float, int):
                raise ConfigError(f"{source}: {key} is {value!r}: give a value of type {wanted.__name__}")
            checked[key] = value
        else:
            values = [value] if isinstance(value, str) else value
            if not isinstance(values, list) or not all(isinstance(item, str) for item in values):
                raise ConfigError(f"{source}: {key} is {value!r}: give a list of strings")
            checked[key] = tuple(values)
    return checked


def _unknown(key: str, keys: tuple[str, ...]) -> str:
    near = get_close_matches(key, keys, n=1, cutoff=0.5)
    remedy = f"did you mean {near[0]}?" if near else f"known are {', '.join(keys)}"
    return f"unknown {key!r}: {remedy}"


def sites_from_urls(urls: str) -> tuple[SiteConfig, ...]:
    """Return the sites of addresses separated by commas or spaces; `https://` may be left out.

    Addresses of one site (say, two of its sections) become start addresses of one SiteConfig.
    """
    starts: dict[str, list[str]] = {}
    for written in urls.replace(",", " ").split():
        url = clean_url(written if "://" in written else f"https://{written}")
        if url is None:
            raise ConfigError(f"{written!r} is no address: write https://host/path")
        starts.setdefault(host_of(url), []).append(url)
    if not starts:
        raise ConfigError("no address given: write https://news.example, several separated by commas")
    return tuple(SiteConfig(start=tuple(dict.fromkeys(found))) for found in starts.values())


@dataclass(frozen=True, slots=True)
class Arguments:
    """`sites` is empty where no argument was given; `recrawl_after` in hours, None for the setting's."""

    sites: tuple[SiteConfig, ...] = ()
    max_pages: int | None = None
    since: datetime | None = None
    recrawl_after: float | None = None

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Self:
        """Read what follows `-a` on the command line: text, or values of the right type from Python."""
        given = {name: value for name, value in given.items() if value is not None}
        names = ("site", *(item.name for item in fields(cls)))
        for name in given:
            if name not in names:
                raise ConfigError(f"the spider has no such argument: {_unknown(name, names)}")
        site, sites = given.get("site"), given.get("sites")
        if site is not None and sites is not None:
            raise ConfigError("give either site=URL or sites=FILE, not both")
        for name, value in (("site", site), ("sites", sites)):
            if value is not None and not str(value).strip():
                raise ConfigError(f"{name} is empty: is a variable in the command not set?")
        if given and site is None and sites is None:
            raise ConfigError(
                "no site is named: give site=URL or sites=FILE; the demo is crawled without any argument"
            )
        return cls(
            sites=sites_from_urls(str(site)) if site else read_sites(sites) if sites else (),
            max_pages=_number("max_pages", given.get("max_pages"), int, least=1),
            since=_date(given.get("since")),
            recrawl_after=_number("recrawl_after", given.get("recrawl_after"), float, least=0),
        )


def _date(since: Any) -> datetime | None:
    """Read a date, or an age in hours, days or weeks."""
    if not since:
        return None
    if age := _AGE.fullmatch(str(since).strip()):
        return datetime.now(UTC) - timedelta(**{_UNITS[age[2].lower()]: int(age[1])})
    try:
        date = since if isinstance(since, datetime) else datetime.fromisoformat(str(since))
    except ValueError:
        words = "since must be a date such as 2026-11-01, or an age such as 12h, 7d or 2w"
        raise ConfigError(f"{words}, not {since!r}") from None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
