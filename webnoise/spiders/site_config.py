"""Which sites to crawl, and how each: read from TOML, from a list of addresses, or by a built-in name."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from webnoise.errors import ConfigError
from webnoise.urls.domains import host_of, is_listed
from webnoise.urls.normal import clean_url

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["SiteConfig", "builtin_sites", "read_sites", "sites_from_urls"]


@dataclass(frozen=True)
class SiteConfig:
    """One site to crawl. Only `start` is needed; what is left out is discovered or taken from the settings.

    name       what logs, stats and reports call the site; its host when not given
    start      addresses of front or section pages
    feeds, sitemaps   read before, and beside, those that are discovered; relative to the first start address
    allow      regular expressions; with any given, only addresses in which one is found are followed
    deny       regular expressions; addresses in which one is found are not followed, whatever `allow` says
    max_pages  pages fetched of this site in one run; None for the run's own limit
    render     fetch pages with a browser (extra `render`)
    delay      seconds between two requests; None for what robots.txt and the settings say
    domains    further hosts whose pages belong to the site (`owns` says which do without)
    hosts      those of the start addresses and `domains`
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
    _allow: tuple[re.Pattern[str], ...] = field(init=False, repr=False, compare=False, default=())
    _deny: tuple[re.Pattern[str], ...] = field(init=False, repr=False, compare=False, default=())
    hosts: frozenset[str] = field(init=False, repr=False, compare=False, default=frozenset())

    def __post_init__(self) -> None:
        if not self.start:
            raise ConfigError('start is empty: give at least one address, start = ["https://news.example/"]')
        start = tuple(_address("start", url) for url in self.start)
        self._set("start", start)
        self._set("feeds", tuple(_address("feeds", url, start[0]) for url in self.feeds))
        self._set("sitemaps", tuple(_address("sitemaps", url, start[0]) for url in self.sitemaps))
        self._set("name", self.name.strip() or host_of(start[0]))
        if self.max_pages is not None and self.max_pages < 1:
            raise ConfigError(f"max_pages is {self.max_pages}: give 1 or more, or leave it out")
        if self.delay is not None and not 0 <= self.delay < float("inf"):
            raise ConfigError(f"delay is {self.delay}: give seconds, 0 or more, or leave it out")
        self._set("_allow", _compiled("allow", self.allow))
        self._set("_deny", _compiled("deny", self.deny))
        self._set("hosts", frozenset(host_of(url) for url in (*start, *map(_domain_url, self.domains))))

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

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


_KEYS = tuple(item.name for item in fields(SiteConfig) if item.init)
_LISTS = frozenset({"start", "feeds", "sitemaps", "allow", "deny", "domains"})
_TYPES: Mapping[str, tuple[type, ...]] = {
    "name": (str,),
    "max_pages": (int,),
    "render": (bool,),
    "delay": (int, float),
}
_SHARED_KEYS = tuple(key for key in _KEYS if key not in ("name", "start"))


def _address(key: str, url: str, base: str | None = None) -> str:
    found = clean_url(urljoin(base, url) if base else url)
    if found is None:
        raise ConfigError(f"{key} holds {url!r}, which is no address: write https://host/path")
    return found


def _domain_url(domain: str) -> str:
    return _address("domains", f"https://{domain}/")


def _compiled(key: str, patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    compiled = []
    for pattern in patterns:
        try:
            compiled.append(re.compile(pattern))
        except re.error as error:
            raise ConfigError(f"{key} holds {pattern!r}, which is no regular expression: {error}") from error
    return tuple(compiled)


def builtin_sites() -> tuple[str, ...]:
    """The names that `read_sites` knows beside paths of files."""
    folder = resources.files("webnoise") / "sites"
    return tuple(sorted(file.name[:-5] for file in folder.iterdir() if file.name.endswith(".toml")))


def read_sites(path: str | Path) -> tuple[SiteConfig, ...]:
    """The sites of a TOML file, or of a built-in list by its bare name (`india`).

    A file holds one `[[site]]` table per site and, if wanted, a `[defaults]` table for all of them. What is
    wrong in it is raised as ConfigError that names file, site, key and the nearest right key.
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
        place = f"{file}: site {label!r}" if label else f"{file}: site number {number}"
        given = _checked(table, place, _KEYS)
        if "start" not in given:
            raise ConfigError(f'{place}: start is missing: write start = ["https://news.example/"]')
        try:
            site = SiteConfig(**{**defaults, **given})
        except ConfigError as error:
            raise ConfigError(f"{place}: {error}") from error
        if site.name in sites:
            raise ConfigError(f"{place}: the name stands twice: give each site a name of its own")
        sites[site.name] = site
    return tuple(sites.values())


def _checked(table: Any, place: str, keys: tuple[str, ...]) -> dict[str, Any]:
    """The table with its lists as tuples (one string serves as a list of one), every key and type right."""
    if not isinstance(table, dict):
        raise ConfigError(f"{place} is no table")
    checked: dict[str, Any] = {}
    for key, value in table.items():
        if key not in keys:
            raise ConfigError(f"{place}: {_unknown(key, keys)}")
        if key in _LISTS:
            values = [value] if isinstance(value, str) else value
            if not isinstance(values, list) or not all(isinstance(item, str) for item in values):
                raise ConfigError(f"{place}: {key} is {value!r}: give a list of strings")
            checked[key] = tuple(values)
            continue
        wanted = _TYPES[key]
        if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
            raise ConfigError(f"{place}: {key} is {value!r}: give a value of type {wanted[-1].__name__}")
        checked[key] = value
    return checked


def _unknown(key: str, keys: tuple[str, ...]) -> str:
    near = get_close_matches(key, keys, n=1, cutoff=0.5)
    remedy = f"did you mean {near[0]}?" if near else f"known are {', '.join(keys)}"
    return f"unknown key {key!r}: {remedy}"


def sites_from_urls(urls: str) -> tuple[SiteConfig, ...]:
    """The sites behind addresses separated by commas or spaces; `https://` may be left out.

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
