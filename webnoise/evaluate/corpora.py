"""Gold pages and gold texts: JSON lines (plain, .xz, .gz) or a folder of html + txt pairs."""

from __future__ import annotations

import gzip
import json
import lzma
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import xxhash

from webnoise.errors import ConfigError, InputError

NOWHERE = "http://corpus.invalid/"
"""The address below which pages without one are, with their style sheets; under https, others could not be loaded."""
SITE_PAGES = 8  # pages of a site in a sample: enough to teach its template, few enough for many sites
# Gold authors come as lists or as one string; names in a string are separated by one of these.
NAME_BREAK = re.compile(r"(?:(?<!\s)\s++)?(?:[;,|&]|\band\b)\s*")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A page with what a person (or a publisher's parser) says is its content.

    `text` is None where the corpus has no gold text, and "" where it says that there is no content.
    `gold_has_title`: the gold text starts with the title. `corpus` is the file's name. `sheets` are
    the style sheets that the corpus has of the page, by address.
    """

    id: str
    url: str
    site: str
    html: str | bytes = field(repr=False)
    text: str | None = field(default=None, repr=False)
    title: str | None = None
    authors: tuple[str, ...] | None = None
    date: str | None = None
    must: tuple[str, ...] = ()
    mustnot: tuple[str, ...] = ()
    type: str | None = None
    set: str | None = None
    gold_has_title: bool = False
    corpus: str = ""
    sheets: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def digest(self) -> str:
        """Names the page and its gold: equal digests mean equal scores."""
        hasher = xxhash.xxh3_128()
        gold = (self.text, self.title, self.authors, self.date, self.must, self.mustnot, self.gold_has_title)
        for part in (self.id, self.url, self.site, repr(gold)):
            hasher.update(part.encode("utf-8", "surrogatepass") + b"\0")
        for address, sheet in sorted(self.sheets.items()):
            hasher.update(f"{address}\0{sheet}\0".encode("utf-8", "surrogatepass"))
        html = self.html if isinstance(self.html, bytes) else self.html.encode("utf-8", "surrogatepass")
        hasher.update(html)
        return hasher.hexdigest()


def page_address(page: GoldPage) -> str:
    """Return the address under which a browser loads the page."""
    return page.url if page.url.startswith(("http://", "https://")) else f"{NOWHERE}{quote(page.id)}.html"


def corpus_name(path: Path) -> str:
    return path.name.split(".")[0]


def read_corpus(path: str | Path) -> Iterator[GoldPage]:
    """Yield the pages of a corpus in their order."""
    path = Path(path)
    if not path.exists():
        raise ConfigError(
            f"no corpus {str(path)!r}: give a JSONL file (.xz, .gz) or a folder of html + txt pairs; "
            "docs/evaluate.md describes the format, and names public corpora"
        )
    return _read_pairs(path) if path.is_dir() else json_records(path, partial(_gold_page, corpus_name(path)))


def corpus_digest(pages: Iterable[GoldPage]) -> str:
    """One digest for a set of pages, in any order."""
    digests = sorted(page.digest for page in pages)
    return xxhash.xxh3_128_hexdigest("\n".join(digests).encode())


def site_key(site: str) -> int:
    """Sites in a fixed order that has nothing to do with their names."""
    return xxhash.xxh64_intdigest(site.encode("utf-8"))


def fixed_sample(pages: Iterable[GoldPage], count: int) -> list[GoldPage]:
    """`count` pages by the hash of their sites' names: the same ones in every run.

    Sites enter in the order of their hash with up to eight pages each; when all sites are in, the rest
    follows in the same order. The sample keeps the corpus's order; a larger one holds the smaller one.
    """
    pages = list(pages)
    by_site: dict[str, list[int]] = defaultdict(list)
    for position in sorted(range(len(pages)), key=lambda position: pages[position].id):
        by_site[pages[position].site].append(position)
    sites = sorted(by_site, key=lambda site: (site_key(site), site))
    first = [position for site in sites for position in by_site[site][:SITE_PAGES]]
    rest = [position for site in sites for position in by_site[site][SITE_PAGES:]]
    return [pages[position] for position in sorted((first + rest)[:count])]


def _gold_page(corpus: str, record: Mapping[str, Any]) -> GoldPage:
    url = record.get("url") or ""
    return GoldPage(
        id=str(record["id"]),
        url=url,
        site=record.get("site") or urlsplit(url).hostname or str(record["id"]),
        html=record["html"],
        text=record.get("text"),
        title=record.get("title") or None,
        authors=_author_names(record.get("authors")),
        date=record.get("date") or None,
        must=tuple(record.get("must") or ()),
        mustnot=tuple(record.get("mustnot") or ()),
        type=record.get("type"),
        set=record.get("set"),
        gold_has_title=bool(record.get("gold_has_title")),
        corpus=corpus,
        sheets=record.get("sheets") or {},
    )


def _author_names(value: str | Sequence[str] | None) -> tuple[str, ...] | None:
    if not value:
        return None
    if isinstance(value, str):
        return tuple(name for name in NAME_BREAK.split(value) if name) or None
    return tuple(value)


def json_records(path: Path, made_of: Callable[[dict[str, Any]], T]) -> Iterator[T]:
    """Yield what `made_of` makes of each line; the error for a line that cannot be read names it."""
    openers: dict[str, Callable[..., Any]] = {".xz": lzma.open, ".gz": gzip.open}
    with openers.get(path.suffix, open)(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                yield made_of(json.loads(line))
            except json.JSONDecodeError as error:
                raise InputError(f"{path}, line {number}: not JSON ({error.msg})") from None
            except KeyError as missing:
                raise InputError(f"{path}, line {number}: the record needs the field {missing}") from None


def _read_pairs(folder: Path) -> Iterator[GoldPage]:
    """Pairs `name.html` + `name.txt`; a pair in a sub-folder belongs to the site of that name.

    Style sheets in the folder are found by their addresses relative to the pages.
    """
    pairs = [html for html in sorted(folder.rglob("*.html")) if html.with_suffix(".txt").is_file()]
    if not pairs:
        raise InputError(f"{folder} holds no pair of name.html and name.txt")
    sheets = {
        f"{NOWHERE}{quote(sheet.relative_to(folder).as_posix())}": sheet.read_text("utf-8", "replace")
        for sheet in sorted(folder.rglob("*.css"))
    }
    for html in pairs:
        name = html.relative_to(folder).with_suffix("").as_posix()
        yield GoldPage(
            id=name,
            url="",
            site=html.parent.relative_to(folder).as_posix() if html.parent != folder else name,
            html=html.read_bytes(),
            text=html.with_suffix(".txt").read_text(encoding="utf-8"),
            corpus=folder.name,
            sheets=sheets,
        )
