"""Articles that came out, as inspections; and a folder for those of a crawl.

An exported article has its blocks at most: they are shown in their order, for the page itself is not there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, cast, get_args
from urllib.parse import quote

from xxhash import xxh64_hexdigest

from webnoise.article.assemble import decided_page_of
from webnoise.config import Config
from webnoise.errors import ConfigError, InputError
from webnoise.inspect.document import to_html
from webnoise.inspect.evidence import field_rows
from webnoise.inspect.inspection import Inspection, Passage, View, passages, show
from webnoise.inspect.overlay import FramePage
from webnoise.inspect.styles import page_css
from webnoise.model import EXPORTED, Article, Block, BlockKind, Outline, Reason, Role, Verdict
from webnoise.page.parse import parse

_NO_OUTLINE = Outline([], [], [], [], [], [])
_TAGS: dict[BlockKind, str] = {"heading": "h2", "quote": "blockquote", "code": "pre", "list_item": "li"}
_PASSAGES: dict[BlockKind, str] = {
    "heading": "heading",
    "quote": "quote",
    "code": "code",
    "list_item": "item",
}


def inspect_result(fields: Mapping[str, Any]) -> Inspection:
    """`fields` is a line of a crawl's or an extraction's output that holds the page's blocks too."""
    url = str(fields.get("url") or "")
    if not isinstance(fields.get("blocks"), list):
        raise InputError(
            f"the result of {url or 'this page'} holds no blocks: let the crawl export them "
            "(WEBNOISE_EXPORT_EXTRA=blocks,evidence), or use `webnoise extract --blocks`"
        )
    try:
        blocks = [_block(index, own) for index, own in enumerate(fields["blocks"])]
    except (AttributeError, TypeError, KeyError, ValueError) as error:
        raise InputError(
            f"a block of {url or 'this result'} is not as webnoise exports it: {error!r}"
        ) from error
    article = Article(**{name: fields[name] for name in EXPORTED if name in fields})
    article.evidence = dict(fields.get("evidence") or {})
    view = View(
        method="as exported",
        article=article,
        blocks=blocks,
        fields=field_rows(article, {}, blocks),
        passages=[
            Passage(_PASSAGES.get(own.kind, "text"), 1, ((own.text, own.index),))
            for own in blocks
            if own.keep
        ],
        outline=_NO_OUTLINE,
    )
    content = "".join(_written(view.families, blocks))
    return Inspection(url, FramePage("", "", content), "", [view], is_original=False)


def inspect_article(article: Article, config: Config) -> Inspection:
    """An article of this run on the page that it was made of; of one that was joined, the blocks."""
    made = decided_page_of(article)
    if made is None:
        return inspect_result(article.to_dict(also=("blocks", "evidence")))
    document = parse(made.page, config.limits)
    blocks = article.blocks
    view = View(
        method=config.method,
        article=article,
        blocks=blocks,
        fields=field_rows(article, made.metadata.sources, blocks),
        passages=list(passages(made.parts)),
        outline=made.page_blocks.outline,
    )
    return show(document.elements, document.url, [view], page_css(document.elements, {}))


class InspectFolder:
    """A folder of inspect pages, which a report in the folder `report` links to."""

    def __init__(self, folder: Path, report: Path) -> None:
        self._folder, self._report = folder, report
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigError(f"cannot make the folder {folder}: {error.strerror}") from error

    def put(self, url: str, inspection: Inspection) -> str:
        """Write a page's file; the address by which the report links to it."""
        path = self._folder / f"{_file_name(url)}.html"
        try:
            path.write_text(to_html(inspection), encoding="utf-8")
        except OSError as error:
            raise ConfigError(f"cannot write {path}: {error.strerror}") from error
        return quote(os.path.relpath(path, self._report).replace(os.sep, "/"))


def _file_name(url: str) -> str:
    """A name that a person knows the page by, and that no other page has."""
    last = url.partition("?")[0].rstrip("/").rpartition("/")[2]
    words = re.sub(r"[^\w-]+", "-", last.rpartition(".")[0] or last, flags=re.ASCII).strip("-")[:60]
    return f"{words or 'page'}-{xxh64_hexdigest(url.encode('utf-8', 'replace'))[:8]}"


def _block(index: int, fields: Mapping[str, Any]) -> Block:
    code, _, detail = str(fields["reason"]).partition(": ")
    role = fields.get("role")
    return Block(
        index,
        str(fields["text"]),
        fields["kind"] if fields["kind"] in get_args(BlockKind) else "text",
        level=2 if fields["kind"] == "heading" else 0,
        verdict=Verdict(
            bool(fields["keep"]),
            float(fields["score"]),
            Reason(code, detail),
            cast("Role", role) if role in get_args(Role) else "other",
        ),
    )


def _written(families: Sequence[str], blocks: Sequence[Block]) -> Iterator[str]:
    for family, block in zip(families, blocks, strict=True):
        tag = _TAGS.get(block.kind, "p")
        text = escape(block.text, quote=False)
        yield f'<{tag} dir="auto" data-b0="{block.index}" data-f="{family}">{text}</{tag}>'
