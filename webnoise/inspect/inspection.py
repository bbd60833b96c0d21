"""A page as methods see it: what each block is, why it stayed or went, and what became of them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from webnoise import flow
from webnoise.article.assemble import ExtractedArticle
from webnoise.article.layout import Part, layout
from webnoise.config import Config
from webnoise.inspect.evidence import FieldRow, field_rows
from webnoise.inspect.marks import Comparison, compare, mark, read_pieces
from webnoise.inspect.overlay import FramePage, overlay
from webnoise.inspect.styles import fetched_sheets, page_css
from webnoise.inspect.words import family_of
from webnoise.methods.base import AnyMethod, LearningMethod, Memory, Prepared
from webnoise.methods.core.method import ScoredPage
from webnoise.methods.registry import resolve
from webnoise.model import ROLES, Article, Block, Outline, Page, Role
from webnoise.page.elements import Elements
from webnoise.site.memory import SiteMemory
from webnoise.site.recall import Recall

_MOSTLY = 0.9


class Passage(NamedTuple):
    """A line of the extracted text: one cell, or those of a table's row, each with its block's number."""

    kind: str
    level: int
    cells: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class View:
    """The page as one method sees it.

    `recollections` is what the site's memory says of each block; there are none where no page is remembered.
    """

    method: str
    article: Article
    blocks: Sequence[Block]
    fields: list[FieldRow]
    passages: list[Passage]
    outline: Outline
    recollections: Sequence[str] = ()
    siblings: int = 0

    @property
    def families(self) -> list[str]:
        """What each block is coloured by."""
        return [family_of(block.role, keep=block.keep) for block in self.blocks]


@dataclass(frozen=True, slots=True)
class Inspection:
    """All that the report of a page shows; `is_original` unless its frame holds a mere list of blocks."""

    url: str
    frame: FramePage
    css: str
    views: list[View]
    comparison: Comparison | None = None
    is_original: bool = True


def learn(
    pages: Iterable[Page],
    methods: Sequence[str | AnyMethod],
    config: Config,
    known: Mapping[str, Memory] | None = None,
) -> dict[str, Memory]:
    """What pages of one site teach those of the methods that learn, by the methods' names.

    It is added to the memories that are `known` already.
    """
    memories = dict(known or {})
    learners = [method for method in map(resolve, methods) if isinstance(method, LearningMethod)]
    for page in pages:
        parsed = flow.parse_page(page, config)
        for method in learners:
            memory = memories.setdefault(method.name, method.new_memory())
            method.learn(memory, flow.prepare(*parsed, method).prepared)
    return memories


def inspect_page(
    page: Page,
    config: Config,
    methods: Sequence[str | AnyMethod] = (),
    memories: Mapping[str, Memory] | None = None,
    fetch: Callable[[str], str | None] | None = None,
) -> Inspection:
    """The page judged by each of the methods.

    `memories` are what its site has taught them, by their names. `fetch` gives the stylesheets that the page
    links to, by their addresses; without it the page is shown without those.
    """
    document, metadata = flow.parse_page(page, config)
    read = [flow.prepare(document, metadata, method) for method in methods or [config.chosen_method]]
    views = [_view(own, config, (memories or {}).get(own.method.name)) for own in read]
    elements = document.elements
    sheets = fetched_sheets(elements, document.base_url, fetch) if fetch else {}
    return show(elements, document.url, views, page_css(elements, sheets))


def show(elements: Elements, url: str, views: Sequence[View], css: str) -> Inspection:
    """The page's markup with the blocks of all views marked, and where the views differ."""
    pieces = read_pieces(elements)
    marks = [mark(pieces, elements, view.blocks, view.outline) for view in views]
    kept = [[bool(block.keep) for block in view.blocks] for view in views]
    return Inspection(
        url=url,
        frame=overlay(elements, [view.families for view in views], marks),
        css=css,
        views=list(views),
        comparison=compare(elements, pieces, marks, kept) if len(views) > 1 else None,
    )


def _view(read: flow.ReadPage, config: Config, memory: Memory | None) -> View:
    decided = flow.decide(read, config, memory)
    outline, article = decided.page_blocks.outline, ExtractedArticle.of(decided)
    blocks = article.blocks
    kept = decided.decisions.kept(blocks)
    recollected, siblings = recollections(read.prepared, memory)
    return View(
        method=read.method.name,
        article=article,
        blocks=blocks,
        fields=field_rows(article, decided.metadata.sources, blocks),
        passages=list(passages(layout(kept, outline))),
        recollections=recollected,
        siblings=siblings,
        outline=outline,
    )


def passages(parts: Iterable[Part]) -> Iterator[Passage]:
    for part in parts:
        if part.kind == "table":
            for row in part.rows:
                yield Passage("row", 0, tuple((block.text, block.index) for cell in row for block in cell))
        else:
            yield Passage(part.kind, part.level, ((part.block.text, part.block.index),))


def recollections(prepared: Prepared, memory: Memory | None) -> tuple[list[str], int]:
    """A sentence for each block, and how many pages of the same design spoke; nothing where none did."""
    if not isinstance(memory, SiteMemory) or not isinstance(prepared, ScoredPage) or not prepared.page.blocks:
        return [], 0
    recall = memory.recall(prepared.trace)
    if not recall.siblings:
        return [], 0
    roles = memory.roles(prepared.trace)
    often = [ROLES[counts.argmax()] if counts.any() else None for counts in roles]
    return [_sentence(recall, block, role) for block, role in enumerate(often)], recall.siblings


def _sentence(recall: Recall, block: int, role: Role | None) -> str:
    siblings, seen, others = recall.siblings, int(recall.seen[block]), int(recall.with_path[block])
    if seen:
        return f"{seen} of {siblings} other pages of this site have the same text."
    if not others:
        return f"None of {siblings} other pages of this site has anything in this position."
    variety = float(recall.variety[block])
    varies = (
        "its own text each" if variety >= _MOSTLY else f"{variety:.0%} of the texts there on one page only"
    )
    often = f"; most often it is {role.replace('_', ' ')}" if role else ""
    return (
        f"{others} of {siblings} other pages of this site have something in this position: {varies}{often}."
    )
