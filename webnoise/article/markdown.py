"""The parts of a text as Markdown and as HTML, and its runs as plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from webnoise.article.layout import Part, Run
from webnoise.model import Block
from webnoise.urls.join import join_url

_SPECIAL = re.compile(r"([\\`*_\[\]<])")
_LINE_START = re.compile(r"#{1,6} |[-+>] |\d{1,9}[.)] |---|===|~~~")
_OPENS_LINE = frozenset("#-+>=~")  # so begin these, but for numbers
_APART, _BETWEEN = "\n\n", {"item": "\n", "quote": "\n>\n"}  # parts, and those of one kind
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_FOLLOWED = frozenset({"http", "https", "mailto", "tel", "ftp"})
# Browsers drop these from addresses before they look for a scheme.
_DROPPED = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), 0xAD, *range(0x200B, 0x2010), 0xFEFF])
_WHOLE = ("http://", "https://")  # an address that no base changes


def to_text(runs: Iterable[Run]) -> str:
    """Plain text: an empty line between parts, list items and table rows line by line."""
    pieces: list[str] = []
    was_item = False
    for blocks, rows, are_captions in runs:
        if rows:
            pieces += (_APART, "\n".join(map(_row_text, rows)))
            was_item = False
            continue
        for block in blocks:
            is_item = block.kind == "list_item" and not are_captions
            pieces += ("\n" if is_item and was_item else _APART, block.text)
            was_item = is_item
    return "".join(pieces[1:])


def _row_text(row: Sequence[Sequence[Block]]) -> str:
    return " | ".join(" ".join(block.text.replace("\n", " ") for block in cell) for cell in row)


def to_markdown(parts: Sequence[Part], base_url: str) -> str:
    """CommonMark with pipe tables; links are absolute."""
    pieces: list[str] = []
    before = None
    for part in parts:
        kind = part.kind
        if pieces:
            pieces.append(_BETWEEN.get(kind, _APART) if kind == before else _APART)
        if kind == "text":
            pieces.append(_markdown_paragraph(part.block, base_url))
        elif kind == "item":
            pieces.append(_markdown_item(part, base_url))
        elif kind == "quote":
            pieces.append("> " + _markdown_inline(part.block, base_url).replace("\n", "\n> "))
        else:
            pieces.append(_markdown_part(part, base_url))
        before = kind
    return "".join(pieces)


def to_html(parts: Sequence[Part], base_url: str) -> str:
    """The cleaned page: the kept parts as plain, safe HTML."""
    chunks: list[str] = []
    for kind, group in groupby(parts, key=lambda part: part.kind):
        if kind == "item":
            chunks.append(_html_list(list(group), base_url))
        else:
            chunks.extend(_html_part(part, base_url) for part in group)
    return "\n".join(chunks)


def _markdown_part(part: Part, base_url: str) -> str:
    if part.kind == "code":
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", part.block.text)), default=0))
        return f"{fence}\n{part.block.text}\n{fence}"
    if part.kind == "table":
        return "\n".join(_markdown_rows(part, base_url))
    inline = _markdown_inline(part.block, base_url).replace("\n", " ")
    return f"*{inline}*" if part.kind == "caption" else "#" * part.level + " " + inline


def _markdown_paragraph(block: Block, base_url: str) -> str:
    inline = _markdown_inline(block, base_url)
    first = inline[:1]
    may_open = first in _OPENS_LINE or first.isdecimal()
    return ("\\" + inline if may_open and _LINE_START.match(inline) else inline).replace("\n", "  \n")


def _markdown_item(part: Part, base_url: str) -> str:
    indent = "    " * (part.level - 1)
    inline = _markdown_inline(part.block, base_url).replace("\n", " ")
    if part.number < 0:
        return f"\n{indent}    {inline}"
    return f"{indent}{f'{part.number}.' if part.number else '-'} {inline}"


def _markdown_rows(part: Part, base_url: str) -> Iterator[str]:
    width = max(len(row) for row in part.rows)
    for number, row in enumerate(part.rows):
        cells = [
            " ".join(_markdown_inline(block, base_url) for block in cell)
            .replace("\n", " ")
            .replace("|", "\\|")
            for cell in row
        ]
        yield "| " + " | ".join(cells + [""] * (width - len(cells))) + " |"
        if number == 0:
            yield "|" + " --- |" * width


def _html_part(part: Part, base_url: str) -> str:
    if part.kind == "code":
        return f"<pre>{escape(part.block.text, quote=False)}</pre>"
    if part.kind == "table":
        return f"<table>{''.join(_html_rows(part, base_url))}</table>"
    inline = _html_inline(part.block, base_url)
    if part.kind == "heading":
        return f"<h{part.level}>{inline}</h{part.level}>"
    if part.kind == "caption":
        return f"<figure><figcaption>{inline}</figcaption></figure>"
    return f"<blockquote>{inline}</blockquote>" if part.kind == "quote" else f"<p>{inline}</p>"


def _html_rows(part: Part, base_url: str) -> Iterator[str]:
    for row in part.rows:
        cells = ("<br>".join(_html_inline(block, base_url) for block in cell) for cell in row)
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _html_list(parts: Sequence[Part], base_url: str) -> str:
    """Nested lists by the items' depths."""
    chunks: list[str] = []
    open_lists: list[str] = []
    for part in parts:
        inline = _html_inline(part.block, base_url)
        if part.number < 0 and open_lists:
            chunks.append(f"<br>{inline}")
            continue
        while len(open_lists) > part.level:
            chunks.append(f"</li></{open_lists.pop()}>")
        if len(open_lists) == part.level:
            chunks.append("</li>")
        while len(open_lists) < part.level:
            open_lists.append("ol" if part.number > 0 else "ul")
            chunks.append(
                f"<{open_lists[-1]}>" if len(open_lists) == part.level else f"<{open_lists[-1]}><li>"
            )
        chunks.append(f"<li>{inline}")
    chunks.extend(f"</li></{tag}>" for tag in reversed(open_lists))
    return "".join(chunks)


