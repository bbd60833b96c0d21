"""The Python interface: one page, or a site that is remembered.

The stages are imported with the first page: `import webnoise` stays cheap for those who only ask for a name.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

from webnoise.config import Config
from webnoise.errors import ConfigError, InputError
from webnoise.methods.base import AnyMethod, LearningMethod, Memory
from webnoise.methods.registry import learning_method, resolve
from webnoise.model import Article, HasHeaders, Page

if TYPE_CHECKING:
    from webnoise.site.template import TemplateBlock
    from webnoise.stores import SiteMemories


def extract(
    html: PageSource,
    *,
    url: str = "",
    method: str | AnyMethod | None = None,
    site: Site | None = None,
    config: Config | None = None,
    encoding: str | None = None,
) -> Article:
    """Extract the article of one page.

    `html` is text, bytes (decoded as browsers do it), a parsel Selector or a Scrapy response. `url` makes
    links absolute and helps to find dates and titles. `method` is a name of `method_names()`, or a method
    object with parameters of one's own. `site` is a `Site` that has learned from other pages. `encoding` is
    that of the bytes, where the caller knows better than the page. Raises `InputError` where `html` holds no
    page (an empty string, say) or `encoding` names none, `LimitExceeded` where the page is larger than
    `config` allows.

    >>> extract("<title>Rain</title><p>It rained all day, and the river rose.").title
    'Rain'
    """
    if site is not None:
        return site.extract(html, url=url, method=method, config=config, encoding=encoding)
    from webnoise import flow

    return flow.extract(page_of(html, url, encoding), config or Config(), method=method)


@runtime_checkable
class Selector(Protocol):
    """A parsel Selector: what was made of a page already."""

    root: Any


PageSource = str | bytes | Selector | HasHeaders


class Site:
    """A site whose pages teach each other what its template is.

    >>> site = Site("example.com")
    >>> for html, url in pages: site.learn(html, url=url)
    >>> site.extract(html, url=url).text

    `store` (`sqlite:///FILE`) is where the memory lives between runs, the same as a crawl's `WEBNOISE_STORE`;
    it is written by `save`, at the end of a `with` block, or at the latest when the process ends.
    `methods` are the learning methods that shall remember what `learn` shows them.
    """

    def __init__(
        self, name: str, *, store: str = "", methods: Sequence[str] = ("core", "content_extractor")
    ) -> None:
        from webnoise import stores

        self.name = name
        self._store = stores.open(store).sites
        self._memories: dict[str, Memory] = {
            method: self._store.read(name, learning_method(method)) for method in methods
        }
        self._finish = weakref.finalize(self, _save, self._store, name, self._memories)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._finish()

    def save(self) -> None:
        """Write what was learned to the store."""
        _save(self._store, self.name, self._memories)

    def learn(
        self, html: PageSource, *, url: str = "", config: Config | None = None, encoding: str | None = None
    ) -> None:
        """Add one page to what is known; the same page twice changes nothing."""
        from webnoise import flow

        document, metadata = flow.parse_page(page_of(html, url, encoding), config or Config())
        for name, memory in self._memories.items():
            read = flow.prepare(document, metadata, name)
            learning_method(name).learn(memory, read.prepared)

    def extract(
        self,
        html: PageSource,
        *,
        url: str = "",
        method: str | AnyMethod | None = None,
        config: Config | None = None,
        encoding: str | None = None,
    ) -> Article:
        """The article on a page of this site, with what its other pages taught."""
        from webnoise import flow

        config = config or Config()
        judge = resolve(method or config.chosen_method)
        memory = self._memories.get(judge.name)
        if memory is None and isinstance(judge, LearningMethod):
            raise ConfigError(
                f"site {self.name!r} does not remember for method {judge.name!r}; "
                f"make it as Site({self.name!r}, methods=[{judge.name!r}])"
            )
        return flow.extract(page_of(html, url, encoding), config, memory, judge)

    def template(self, least_pages: int = 2) -> list[TemplateBlock]:
        """What is known of the site's template: texts on at least so many pages, the most frequent first."""
        from webnoise.site.memory import SiteMemory
        from webnoise.site.template import template_blocks

        memory = self._memories.get("core")
        if not isinstance(memory, SiteMemory):
            raise ConfigError(
                f"site {self.name!r} does not remember for method 'core', which knows the template"
            )
        return template_blocks(memory, least_pages)


def _save(store: SiteMemories, site: str, memories: Mapping[str, Memory]) -> None:
    for method, memory in memories.items():
        store.add(site, learning_method(method), memory)


def page_of(source: PageSource, url: str, encoding: str | None = None) -> Page:
    """Make a page of what a caller gave; of a response its bytes are read."""
    from webnoise.page.encoding import known_codec
    from webnoise.page.parse import markup_of

    if encoding is not None:
        known_codec(encoding)
    if not isinstance(url, str):
        raise InputError(f"url must be str, not {type(url).__name__}: leave it out where it is not known")
    fetched = datetime.now(UTC).isoformat(timespec="seconds")
    if isinstance(source, str | bytes):
        return Page(url=url, html=source, fetched=fetched, encoding=encoding)
    if isinstance(source, HasHeaders):
        page = Page.from_response(source, fetched=fetched, encoding=encoding)
        return replace(page, url=url or page.url)
    if isinstance(source, Selector):
        return Page(url=url, html=markup_of(source.root, url), fetched=fetched)
    raise InputError(
        f"a page is str, bytes, a parsel Selector or a Scrapy response, not {type(source).__name__}"
    )
