"""What a crawl did, in figures: sums that are fed page by page, and bounded lists of pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from webnoise.article.assemble import decided_page_of
from webnoise.model import Article
from webnoise.urls.domains import site_of

FIELDS = ("title", "authors", "published", "modified", "language", "section", "tags", "description", "images")
"""The report says how many articles have them."""
MOST_LISTED = 5000
"""Articles, and pages that did not come out, that a report names; beyond, they are only counted."""
UNDATED = "undated"


class LeftOut(NamedTuple):
    """A page that did not come out: `reason` is a code to count by, `detail` says more in words.

    `original` is the article that a duplicate repeats; `failed` says that the page could not be had at all.
    """

    url: str
    reason: str
    detail: str = ""
    kind: str | None = None
    original: str | None = None
    failed: bool = False

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> LeftOut:
        """What `to_dict` has written; what is missing stays empty."""
        known = {name: fields[name] for name in cls._fields if name in fields}
        return cls(**{"url": "", "reason": "unknown"} | known)

    def to_dict(self) -> dict[str, Any]:
        return self._asdict()


@dataclass(slots=True)
class TextBalance:
    """What of pages' text stays and what goes, in UTF-8 bytes and in blocks, by role.

    Without the blocks themselves only their numbers are known (`sized` is False then).
    """

    kept_bytes: int = 0
    kept_blocks: int = 0
    removed_bytes: Counter[str] = field(default_factory=Counter)
    removed_blocks: Counter[str] = field(default_factory=Counter)
    page_bytes: int = 0
    sized: bool = True

    def add(self, other: TextBalance) -> None:
        self.kept_bytes += other.kept_bytes
        self.kept_blocks += other.kept_blocks
        self.removed_bytes.update(other.removed_bytes)
        self.removed_blocks.update(other.removed_blocks)
        self.page_bytes += other.page_bytes
        self.sized = self.sized and other.sized


@dataclass(slots=True)
class SiteFigures:
    """One site's part; `name` is what its articles call it."""

    name: str
    articles: int = 0
    words: int = 0
    duplicates: int = 0
    left_out: int = 0
    failed: int = 0
    fetched: int = 0
    fetched_bytes: int = 0
    waited: float = 0.0
    """Seconds until the site's answers came, together."""
    days: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)
    """How many of its articles have a value, by field."""


@dataclass(slots=True)
class TimeSpent:
    """Seconds of the run, and of its downloads (which run side by side)."""

    started: str | None = None
    finished: str | None = None
    seconds: float | None = None
    downloads: float | None = None
    ended: str | None = None


