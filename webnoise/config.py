"""All settings in one frozen object, from Scrapy settings or arguments."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Literal, Self, get_args

from webnoise.errors import ConfigError
from webnoise.methods.base import AnyMethod
from webnoise.methods.registry import check_name, resolve
from webnoise.model import ARTICLE_KINDS, TEXT_ROLES, PageKind, Role
from webnoise.page.limits import Limits

SETTING_PREFIX = "WEBNOISE_"
PROJECT_STORE = "project"
_LIMITS = Limits()
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*")
DuplicateAction = Literal["drop", "mark", "outlets", "keep"]


@dataclass(frozen=True, slots=True)
class Config:
    """Every field `name` is the Scrapy setting `WEBNOISE_NAME`; docs/settings.md has all their values."""

    method: str = "core"
    """How content is separated from noise: a name of `webnoise.method_names()`, or several in order, as in
    "tag_noise, content_extractor": what an earlier one drops is gone for the later."""
    method_parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Parameters by method, {"tag_simhash": {"near": 2}}; on the command line as JSON."""
    text_roles: tuple[Role, ...] = TEXT_ROLES
    """The roles of the blocks that make the text of an article: "body, standfirst, caption"."""
    export_kinds: tuple[PageKind, ...] = ARTICLE_KINDS
    """The kinds of pages to export; others are counted and dropped."""
    languages: tuple[str, ...] = ()
    """The languages to export, "en, de"; empty for all. Articles of unknown language are exported."""
    min_words: int = 0
    """Drop articles with fewer words."""
    export_extra: tuple[str, ...] = ()
    """The fields to export beside the usual ones: "blocks", "html", "evidence"."""
    duplicates: DuplicateAction = "drop"
    """What to do with near duplicates: "drop" all but the first, "mark" them (`duplicate_of`), export one per
    cluster at the end of the run with its "outlets", or "keep" all without a look."""
    min_terms: int = 20
    """Texts with fewer terms are near duplicates only if they are equal."""
    min_siblings: int = 8
    """How many pages of a site to read before exporting the first ones; 0 turns site memory off."""
    store: str = ""
    """Where memory is kept between runs: "sqlite:///FILE" for one process, "redis://HOST" for a crawl that
    many processes share; empty for this run only."""
    store_days: float = 0.0
    """Days after which a Redis store forgets what nobody has used; 0 for never."""
    site_store: str = ""
    """Where site memory is kept, if not in `store`. "project" is `store` if that is set, else a file in the
    Scrapy project's data folder."""
    incremental: bool = False
    """Skip pages that an earlier run exported unchanged (needs `store`)."""
    recrawl_after: float = 0.0
    """Hours after which an incremental run requests a known page again; 0 for never."""
    max_pages: int = 10_000
    """Pages that a crawl fetches from each site in one run, unless the site or the run has another limit."""
    max_hours: float = 24.0
    """Hours after which a crawl leaves a site."""
    max_unproductive: int = 1_000
    """Stop a site when under 1 % of its last N pages were articles. For these three, 0 is no limit."""
    auto_extract: str = "marked"
    """Which responses of any spider to extract: those "marked" by their request's `meta["webnoise"]`, "all",
    or those whose URL matches a regular expression."""
    url_field: str = "url"
    html_field: str = "html"
    """The fields of another project's items that hold a page's URL and its HTML."""
    max_bytes: int = _LIMITS.max_bytes
    max_nodes: int = _LIMITS.max_nodes
    max_depth: int = _LIMITS.max_depth
    max_seconds: float = _LIMITS.max_seconds

    def __post_init__(self) -> None:
        check_name(self.method)
        if self.method_parameters or "," in self.method:
            _ = self.chosen_method  # what is wrong in them is said now
        _check_choice("duplicates", self.duplicates, get_args(DuplicateAction))
        for kind in self.export_kinds:
            _check_choice("export_kinds", kind, get_args(PageKind))
        if not self.text_roles:
            raise ConfigError("text_roles is empty: name at least one role, such as body")
        for role in self.text_roles:
            _check_choice("text_roles", role, get_args(Role))
        for language in self.languages:
            if not _LANGUAGE.fullmatch(language):
                raise ConfigError(f"languages holds {language!r}: write codes such as en, de, pt-BR")
        for extra in self.export_extra:
            _check_choice("export_extra", extra, ("blocks", "html", "evidence"))
        for name in _NOT_NEGATIVE:
            if getattr(self, name) < 0:
                raise ConfigError(f"{name} must not be negative, but is {getattr(self, name)!r}")
        try:
            re.compile(self.auto_extract)
        except re.error as error:
            raise ConfigError(
                'auto_extract must be "marked", "all" or a regular expression, '
                f"not {self.auto_extract!r}: {error}"
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
    def chosen_method(self) -> AnyMethod:
        """The method, or the chain, with its parameters."""
        return resolve(self.method, self.method_parameters)

    @property
    def limits(self) -> Limits:
        return Limits(self.max_bytes, self.max_nodes, self.max_depth, self.max_seconds)

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any], source: str = "arguments") -> Self:
        """Check the values; an unknown name is an error with the nearest known one."""
        fields = {own.name: own for own in dataclasses.fields(cls)}
        arguments = {}
        for name, value in values.items():
            if name in REMOVED:
                raise ConfigError(f"{source}: there is no setting {name!r} any more: {REMOVED[name]}")
            if name in RENAMED:
                raise ConfigError(f"{source}: the setting {name!r} is named {RENAMED[name]!r}")
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


RENAMED = {
    "keep": "text_roles",
    "max_barren": "max_unproductive",
    "pages": "auto_extract",
    "siblings": "min_siblings",
}
"""Settings by their former names, which are refused with the present one."""

REMOVED = {"workers": 'for more cores, run several processes on one store, store = "redis://HOST"'}
"""Settings that are gone, with what to do instead."""

_NOT_NEGATIVE = (
    "min_words", "min_terms", "min_siblings", "recrawl_after", "store_days",
    "max_pages", "max_hours", "max_unproductive",
)  # fmt: skip

_EDGE_SETTINGS = frozenset({"CONTACT_URL", "PRIVATE_HOSTS", "REPORT", "DROPPED", "INSPECT"})
"""Settings that only Scrapy components read."""

_BOOLEANS = dict.fromkeys(("true", "1", "yes"), True) | dict.fromkeys(("false", "0", "no", ""), False)


def _check_choice(name: str, value: object, choices: tuple[Any, ...]) -> None:
    if value not in choices:
        raise ConfigError(f"{name} must be one of {', '.join(map(repr, choices))}, not {value!r}")


def _coerce(name: str, value: Any, kind: str, source: str) -> Any:
    """Convert a value; Scrapy's command line gives every value as text."""
    try:
        if kind.startswith("Mapping"):
            return json.loads(value or "{}") if isinstance(value, str) else dict(value)
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
