"""All that can be set, in one frozen object: from Scrapy settings or arguments."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal, Self, get_args

from webnoise.errors import ConfigError
from webnoise.methods.registry import check_name
from webnoise.model import TEXT_ROLES, PageKind, Role
from webnoise.page.limits import Limits

SETTING_PREFIX = "WEBNOISE_"
PROJECT_STORE = "project"
_LIMITS = Limits()
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_]\w+)*")
DuplicateAction = Literal["drop", "mark", "outlets", "keep"]


@dataclass(frozen=True, slots=True)
class Config:
    """Every field `name` is the Scrapy setting `WEBNOISE_NAME`; docs/settings.md tells all their values."""

    method: str = "core"
    """How content is told from noise: a name of `webnoise.method_names()`."""
    drop_repeats: bool = False
    """Let any method be followed by paper 003's stage that drops blocks which a page shows twice."""
    keep: tuple[Role, ...] = TEXT_ROLES
    """The roles of blocks that an article's text is made of: "body, standfirst, caption"."""
    export_kinds: tuple[PageKind, ...] = ("article", "live", "gallery", "video")
    """Kinds of pages that come out; others are counted and dropped."""
    languages: tuple[str, ...] = ()
    """Languages of articles that come out, "en, de"; none named: all. Articles of no known language do."""
    min_words: int = 0
    """Articles with fewer words do not come out."""
    export_extra: tuple[str, ...] = ()
    """What to export beside the article's fields: "blocks", "html", "evidence"."""
    duplicates: DuplicateAction = "drop"
    """What happens to near duplicates: "drop" all but the first, "mark" them (`duplicate_of`), let each story
    wait for the end of the run and name its "outlets", or "keep" all, unlooked."""
    min_terms: int = 20
    """Texts with fewer terms are near duplicates only when they are equal."""
    siblings: int = 8
    """How many pages of a site are read before the first ones come out; 0 turns site memory off."""
    store: str = ""
    """Where memory lives between runs: "sqlite:///FILE" for one process, "redis://HOST" for a crawl that many
    processes share; empty: for this run only."""
    store_days: float = 0.0
    """Days after which a Redis store forgets what nobody has touched; 0: never."""
    site_store: str = ""
    """Where site memory lives, if elsewhere than in `store`. "project": in `store` if it is set, else a file
    in the Scrapy project's data folder."""
    incremental: bool = False
    """Skip pages that an earlier run exported unchanged (needs `store`)."""
    recrawl_after: float = 0.0
    """Hours after which an incremental run asks for a known page again; 0: never."""
    pages: str = "marked"
    """Which responses of any spider become pages by themselves: those "marked" by their requests'
    `meta["webnoise"]`, "all", or those whose addresses this regular expression finds."""
    url_field: str = "url"
    html_field: str = "html"
    """Where another project's items hold a page's address and its HTML."""
    max_bytes: int = _LIMITS.max_bytes
    max_nodes: int = _LIMITS.max_nodes
    max_depth: int = _LIMITS.max_depth
    max_seconds: float = _LIMITS.max_seconds

    def __post_init__(self) -> None:
        check_name(self.method)
        _check_choice("duplicates", self.duplicates, get_args(DuplicateAction))
        for kind in self.export_kinds:
            _check_choice("export_kinds", kind, get_args(PageKind))
        if not self.keep:
            raise ConfigError("keep names no role: an article's text needs one, such as body")
        for role in self.keep:
            _check_choice("keep", role, get_args(Role))
        for language in self.languages:
            if not _LANGUAGE.fullmatch(language):
                raise ConfigError(f"languages holds {language!r}: write codes such as en, de, pt-BR")
        for extra in self.export_extra:
            _check_choice("export_extra", extra, ("blocks", "html", "evidence"))
        for name in ("min_words", "min_terms", "siblings", "recrawl_after", "store_days"):
            if getattr(self, name) < 0:
                raise ConfigError(f"{name} must not be negative, but is {getattr(self, name)!r}")
        try:
            re.compile(self.pages)
        except re.error as error:
            raise ConfigError(
                f'pages must be "marked", "all" or a regular expression, not {self.pages!r}: {error}'
            ) from None
        if self.incremental and not self.store:
            raise ConfigError('incremental needs a store that lasts: set store to "sqlite:///FILE"')
        if self.duplicates == "outlets" and self.store.startswith("redis"):
            raise ConfigError(
                'duplicates = "outlets" waits for all outlets in one process: with a Redis store, set '
                '"mark", and join them by `webnoise dedup`'
            )
        _ = self.limits

    @property
    def limits(self) -> Limits:
        return Limits(self.max_bytes, self.max_nodes, self.max_depth, self.max_seconds)

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any], source: str = "arguments") -> Self:
        """Checked values; a name that does not exist is an error that names the nearest one."""
        fields = {field.name: field for field in dataclasses.fields(cls)}
        arguments = {}
        for name, value in values.items():
            if name not in fields:
                near = get_close_matches(name, fields, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(fields)}"
                raise ConfigError(f"{source}: there is no setting {name!r}{hint}")
            arguments[name] = _coerce(name, value, str(fields[name].type), source)
        return cls(**arguments)

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Self:
        """From Scrapy settings (any mapping): those that start with `WEBNOISE_`."""
        return cls.from_mapping(
            {
                name.removeprefix(SETTING_PREFIX).lower(): settings[name]
                for name in settings
                if name.startswith(SETTING_PREFIX) and name.removeprefix(SETTING_PREFIX) not in _EDGE_SETTINGS
            },
            source="Scrapy settings",
        )


_EDGE_SETTINGS = frozenset({"CONTACT_URL", "PRIVATE_HOSTS", "REPORT", "DROPPED", "INSPECT", "WORKERS"})
"""Settings of the Scrapy edge alone; no stage knows them."""

_BOOLEANS = dict.fromkeys(("true", "1", "yes"), True) | dict.fromkeys(("false", "0", "no", ""), False)


def _check_choice(name: str, value: object, choices: tuple[Any, ...]) -> None:
    if value not in choices:
        raise ConfigError(f"{name} must be one of {', '.join(map(repr, choices))}, not {value!r}")


def _coerce(name: str, value: Any, kind: str, source: str) -> Any:
    """Scrapy's command line gives every value as text."""
    try:
        if kind == "bool":
            return _BOOLEANS[value.lower()] if isinstance(value, str) else bool(value)
        if kind == "int":
            return int(value)
        if kind == "float":
            return float(value)
        if kind.startswith("tuple"):
            parts = value.split(",") if isinstance(value, str) else list(value)
            return tuple(part.strip() for part in parts if part.strip())
        return "" if value is None else str(value)
    except (KeyError, TypeError, ValueError):
        raise ConfigError(f"{source}: {name} must be of type {kind}, not {value!r}") from None
