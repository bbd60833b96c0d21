"""One page through both twins, stage by stage."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields, replace
from itertools import compress
from types import ModuleType
from typing import Any

import numpy as np

from webnoise import flow, native
from webnoise.article.captions import caption_frame
from webnoise.article.kind.blocks import tag_counts
from webnoise.article.kind.counts import count_blocks
from webnoise.article.region import ArticleRegion
from webnoise.blocks.segment import segment
from webnoise.config import Config
from webnoise.dedup.signature import signature
from webnoise.errors import WebnoiseError
from webnoise.features.columns import measure
from webnoise.features.lexicon import Lexicon
from webnoise.features.role_names import row_bits, text_bits, url_bits
from webnoise.metadata.authors.names import LEAD_SIEVE, may_lead
from webnoise.metadata.dates.shown import DATE_LIKE, DATE_SIEVE
from webnoise.metadata.sources.surroundings import lines_with
from webnoise.methods.core.method import Core, WeighedPage
from webnoise.model import Block, Page, PageBlocks
from webnoise.page import parse, reader
from webnoise.page.elements import Elements
from webnoise.site.memory import SiteMemory
from webnoise.site.trace import PageTrace
from webnoise.site.weigh import weigh
from webnoise.text.terms import LONGEST_STEMMED, stemmer
from webnoise.text.words import normal_words

CONFIG = Config(max_seconds=600)
"""The usual one but for the time: the twins need different ones."""
CUTS: dict[str, dict[str, Any]] = {
    "lean": {"hidden": True, "lean": True},
    "fine": {"cut_at": frozenset(["span"])},
    "whole": {"hidden": True, "scriptless": True},
}
"""As the default method cuts, as finely as any does, and with all that a page holds."""

_CORE = Core()
_FETCHED = "2026-01-01T00:00:00+00:00"
_COMPILED = "webnoise.native."
_COLUMNS = ("tags", "parents", "ends", "attributes", "texts", "tails")
_SOUGHT_TAGS = (("p",), ("a", "time", "unheard-of"), ("title", "meta", "script", "h1"))
_SOUGHT_VALUES = {"class": ("a", "author"), "rel": ("next",), "href": ("/", "漢"), "unheard-of": ("x",)}
_SOUGHT_UNSEEN = frozenset(["script", "b", "unheard-of"])
_SOUGHT_TEXTS = ("by", "word ", "©", "漢字", "\u00a0", "unheard-of")
_TWINS: dict[str, Callable[..., Any]] = {
    "webnoise.native.columns.holds": reader.holds,
    "webnoise.native.utf8.encoded": reader.encoded,
    "webnoise.native.reader.read": reader.read,
    "webnoise.native.tree.flatten": reader.flatten,
}
"""Of compiled functions that a module holds by themselves, and not through the module that they are in."""

Results = dict[str, Any]


def differences(page: Page, root: Any = None) -> list[str]:
    """The stages that differ; `root` is a tree to read instead of the page.

    An error that is none of the package's own counts too, though both twins may fail alike.
    """
    compiled = results(page, root)
    with pure():
        python = results(page, root)
    stages = compiled | python
    found = [stage for stage in stages if not _same(stage, compiled.get(stage), python.get(stage))]
    error = stages.get("error")
    if error is not None and not isinstance(error, WebnoiseError):
        found.append(f"{type(error).__name__}: {error}")
    return found


@contextmanager
def pure() -> Iterator[None]:
    """Python twins in place of the compiled ones, wherever the package holds one."""
    held = [
        (module, name, value)
        for module in _modules()
        for name, value in vars(module).items()
        if value is native.compiled or _is_compiled(value)
    ]
    try:
        for module, name, value in held:
            setattr(module, name, _twin(value))
        yield
    finally:
        for module, name, value in held:
            setattr(module, name, value)


def _modules() -> list[ModuleType]:
    """Those of the package that are loaded, without the compiled ones and what chooses among them."""
    return [
        module
        for name, module in sys.modules.items()
        if name.startswith("webnoise.") and not f"{name}.".startswith(_COMPILED)
    ]


def _is_compiled(value: Any) -> bool:
    if isinstance(value, ModuleType):
        return value.__name__.startswith(_COMPILED)
    return callable(value) and str(getattr(value, "__module__", "")).startswith(_COMPILED)


def _twin(value: Any) -> Any:
    if value is native.compiled:
        return {}.get  # nothing, by any name
    return None if isinstance(value, ModuleType) else _TWINS[f"{value.__module__}.{value.__name__}"]


def results(page: Page, root: Any = None) -> Results:
    """What each stage makes of a page, as plain values, up to the article or to an error."""
    found: Results = {}
    try:
        _gather(found, replace(page, fetched=page.fetched or _FETCHED), root)
    except Exception as error:  # noqa: BLE001  # the twins must fail alike, whatever happens
        found["error"] = error
    return found


def _gather(found: Results, page: Page, root: Any) -> None:
    if root is not None:
        page = parse.with_tree(page, root, CONFIG.limits)
    document, metadata = flow.parse_page(page, CONFIG)
    for column in _COLUMNS:
        found[column] = list(getattr(document.elements, column))
    found |= _searches(document.elements)
    for name, cut in CUTS.items():
        blocks = segment(document, **cut)
        found[f"{name} cut"] = _plain(blocks)
        if blocks.blocks:
            found[f"measures of the {name} cut"] = measure(blocks, _CORE.model.lexicon).tobytes()
    found |= _names(segment(document))
    read = flow.prepare(document, metadata, _CORE)
    for stage in ("measures", "leaves", "scores"):
        found[stage] = getattr(read.prepared, stage).tobytes()
    if isinstance(read.prepared, WeighedPage) and read.prepared.look is not None:
        look = read.prepared.look
        found["second look"] = look.columns.tobytes()
        found["doubtful blocks"] = look.surroundings.columns_of(look.doubtful).tobytes()
        trace = read.prepared.trace
        found["trace"] = (trace.content, [column.tobytes() for column in trace.columns], trace.samples)
        memory = _memory(replace(trace, roles=read.prepared.role_odds.argmax(axis=1).astype(np.uint8)))
        told = memory.recall(trace)
        found["roles at places"] = memory.roles(trace).tolist()
        found["recall"] = [np.asarray(getattr(told, own.name)).tolist() for own in fields(told)]
        found["weighed"] = weigh(read.prepared.scores, told).tobytes()
        found["measures of roles"] = read.prepared.role_measures.tobytes()
    settled = flow.settle(read, CONFIG)
    found |= _parts(read.cut, list(compress(read.cut.blocks, settled.verdicts.kept)))
    found["codes"], found["roles"] = list(settled.verdicts.codes), list(settled.verdicts.roles)
    article = flow.write(read, settled).to_dict(also=("blocks", "html", "evidence"))
    words = [word for word in normal_words(article["text"]) if len(word) <= LONGEST_STEMMED]
    found["stems"] = list(map(stemmer("en"), words))
    found["signature"] = signature(article["text"], article["language"])
    found |= {f"article's {name}": value for name, value in article.items()}


def _parts(page: PageBlocks, kept: list[Block]) -> Results:
    """What an article's fields are made of."""
    outline = page.outline
    return {
        "counts of blocks": asdict(count_blocks(page, None)),
        "tags of the outline": [outline.tagged(*tags) for tags in _SOUGHT_TAGS],
        "counts of tags": tag_counts(outline, _SOUGHT_TAGS[2]),
        "frames": [caption_frame(page, picture) for picture in outline.tagged("img", "p")],
        "region": [*ArticleRegion(page, kept).elements(("img", "p", "a"))] if kept else [],
    }


