"""An inspection as one HTML file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

from markupsafe import Markup

from webnoise.inspect.inspection import Inspection, Passage, View
from webnoise.inspect.templating import filled, policy, resource
from webnoise.inspect.words import family_of, family_words, reason_words, role_words

STRIP_WIDTH = 1000
_LONGEST_TEXT = 600  # characters of a block in its card; the page has it whole
_MOST_DIFFERENCES = 400
_PASSAGES = {"heading": "h3", "quote": "blockquote", "code": "pre"}
_RIGHT_TO_LEFT = frozenset("ar dv fa he ps sd ug ur yi".split())


class Run(NamedTuple):
    """Neighbouring blocks of one family in the strip."""

    family: str
    start: float
    width: float
    keep: bool


class Tally(NamedTuple):
    """How many blocks share a role or a reason."""

    code: str
    label: str
    family: str
    many: int


def to_html(inspection: Inspection, *, verbose: bool = False) -> str:
    """The whole report; `verbose` also shows the method's own codes."""
    views = [_shown(view) for view in inspection.views]
    data = {
        "views": [_columns(view, verbose=verbose) for view in inspection.views],
        "roles": {
            role: role_words(role) for view in inspection.views for role in {own.role for own in view.blocks}
        },
        "families": family_words(),
        "codes": {
            own.reason.code: reason_words(own.reason.code)
            for view in inspection.views
            for own in view.blocks
            if own.reason
        },
    }
    return filled(
        "inspect.html",
        inspection=inspection,
        views=views,
        frame=_frame(inspection),
        data=data,
        verbose=verbose,
        most_differences=_MOST_DIFFERENCES,
    )


def _frame(inspection: Inspection) -> str:
    """The document inside the frame: the page, its styles, then ours. Its own policy forbids all scripts."""
    page = inspection.frame
    return (
        f'<!doctype html><html{page.root}><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy())}">'
        f"<style>{inspection.css or resource('plain.css')}</style>"
        f"<style>{resource('marks.css')}</style></head>"
        f"<body{page.body}>{page.content}</body></html>"
    )


def _shown(view: View) -> dict[str, Any]:
    """Return what the template shows of a view."""
    blocks, language = view.blocks, view.article.language or ""
    letters = sum(len(block.text) for block in blocks)
    kept = [block for block in blocks if block.keep]
    roles = Counter((family_of(block.role, keep=block.keep), block.role or "other") for block in blocks)
    codes = Counter(block.reason.code for block in blocks if block.reason and not block.keep)
    order = list(family_words())
    return {
        "method": view.method,
        "article": view.article,
        "language": language,
        "direction": "rtl" if language.partition("-")[0] in _RIGHT_TO_LEFT else "ltr",
        "fields": view.fields,
        "field": {row.name: row for row in view.fields},
        "passages": Markup("\n".join(map(_passage, view.passages))),  # noqa: S704 - escaped one by one
        "siblings": view.siblings,
        "blocks": len(blocks),
        "kept": len(kept),
        "share": sum(len(block.text) for block in kept) / letters if letters else 0.0,
        "strip": list(_strip(view)),
        "roles": [
            Tally(role, role_words(role), family, count)
            for (family, role), count in sorted(
                roles.items(), key=lambda item: (order.index(item[0][0]), -item[1])
            )
        ],
        "reasons": [Tally(code, reason_words(code), "", count) for code, count in codes.most_common()],
    }


def _passage(line: Passage) -> str:
    """A line of the text; a template would take ten times as long for thousands of them."""
    if line.kind == "row":
        cells = "".join(
            f'<button type="button" class="cell" data-block="{block}" dir="auto">{escape(text)}</button>'
            for text, block in line.cells
        )
        return f'<p class="row">{cells}</p>'
    text, block = line.cells[0]
    tag = _PASSAGES.get(line.kind, "p")
    sort = f' class="item level{min(line.level, 4)}"' if line.kind == "item" else ""
    reach = ' tabindex="0"' if tag == "pre" else ""
    return f'<{tag}{sort} data-block="{block}" dir="auto"{reach}>{escape(text, quote=False)}</{tag}>'


def _strip(view: View) -> Iterator[Run]:
    """The page's text from its beginning to its end, a block as long as its text."""
    scale = STRIP_WIDTH / max(1, sum(len(block.text) for block in view.blocks))
    start = 0.0
    pairs = zip(view.families, view.blocks, strict=True)
    for (family, keep), run in groupby(pairs, key=lambda pair: (pair[0], bool(pair[1].keep))):
        width = scale * sum(len(block.text) for _, block in run)
        yield Run(family, start, width, keep)
        start += width


def _columns(view: View, *, verbose: bool) -> dict[str, Any]:
    """The blocks as the report's script reads them."""
    blocks = view.blocks
    columns: dict[str, Any] = {
        "method": view.method,
        "text": [_cut(block.text) for block in blocks],
        "length": [len(block.text) for block in blocks],
        "role": [block.role or "other" for block in blocks],
        "family": view.families,
        "keep": [int(bool(block.keep)) for block in blocks],
        "score": [round(block.score or 0.0, 4) for block in blocks],
        "code": [block.reason.code if block.reason else "" for block in blocks],
        "reason": [
            _reason(block.reason.detail, block.reason.code) if block.reason else "" for block in blocks
        ],
        "memory": list(view.recollections),
    }
    if verbose:
        columns["path"] = [view.outline.path(block.element) if len(view.outline) else "" for block in blocks]
    return columns


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT].rstrip()} …"


def _reason(detail: str, code: str) -> str:
    words = (detail or reason_words(code)).replace("`", "")
    return words[:1].upper() + words[1:]
