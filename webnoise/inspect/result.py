"""An exported article as an inspection: its blocks in their order, for the export has no page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, cast, get_args

from webnoise.errors import InputError
from webnoise.inspect.evidence import field_rows
from webnoise.inspect.inspection import Inspection, Passage, View
from webnoise.inspect.overlay import FramePage
from webnoise.model import EXPORTED, Article, Block, BlockKind, Outline, Reason, Role, Verdict

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