def _markdown_inline(block: Block, base_url: str) -> str:
    if not block.links:
        return _markdown_text(block.text)
    return _inline(block, base_url, _markdown_text, _markdown_link)


def _markdown_text(text: str) -> str:
    """Most have nothing to escape: to look for a character costs a tenth of a pattern's search."""
    if "_" in text or "*" in text or "[" in text or "]" in text or "<" in text or "\\" in text or "`" in text:
        return _SPECIAL.sub(r"\\\1", text)
    return text


def _markdown_link(text: str, url: str) -> str:
    return f"[{text}]({url})"


def _html_inline(block: Block, base_url: str) -> str:
    inline = _inline(block, base_url, _html_text, _html_link) if block.links else _html_text(block.text)
    return inline.replace("\n", "<br>")


def _html_text(text: str) -> str:
    return escape(text, quote=False)


def _html_link(text: str, url: str) -> str:
    return f'<a href="{escape(url)}">{text}</a>'


def _inline(
    block: Block, base_url: str, plain: Callable[[str], str], linked: Callable[[str, str], str]
) -> str:
    whole = block.text
    chunks: list[str] = []
    done = 0
    for start, end, url in block.links:
        chunks.append(plain(whole[done:start]))
        text = plain(whole[start:end])
        target = _absolute(url, base_url)
        chunks.append(linked(text, target) if target else text)
        done = end
    chunks.append(plain(whole[done:]))
    return "".join(chunks)


def _absolute(url: str, base_url: str) -> str | None:
    """The address as Markdown can hold it; None where it leads nowhere on the web."""
    url = (url if url.isprintable() else url.translate(_DROPPED)).strip()
    if (
        not url
        or url.startswith("#")
        or ((scheme := _SCHEME.match(url)) and scheme[1].lower() not in _FOLLOWED)
    ):
        return None
    if not url.startswith(_WHOLE) or "/." in url or "[" in url or url.endswith(("?", "#")):
        try:
            url = join_url(base_url, url)
        except ValueError:  # not an address
            return None
    return url.replace(" ", "%20").replace("(", "%28").replace(")", "%29").replace("\n", "")
