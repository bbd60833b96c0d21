"""Broken pages, each made from a number."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

_PIECES: dict[str, list[str]] = json.loads(Path(__file__).with_name("pieces.json").read_text("utf-8"))
_TAGS, _NAMES, _SPACES = _PIECES["tags"], _PIECES["names"], _PIECES["spaces"]
_VALUES = [*_PIECES["values"], "x" * 300]
_WORDS = [*_PIECES["words"], "x" * 160]
_MARKUP = ("<!-- c -->", "<!--", "-->", "<!doctype html>", "<br><br>", "<br> <br>")
_ASSIGNMENTS = ("", "={}", "='{}'", '="{}"', "= {}", "='{}")
_RULED = _PIECES["ruled"]
_BITS = _PIECES["bits"]
_FOLDED = ("nav", "footer", "dialog", "button", "select")
_UNSHOWN = "noscript template script style svg iframe video audio object noframes".split()
_PROSE = (
    "The council voted on Monday to close the bridge, and the mayor said that nobody had asked for it. "
    "Repairs will take two years. Shops by the river will lose customers, said Jane Doe, who owns one. "
)


def broken_page(seed: int) -> str:
    """HTML of a few sections, each broken in its own way."""
    random = Random(f"page {seed}")  # noqa: S311  # pages, not secrets
    page = "".join(section(random) for section in random.choices(_SECTIONS, k=random.randint(1, 6)))
    if random.random() < 0.7:
        page = f"<html lang={random.choice(('en', 'ja', '', 'x'))}><head>{_head(random)}</head><body>{page}"
    return page[: random.randrange(len(page) + 1)] if random.random() < 0.1 else page


def broken_markup(seed: int) -> str:
    """Pieces smaller than tags, in any order: what a parser makes of them no rule of HTML foresees."""
    random = Random(f"markup {seed}")  # noqa: S311
    return "".join(_piece(random) for _ in range(random.randint(1, random.choice((5, 20, 80)))))


def mutated(html: str, random: Random) -> str:
    """A page with some of its pieces lost, doubled or broken."""
    for _ in range(random.randint(1, 12)):
        start = random.randrange(len(html) + 1)
        end = min(len(html), start + int(random.paretovariate(0.6)))
        changes = (
            html[:start] + html[end:],
            html[:end] + html[start:],
            html[:start] + _soup(random, 6) + html[start:],
            html[:start] + random.choice("<>/='\"&-!\x00 \ud800漢") + html[start:],
        )
        html = random.choice(changes)
    return html


def _text(random: Random, words: int) -> str:
    return "".join(random.choice(_WORDS) + random.choice(_SPACES) for _ in range(random.randint(0, words)))


def _attribute(random: Random) -> str:
    return f" {random.choice(_NAMES)}" + random.choice(_ASSIGNMENTS).format(random.choice(_VALUES))


def _opening(random: Random, tag: str | None = None) -> str:
    attributes = "".join(_attribute(random) for _ in range(random.choice((0, 1, 1, 3))))
    return f"<{tag or random.choice(_TAGS)}{attributes}{random.choice(('>', '>', '>', '/>', ' >', ''))}"


def _closing(random: Random) -> str:
    return f"</{random.choice(_TAGS)}>"


def _piece(random: Random) -> str:
    tag = random.choice(_RULED)
    tag = tag.upper() if random.random() < 0.1 else tag
    pieces = (
        f"<{tag}{random.choice(('', ' a=b', ' class=x y', '/', ' /', chr(9) + 'q'))}>",
        f"</{tag}{random.choice(('', '', ' ', ' x=>'))}>",
        random.choice(("x", " ", "word word", "\n ")),
        random.choice(_BITS),
    )
    return random.choices(pieces, (7, 5, 3, 5))[0]


def _words(random: Random) -> str:
    return _text(random, 8)


def _markup(random: Random) -> str:
    return random.choice((*_MARKUP, _PROSE))


def _soup(random: Random, pieces: int = 60) -> str:
    """Tags and text in any order."""
    makers = random.choices((_opening, _words, _closing, _markup), (5, 5, 3, 1), k=random.randint(0, pieces))
    return "".join(maker(random) for maker in makers)


def _article(random: Random) -> str:
    """Running text, so that something is kept."""
    paragraphs = [
        _opening(random, "p") + _PROSE * random.randint(1, 3) + _text(random, 4)
        for _ in range(random.randint(1, 8))
    ]
    return f"{_opening(random, 'article')}<h1>{_text(random, 6)}</h1>{''.join(paragraphs)}</article>"


def _nest(random: Random) -> str:
    tags = random.choices(_TAGS, k=random.randint(1, 3))
    many = random.choice((20, 200, 900, 3000))
    opened = "".join(f"<{random.choice(tags)}>" for _ in range(many))
    closed = "".join(f"</{random.choice(tags)}>" for _ in range(random.randint(0, many)))
    return opened + _soup(random, 10) + closed


def _many_attributes(random: Random) -> str:
    numbers = range(random.choice((10, 1000, 3000)))
    named = " ".join(f"{random.choice(_NAMES)}{number}={random.choice('ab')}" for number in numbers)
    return f"<{random.choice(_TAGS)} {named} class=a href=/b>{_text(random, 5)}"


def _table(random: Random) -> str:
    cells = [
        random.choice(("<tr>", "<tr>", "", "</tbody><tbody>")) + _opening(random, random.choice(("td", "th")))
        + _text(random, 4)
        for _ in range(random.randint(0, 40))
    ]  # fmt: skip
    return f"{_opening(random, 'table')}<caption>{_text(random, 3)}</caption>{''.join(cells)}</table>"


def _form(random: Random) -> str:
    options = [_opening(random, "option") + _text(random, 2) for _ in range(random.randint(0, 9))]
    label = f"<label>{_text(random, 3)}<select>{''.join(options)}</select>"
    return f"{_opening(random, 'form')}{label}<input><textarea>{_soup(random, 5)}"


def _menu(random: Random) -> str:
    """What is folded into one block; or is not, where running text stands in it."""
    tags = random.choices(_FOLDED, k=random.choice((1, 1, 2, 30)))
    links = [
        f"<{random.choice(('li', 'p', 'b', 'a'))}><a{_attribute(random)} href=/x>"
        + random.choice((_text(random, 3), _soup(random, 3))) + random.choice(("</a>", "</a>", ""))
        for _ in range(random.randint(0, 15))
    ]  # fmt: skip
    opened, closed = ("".join(f"<{slash}{tag}>" for tag in tags) for slash in ("", "/"))
    return opened + "".join(links) + random.choice(("", "", _PROSE)) + random.choice((closed, ""))


def _unshown(random: Random) -> str:
    tag = random.choice(_UNSHOWN)
    inside = random.choice((_soup, _article, _linked_data))(random)
    return f"<{tag}{_attribute(random)}>{inside}{random.choice((f'</{tag}>', ''))}"


def _linked_data(random: Random) -> str:
    body = random.choice((_PROSE * 9, _text(random, 9)))
    data = {"@type": "NewsArticle", "headline": _text(random, 3), "articleBody": body, "author": ["Jane Doe"]}
    return json.dumps(data)[: random.choice((None, -1))]


def _head(random: Random) -> str:
    parts = [
        f"<title>{_text(random, 6)}</title>",
        "".join(_opening(random, "meta") for _ in range(random.randint(0, 5))),
        f"<script type=application/ld+json>{_linked_data(random)}</script>",
        "<base href=//b.example/c/>",
    ]
    return "".join(random.sample(parts, k=random.randint(0, 4)))


_SECTIONS: Sequence[Callable[[Random], str]] = (
    _soup, _soup, _article, _nest, _many_attributes, _table, _form, _menu, _unshown, _head,
)  # fmt: skip
