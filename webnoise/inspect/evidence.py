"""An article's fields for a reader: the value, where it was taken from, and the blocks that show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, get_args

from webnoise.inspect.words import field_words, source_words
from webnoise.metadata import Source
from webnoise.metadata.dates.read import DayOrder, find_date
from webnoise.metadata.sources.candidates import squash
from webnoise.model import Article, Block

_FIELDS = (
    "title", "authors", "published", "modified", "site", "section", "tags", "language", "description",
    "canonical_url", "paywalled", "kind", "word_count",
)  # fmt: skip
_MOST_PLACES = 3
_LONGEST_DATE_LINE = 200  # characters; a longer line is a sentence about a day
_LONGEST_NAME_LINE = 300
_ROLES = {
    "title": "headline", "authors": "byline", "published": "dateline", "modified": "dateline",
    "tags": "tags", "description": "standfirst",
}  # fmt: skip


class FieldRow(NamedTuple):
    """`source` says in words where the value was taken from, `evidence` how it was chosen.

    `blocks` are those that show the value to the page's readers, the likeliest first.
    """

    name: str
    label: str
    value: str
    source: str
    evidence: str
    blocks: tuple[int, ...]


def field_rows(article: Article, sources: Mapping[str, Source], blocks: Sequence[Block]) -> list[FieldRow]:
    """One row for each field that has a value, or some evidence."""
    rows = []
    for name in _FIELDS:
        value, evidence = _shown(getattr(article, name)), article.evidence.get(name, "")
        if not value and not evidence:
            continue
        source = source_words(sources[name]) if name in sources else ""
        shows = _value_test(name, article)
        found = tuple(_places(name, shows, blocks)) if value and shows else ()
        rows.append(FieldRow(name, field_words(name), value, source, evidence, found))
    return rows


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value or "")


def _value_test(name: str, article: Article) -> Callable[[Block], bool] | None:
    """Return a test whether a block shows the field's value; None for fields that no block shows."""
    if name in ("title", "description", "section"):
        return partial(_says, squash(getattr(article, name) or ""))
    if name in ("authors", "tags"):
        return partial(_names, [name.casefold() for name in getattr(article, name)])
    if name in ("published", "modified"):
        return partial(_dates, (getattr(article, name) or "")[:10], article.language)
    return None


def _says(letters: str, block: Block) -> bool:
    """Whether a block says this and little else."""
    return bool(letters) and len(block.text) < 4 * len(letters) + 40 and letters in squash(block.text)


def _names(names: Sequence[str], block: Block) -> bool:
    if len(block.text) > _LONGEST_NAME_LINE:
        return False
    text = block.text.casefold()
    return any(name in text for name in names)


def _dates(day: str, language: str | None, block: Block) -> bool:
    """Whether a short block has this date, whatever its order of day and month."""
    text = block.text
    if not day or len(text) > _LONGEST_DATE_LINE or not any(map(str.isdigit, text)):
        return False
    return any((find_date(text, order, language) or "")[:10] == day for order in get_args(DayOrder))


def _places(name: str, shows: Callable[[Block], bool], blocks: Sequence[Block]) -> Iterator[int]:
    """Blocks of the role that the field has on a page come first, then headings, then the page's order."""
    role = _ROLES.get(name)
    found = [block for block in blocks if shows(block)]
    found.sort(key=lambda block: (block.role != role, name == "title" and block.level != 1, block.index))
    for block in found[:_MOST_PLACES]:
        yield block.index
