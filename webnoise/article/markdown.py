"""The parts of a text as plain text, as Markdown and as HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from itertools import groupby

from webnoise.article.layout import Part
from webnoise.model import Block
from webnoise.urls.join import join_url

_SPECIAL = re.compile(r"([\\`*_\[\]<])")
_LINE_START = re.compile(r"#{1,6} |[-+>] |\d{1,9}[.)] |---|===|~~~")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_LINKED_SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp"})
# Browsers drop these from addresses before they look for a scheme.
_DROPPED = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), 0xAD, *range(0x200B, 0x2010), 0xFEFF])
_ABSOLUTE = ("http://", "https://")


def to_text(parts: Sequence[Part]) -> str:
    """Return plain text: an empty line between parts, list items and table rows line by line."""
    return _join(parts, _plain, {"item": "\n"})


def to_markdown(parts: Sequence[Part], base_url: str) -> str:
    """Return CommonMark with pipe tables; links are absolute."""
    return _join(parts, partial(_markdown, base_url=base_url), {"item": "\n", "quote": "\n>\n"})


def to_html(parts: Sequence[Part], base_url: str) -> str:
    """Return the kept parts as plain, safe HTML."""
    chunks: list[str] = []
    for kind, group in groupby(parts, key=lambda part: part.kind):
        if kind == "item":
            chunks.append(_html_list(list(group), base_url))
        else:
            chunks.extend(_html(part, base_url) for part in group)
    return "\n".join(chunks)


def _join(parts: Sequence[Part], write: Callable[[Part], str], between: Mapping[str, str]) -> str:
    """Write the parts with an empty line between them, or `between` those of one kind."""
    pieces: list[str] = []
    before = None
    for part in parts:
        pieces += (between.get(part.kind, "\n\n") if part.kind == before else "\n\n", write(part))
        before = part.kind
    return "".join(pieces[1:])


def _plain(part: Part) -> str:
    if not part.rows:
        return part.block.text
    return "\n".join(
        " | ".join(" ".join(block.text.replace("\n", " ") for block in cell) for cell in row)
        for row in part.rows
    )


def _markdown(part: Part, base_url: str) -> str:
    if part.kind == "code":
        longest = max(map(len, re.findall("`+", part.block.text)), default=0)
        fence = "`" * max(3, 1 + longest)
        return f"{fence}\n{part.block.text}\n{fence}"
    if part.kind == "table":
        return "\n".join(_markdown_rows(part, base_url))
    inline = _markdown_inline(part.block, base_url)
    if part.kind == "text":
        return (f"\\{inline}" if _LINE_START.match(inline) else inline).replace("\n", "  \n")
    if part.kind == "quote":
        return "> " + inline.replace("\n", "\n> ")
    inline = inline.replace("\n", " ")
    if part.kind == "item":
        indent = "    " * (part.level - 1)
        if part.number < 0:
            return f"\n{indent}    {inline}"
        return f"{indent}{f'{part.number}.' if part.number else '-'} {inline}"
    return f"*{inline}*" if part.kind == "caption" else "#" * part.level + " " + inline


def _markdown_rows(part: Part, base_url: str) -> Iterator[str]:
    width = max(len(row) for row in part.rows)
    for number, row in enumerate(part.rows):
        cells = [" ".join(_markdown_inline(block, base_url) for block in cell) for cell in row]
        cells = [cell.replace("\n", " ").replace("|", "\\|") for cell in cells]
        yield "| " + " | ".join(cells + [""] * (width - len(cells))) + " |"
        if number == 0:
            yield "|" + " --- |" * width


def _markdown_inline(block: Block, base_url: str) -> str:
    if not block.links:
        return _SPECIAL.sub(r"\\\1", block.text)
    spans = ((_SPECIAL.sub(r"\\\1", text), url) for text, url in _spans(block, base_url))
    return "".join([f"[{text}]({url})" if url else text for text, url in spans])


def _html(part: Part, base_url: str) -> str:
    if part.kind == "code":
        return f"<pre>{escape(part.block.text, quote=False)}</pre>"
    if part.kind == "table":
        rows = ("".join(_html_cell(cell, base_url) for cell in row) for row in part.rows)
        return f"<table>{''.join(f'<tr>{cells}</tr>' for cells in rows)}</table>"
    inline = _html_inline(part.block, base_url)
    if part.kind == "heading":
        return f"<h{part.level}>{inline}</h{part.level}>"
    if part.kind == "caption":
        return f"<figure><figcaption>{inline}</figcaption></figure>"
    return f"<blockquote>{inline}</blockquote>" if part.kind == "quote" else f"<p>{inline}</p>"


def _html_cell(cell: Sequence[Block], base_url: str) -> str:
    return f"<td>{'<br>'.join(_html_inline(block, base_url) for block in cell)}</td>"


def _html_list(parts: Sequence[Part], base_url: str) -> str:
    """Return nested lists by the items' depths."""
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
            tag = "ol" if part.number > 0 else "ul"
            open_lists.append(tag)
            chunks.append(f"<{tag}>" if len(open_lists) == part.level else f"<{tag}><li>")
        chunks.append(f"<li>{inline}")
    chunks.extend(f"</li></{tag}>" for tag in reversed(open_lists))
    return "".join(chunks)


def _html_inline(block: Block, base_url: str) -> str:
    spans = ((escape(text, quote=False), url) for text, url in _spans(block, base_url))
    inline = "".join([f'<a href="{escape(url)}">{text}</a>' if url else text for text, url in spans])
    return inline.replace("\n", "<br>")


def _spans(block: Block, base_url: str) -> Iterator[tuple[str, str | None]]:
    """Yield the text of a block in pieces, each with the address that it links to."""
    end = 0
    for link in block.links:
        yield block.text[end : link.start], None
        end = link.end
        yield block.text[link.start : end], _absolute(link.url, base_url)
    yield block.text[end:], None


def _absolute(url: str, base_url: str) -> str | None:
    """Return the address as Markdown can hold it, None if it leads nowhere on the web."""
    url = (url if url.isprintable() else url.translate(_DROPPED)).strip()
    scheme = _SCHEME.match(url)
    if not url or url.startswith("#") or (scheme and scheme[1].lower() not in _LINKED_SCHEMES):
        return None
    if not url.startswith(_ABSOLUTE) or "/." in url or "[" in url or url.endswith(("?", "#")):
        try:
            url = join_url(base_url, url)
        except ValueError:  # not an address
            return None
    return url.replace(" ", "%20").replace("(", "%28").replace(")", "%29").replace("\n", "")
