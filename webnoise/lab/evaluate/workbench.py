"""What the systems share of one page: its tree, its metadata, its gold, and each way to cut it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import compress
from time import process_time
from typing import TypeVar

from webnoise.article.assemble import assemble
from webnoise.article.layout import layout
from webnoise.article.markdown import to_text
from webnoise.blocks.segment import segment
from webnoise.lab.evaluate.corpora import GoldPage
from webnoise.lab.evaluate.labels import Labels, media_counts
from webnoise.lab.evaluate.reference import Reference
from webnoise.lab.evaluate.results import PageResult
from webnoise.metadata import read_metadata
from webnoise.methods.base import Method
from webnoise.model import Page, PageBlocks, Verdict
from webnoise.page.parse import Document, parse

__all__ = ["Cut", "Workbench", "timed"]

T = TypeVar("T")


class Cut:
    """A page as some methods cut it, the time that took, and the results of the choices made on it so far."""

    def __init__(self, page: PageBlocks, ms: float, labels: Labels) -> None:
        self.page = page
        self.ms = ms
        self.labels = labels
        self.known: dict[tuple[bytes, str | None], PageResult] = {}

    @cached_property
    def media(self) -> tuple[int, int] | None:
        """Large media among the relevant blocks, and all that the page has; None without a gold text."""
        relevant = self.labels.relevant
        return None if relevant is None else media_counts(self.page, relevant)

    def text(self, kept: bytes) -> str:
        """The kept blocks as an article's text."""
        return to_text(layout(list(compress(self.page.blocks, kept)), self.page.outline))


class Workbench:
    """One page, parsed. What cannot be read raises when it is laid out."""

    def __init__(self, gold: GoldPage) -> None:
        self.gold = gold
        self._page = Page(gold.url, gold.html)
        self._document, self.parse_ms = timed(lambda: parse(self._page))
        self.metadata, self.metadata_ms = timed(lambda: read_metadata(self._document))
        self._cuts: dict[Callable[..., PageBlocks], Cut] = {}
        self._words: dict[str, list[str]] = {}
        self._writing_ms: float | None = None

    @cached_property
    def reference(self) -> Reference | None:
        return None if self.gold.text is None else Reference(self.gold.text)

    @property
    def plain_cut(self) -> Cut:
        """The segmentation that most methods share."""
        return self._cut_with(Method.segment, segment)

    def cut_by(self, method: Method) -> Cut:
        """The page's blocks as the method wants them; methods with one `segment` share its outcome."""
        return self._cut_with(type(method).segment, method.segment)

    def _cut_with(self, way: Callable[..., PageBlocks], cut: Callable[[Document], PageBlocks]) -> Cut:
        if way not in self._cuts:
            # The page may have waited for its siblings since it was parsed: that time is not its own.
            document = replace(self._document, deadline=self._document.limits.deadline())
            page, ms = timed(lambda: self._in_its_language(cut(document)))
            self._cuts[way] = Cut(page, ms, self._labels(page))
        return self._cuts[way]

    def _in_its_language(self, page: PageBlocks) -> PageBlocks:
        return replace(page, language=self.metadata.language) if self.metadata.language else page

    def _labels(self, page: PageBlocks) -> Labels:
        """Different ways to cut often agree on a page: then one alignment with the gold serves them."""
        texts = [block.text for block in page.blocks]
        for cut in self._cuts.values():
            if cut.labels.texts == texts:
                return cut.labels
        return Labels(page.blocks, self.gold.text, self._words)

    def writing_ms(self, cut: Cut, verdicts: Sequence[Verdict]) -> float:
        """What the article around the text costs: measured for the first method that asks, so once a page."""
        if self._writing_ms is None:
            _, self._writing_ms = timed(lambda: assemble(self._page, self.metadata, cut.page, verdicts))
        return self._writing_ms


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """A value and the processor time of making it in ms: what else the machine does must not count."""
    start = process_time()
    value = work()
    return value, (process_time() - start) * 1000