class CrawlFigures:
    """Takes what came out and what did not, one by one, in any order.

    `roots` are hosts that are sites of their own (see `site_of`).
    """

    def __init__(self, roots: frozenset[str] = frozenset()) -> None:
        self._roots = roots
        self._names: dict[str, Counter[str]] = {}
        self.sites: dict[str, SiteFigures] = {}
        self.balance = TextBalance()
        self.shared: Counter[tuple[str, str]] = Counter()
        self.reasons: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.time = TimeSpent()
        self.articles: list[dict[str, Any]] = []
        self.left_out: list[LeftOut] = []

    def site(self, url: str | None) -> SiteFigures:
        name = site_of(url or "", self._roots) or "without address"
        return self.sites.setdefault(name, SiteFigures(name))

    def add_article(self, fields: Mapping[str, Any], balance: TextBalance, inspected: str = "") -> None:
        """`fields` are an article's, as they are exported; `inspected` is where its inspect page lies."""
        url = fields.get("url") or ""
        site = self.site(url)
        if name := fields.get("site"):
            self._names.setdefault(site.name, Counter())[name] += 1
        site.articles += 1
        site.words += int(fields.get("word_count") or 0)
        day = str(fields.get("published") or "")[:10] or UNDATED
        site.days[day] += 1
        site.known.update(name for name in FIELDS if fields.get(name))
        self.kinds[str(fields.get("kind") or "other")] += 1
        self.balance.add(balance)
        if original := fields.get("duplicate_of"):
            self._repeats(original, url)
        for outlet in fields.get("outlets") or ():
            self._repeats(url, outlet)
        if len(self.articles) < MOST_LISTED:
            self.articles.append(
                {
                    "url": url,
                    "title": fields.get("title"),
                    "site": site.name,
                    "published": fields.get("published"),
                    "words": int(fields.get("word_count") or 0),
                    "kind": fields.get("kind"),
                    "inspect": inspected,
                }
            )

    def add_left_out(self, page: LeftOut) -> None:
        site = self.site(page.url)
        if page.failed:
            site.failed += 1
            self.failures[page.reason] += 1
        else:
            site.left_out += 1
            self.reasons[page.reason] += 1
        if page.original:
            self._repeats(page.original, page.url)
        if len(self.left_out) < MOST_LISTED:
            self.left_out.append(page)

    def add_fetched(self, url: str, size: int, seconds: float) -> None:
        """An answer that came, whatever becomes of it."""
        site = self.site(url)
        site.fetched += 1
        site.fetched_bytes += size
        site.waited += seconds

    def _repeats(self, original: str, url: str) -> None:
        first, second = self.site(original), self.site(url)
        second.duplicates += 1
        self.shared[first.name, second.name] += 1

    def shown_name(self, site: str) -> str:
        """What most of a site's articles call it, where its address says less."""
        names = self._names.get(site)
        return names.most_common(1)[0][0] if names else site

    def to_dict(self) -> dict[str, Any]:
        """All figures as JSON has them: the report shows nothing else."""
        balance = self.balance
        sites = sorted(self.sites.values(), key=lambda site: (-site.articles, site.name))
        return {
            "articles": sum(site.articles for site in sites),
            "words": sum(site.words for site in sites),
            "duplicates": sum(site.duplicates for site in sites),
            "kinds": dict(self.kinds.most_common()),
            "time": asdict(self.time),
            "text": {
                "kept": {"bytes": balance.kept_bytes, "blocks": balance.kept_blocks},
                "removed": {
                    role: {"bytes": balance.removed_bytes[role] if balance.sized else None, "blocks": blocks}
                    for role, blocks in balance.removed_blocks.most_common()
                },
                "pages_bytes": balance.page_bytes or None,
            },
            "sites": [
                {
                    **asdict(site),
                    "site": site.name,
                    "name": self.shown_name(site.name),
                    "days": dict(sorted(site.days.items())),
                    "known": {name: site.known[name] for name in FIELDS},
                }
                for site in sites
            ],
            "shared": [
                {"first": first, "repeated_by": second, "stories": many}
                for (first, second), many in sorted(self.shared.items())
            ],
            "left_out": dict(self.reasons.most_common()),
            "failed": dict(self.failures.most_common()),
            "listed": {
                "articles": self.articles,
                "left_out": [{**page.to_dict(), "site": self.site(page.url).name} for page in self.left_out],
            },
        }


def balance_of(article: Article) -> TextBalance:
    """Of an article that an extraction has just made, without putting its reasons into words."""
    made = decided_page_of(article)
    if made is None:
        return _balance((block.text, block.keep, block.role) for block in article.blocks)
    texts = (block.text for block in made.page_blocks.blocks)
    balance = _balance(zip(texts, made.decisions.keep.tolist(), made.roles, strict=True))
    balance.page_bytes = len(made.page.html)
    return balance


def balance_of_fields(fields: Mapping[str, Any]) -> TextBalance:
    """Of an exported article: from its blocks, or else from its text and the numbers of dropped blocks."""
    blocks = fields.get("blocks")
    if isinstance(blocks, list):
        return _balance((str(own.get("text") or ""), own.get("keep"), own.get("role")) for own in blocks)
    kept = _bytes(str(fields.get("text") or ""))
    return TextBalance(kept_bytes=kept, removed_blocks=Counter(fields.get("noise") or {}), sized=False)


def _balance(blocks: Iterable[tuple[str, Any, str | None]]) -> TextBalance:
    """Sum up blocks: their text, whether they were kept, and their role."""
    balance = TextBalance()
    for text, keep, role in blocks:
        if keep:
            balance.kept_bytes += _bytes(text)
            balance.kept_blocks += 1
        else:
            balance.removed_bytes[role or "other"] += _bytes(text)
            balance.removed_blocks[role or "other"] += 1
    return balance


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
