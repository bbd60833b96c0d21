"""Pieces of inline text to one clean line, with the places of its links."""

from __future__ import annotations

from string import whitespace

from webnoise.model import Link

LINE_BREAK = "\x00"
"""Stands for `<br>` among the pieces of a block; no parsed page holds this character."""

_UNSHOWN = (0xA0, 0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), 0xFEFF)
BLANK = whitespace + "".join(map(chr, _UNSHOWN))
"""White space, and characters that show nothing by themselves: editors leave a joiner in empty paragraphs."""

_new = tuple.__new__  # less than half the cost of a call by name

OpenLink = tuple[int, int, str]
"""First piece, last piece (exclusive) and address of a link."""


def join_pieces(pieces: list[str]) -> str:
    """White space folded as a browser does it, `<br>` as a line end."""
    text = pieces[0] if len(pieces) == 1 else "".join(pieces)
    if _is_folded(text):
        return text
    text = " ".join(text.split())
    return _lines(text) if LINE_BREAK in text else text


def join_linked(pieces: list[str], links: list[OpenLink]) -> tuple[str, tuple[Link, ...]]:
    """The same, with the links' places in the text."""
    text = "".join(pieces)
    if not _is_folded(text):
        text = " ".join(text.split())
    breaks = LINE_BREAK in text
    if len(links) == 1 and not breaks:
        first, last, url = links[0]
        if (first == 0 and last == len(pieces)) or _only_spaces(pieces, first, last):
            return text, (_new(Link, (0, len(text), url)),)
    places = _places(pieces, links)
    if breaks:
        places = [_before_breaks(text, place) for place in places]
        text = _lines(text)
    return text, tuple(places)


def _is_folded(text: str) -> bool:
    """Whether all white space is single spaces between words, as in two texts of three: soon said, for no
    other white space and no line break is printable.
    """
    return text[0] != " " and text[-1] != " " and text.isprintable() and "  " not in text


def _only_spaces(pieces: list[str], first: int, last: int) -> bool:
    """Whether nothing stands before and behind the pieces of a link."""
    return all(map(str.isspace, pieces[:first])) and all(map(str.isspace, pieces[last:]))


def join_code(pieces: list[str]) -> str:
    """White space kept as written."""
    return "".join(pieces).replace(LINE_BREAK, "\n").strip("\r\n").rstrip()


def _lines(text: str) -> str:
    return text.replace(f" {LINE_BREAK} ", "\n")


def _places(pieces: list[str], links: list[OpenLink]) -> list[Link]:
    """Fold the pieces from left to right and note where each link's words come to stand."""
    places = []
    length = 0
    space = False
    done = 0
    for first, last, url in links:
        length, space, _ = _advance("".join(pieces[done:first]), length, space=space)
        length, space, start = _advance("".join(pieces[first:last]), length, space=space)
        done = last
        if start is not None:
            places.append(Link(start, length, url))
    return places


def _advance(run: str, length: int, *, space: bool) -> tuple[int, bool, int | None]:
    """Fold `run` onto a text of `length`: its new length, whether a space waits, where the words start."""
    words = run.split()
    if not words:
        return length, space or bool(run), None
    if length and (space or run[0].isspace()):
        length += 1
    return length + len(" ".join(words)), run[-1].isspace(), length


def _before_breaks(text: str, link: Link) -> Link:
    """A break folds from three characters to one: move a link's place by the breaks before it."""
    start = link.start - 2 * text.count(LINE_BREAK, 0, link.start)
    end = link.end - 2 * text.count(LINE_BREAK, 0, link.end)
    return Link(start, end, link.url)