def _memory(trace: PageTrace) -> SiteMemory:
    """One that knows the page, and two others that are like it."""
    memory = SiteMemory([trace])
    for content in range(2):
        memory.learn(replace(trace, content=content, texts=trace.texts ^ np.uint64(content)))
    return memory


def _names(page: PageBlocks) -> Results:
    """What names, addresses and short texts tell to one who has met none of them before."""
    outline = page.outline
    numbers, rows = Lexicon(_CORE.model.lexicon.places).rows_for(outline, range(len(outline)))
    bits = row_bits(rows)
    links = {link.url for block in page.blocks for link in block.links}
    return {
        "weights of names": rows.look_up(numbers)[0].tolist(),
        "keys of names": [tuple(name or "" for name in rows.key(number)) for number in numbers],
        "groups of names": [bits[number] for number in numbers],
        "groups of addresses": {url: url_bits(url) for url in links},
        "groups of texts": [text_bits(block.text[:120]) for block in page.blocks],
    }


def _searches(columns: Elements) -> Results:
    return {
        "tagged": [columns.tagged(*tags) for tags in _SOUGHT_TAGS],
        "valued": [columns.valued(name, *words) for name, words in _SOUGHT_VALUES.items()],
        "line": [
            columns.line(element, limit, _SOUGHT_UNSEEN)
            for element in range(len(columns))
            for limit in (0, 40)
        ],
        "may_show": [columns.may_show(word) for word in _SOUGHT_TEXTS],
        "told": [
            columns.told(frozenset(tags), 2, 40, tails=True, start=start)
            for tags in _SOUGHT_TAGS
            for start in (0, 3)
        ],
        "leading": [
            line
            for tags in _SOUGHT_TAGS
            for line in columns.told(frozenset(tags), 2, 200, tails=True, sieve=LEAD_SIEVE)
            if may_lead(line[1])
        ],
        "places": columns.places(1, 1, 90, frozenset(_SOUGHT_TAGS[2])),
        "dated places": lines_with(
            columns, columns.places(1, 1, 90, frozenset()), DATE_LIKE.search, DATE_SIEVE
        ),
        "values": [columns.values(range(len(columns)), name) for name in _SOUGHT_VALUES],
        "lines": columns.lines(range(len(columns)), 20, _SOUGHT_UNSEEN),
    }


def _plain(page: PageBlocks) -> Results:
    outline = {own.name: list(getattr(page.outline, own.name)) for own in fields(page.outline)}
    return outline | {"blocks": page.blocks, "title": page.title, "language": page.language}


def _same(stage: str, compiled: Any, python: Any) -> bool:
    if stage == "may_show":  # the compiled twin looks into attributes too
        return compiled is not None and all(map(bool.__ge__, compiled, python))
    if stage == "error":
        return (type(compiled), str(compiled)) == (type(python), str(python))
    return bool(compiled == python)
