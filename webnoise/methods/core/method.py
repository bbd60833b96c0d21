"""The default method: cheap evidence from one pass, weighed by a small trained model that says why.

With a memory of its site, the siblings' word on each block's text and place is heard as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from webnoise.blocks.segment import segment
from webnoise.blocks.tables import tables
from webnoise.features.columns import measure_with_plan
from webnoise.features.ground import Ground, Plan, survey
from webnoise.methods.base import LearningMethod, Prepared
from webnoise.methods.core.fallback import judge_unshown, rescue, with_unshown_text
from webnoise.methods.core.model import CoreModel, shipped_model
from webnoise.methods.core.reasons import BlockEvidence, explain, reason_codes
from webnoise.methods.core.roles.measures import role_measures
from webnoise.methods.core.roles.model import shipped_roles
from webnoise.methods.core.second_look import TOLD, Look, decide_regions, look_again, never_text, page_cut
from webnoise.model import Block, PageBlocks, Reason
from webnoise.page.parse import Document
from webnoise.site.headline import remembered_title
from webnoise.site.memory import SiteMemory
from webnoise.site.recall import Recall
from webnoise.site.roles import no_text_at_places
from webnoise.site.trace import PageTrace, trace_page
from webnoise.site.weigh import SHIPPED, Weights, recurring, remembered_codes, remembered_reasons, weigh
from webnoise.verdicts import Verdicts

Floats = NDArray[np.floating[Any]]
_KEPT_TABLE = Reason("content", "most of the table around it is text")
_DROPPED_TABLE = Reason("element", "most of the table around it is no text")
# Words of a paragraph that no author writes twice. Shorter ones recur in tables, recipes and interviews: from
# six words on they cost what they gain, from three on a tenth of a point.
_WRITTEN_ONCE = 12


@dataclass(frozen=True)
class WeighedPage(Prepared):
    """A page as the model alone sees it."""

    model: CoreModel
    measures: NDArray[np.float32]
    leaves: NDArray[np.uint8]
    """Where each block came out in each tree."""
    scores: Floats
    """The log-odds of each block."""
    plan: Plan | None = None
    """What it was measured by; None for a page without blocks."""
    look: Look | None = None
    """What the second look saw; a model may have none."""

    @cached_property
    def ground(self) -> Ground:
        """What the reasons are told by; the page must have blocks."""
        if isinstance(self.plan, Ground):
            return self.plan
        return survey(self.page, self.model.lexicon)

    @cached_property
    def contributions(self) -> Floats:
        """What each group of measures adds to the log-odds of each block."""
        found = self.model.forest.outputs(self.leaves)
        if self.model.second is not None and self.look is not None:
            again = self.model.second.forest.outputs(self.look.leaves)
            found[self.look.doubtful] += again[:, : found.shape[1]]
        return found

    @cached_property
    def trace(self) -> PageTrace:
        """What the page leaves in its site's memory, but for its roles."""
        return trace_page(self.page, 1 / (1 + np.exp(-self.scores.astype(np.float64))))

    @cached_property
    def role_odds(self) -> NDArray[np.float32]:
        """The log-odds of each block's roles by this page alone; it must have been looked at twice."""
        return shipped_roles().odds(self.role_measures)

    @property
    def role_measures(self) -> NDArray[np.float32]:
        assert self.plan is not None
        assert self.look is not None
        return role_measures(self.page, self.plan, self.look.columns, self.scores)


class Core(LearningMethod[WeighedPage, SiteMemory]):
    """Each block's score is the belief that it is content.

    `model` replaces the shipped model of a page alone, `weights` what its site's memory counts.
    """

    name: ClassVar[str] = "core"

    def __init__(self, model: CoreModel | None = None, weights: Weights = SHIPPED) -> None:
        self._model = model
        self._weights = weights

    @property
    def model(self) -> CoreModel:
        return self._model or shipped_model()

    def new_memory(self) -> SiteMemory:
        return SiteMemory()

    def load_memory(self, data: bytes) -> SiteMemory:
        return SiteMemory.from_bytes(data)

    def segment(self, document: Document) -> PageBlocks:
        """Hidden text too: scripts show it on many sites, and that it is hidden is evidence like any other.

        Where the page shows next to no text, what it keeps for readers without scripts or as a script's data.
        """
        return with_unshown_text(document, segment(document, hidden=True, lean=True))

    def prepare(self, page: PageBlocks) -> WeighedPage:
        model = self.model
        if not page.blocks:
            nothing = np.zeros((0, 0), dtype=np.float32)
            return WeighedPage(page, model, nothing, nothing.astype(np.uint8), nothing[0:0].ravel())
        plan, measures = measure_with_plan(page, model.lexicon)
        leaves = model.forest.leaves(measures)
        scores = model.forest.scores(leaves) - np.float32(model.threshold)
        if model.second is None:
            return WeighedPage(page, model, measures, leaves, scores, plan)
        look = look_again(model.second, page, plan, measures, scores)
        scores = look.scores - np.float32(page_cut(plan, look.scores))
        scores = decide_regions(look.surroundings, scores)
        return WeighedPage(page, model, measures, leaves, scores, plan, look)

    def learn(self, memory: SiteMemory, prepared: WeighedPage) -> None:
        if prepared.page.blocks and memory.may_take(prepared.trace):
            likeliest = weighed_page(prepared).role_odds.argmax(axis=1).astype(np.uint8)
            memory.learn(replace(prepared.trace, roles=likeliest))

    def judge(self, prepared: WeighedPage, memory: SiteMemory | None = None) -> Verdicts:
        page, alone = prepared.page, prepared.scores
        if not page.blocks:
            return Verdicts.of(())
        scores, recall = alone, None
        if memory is not None:
            recall = memory.recall(prepared.trace)
            scores = self._together(prepared, memory, recall)

        def reasons() -> list[Reason]:
            evidence = BlockEvidence(page, prepared.ground, prepared.measures, scores > 0)
            told = explain(evidence, prepared.contributions)
            return told if recall is None else remembered_reasons(told, alone, scores, recall)

        def codes() -> list[str]:
            told = reason_codes(prepared.measures, prepared.contributions, scores > 0)
            return told if recall is None else remembered_codes(told, alone, scores)

        verdicts = Verdicts((scores > 0).tolist(), (1 / (1 + np.exp(-scores))).tolist(), reasons, codes)
        if not any(verdicts.kept):
            verdicts = rescue(page, verdicts, recurring(recall) if recall and recall.siblings else None)
        return _keep_once(page, _judge_whole_tables(page, judge_unshown(page, verdicts)))

    def _together(self, prepared: WeighedPage, memory: SiteMemory, recall: Recall) -> Floats:
        """The scores after the siblings were heard. Where these have bylines or captions, there is no text.

        For what is never text they do not speak: other articles stand where the siblings have their own text.
        """
        scores = weigh(prepared.scores, recall, self._weights)
        away = no_text_at_places(memory.roles(prepared.trace), recall.with_path)
        if away.any():
            scores = np.where(away, np.minimum(scores, -TOLD), scores)
        if prepared.look is None:
            return scores
        no_text = never_text(prepared.page.outline, prepared.measures)
        if not no_text.any():
            return scores
        return np.where(no_text, np.minimum(scores, prepared.scores), scores)

    def title(
        self, title: str | None, prepared: WeighedPage, kept: Sequence[bool], memory: SiteMemory | None
    ) -> str | None:
        return title if memory is None else remembered_title(title, prepared.page, kept, memory)


def weighed_page(prepared: Prepared) -> WeighedPage:
    """The page as the default method sees it at its second look, whatever method it was prepared by."""
    if isinstance(prepared, WeighedPage) and prepared.look is not None:
        return prepared
    return Core().prepare(prepared.page)


def _judge_whole_tables(page: PageBlocks, verdicts: Verdicts) -> Verdicts:
    """Where the cells of a table of data were judged apart, the greater part by words decides for all.

    A header row without its figures is no text.
    """
    judged = verdicts.kept
    if not page.outline.tagged("table"):
        return verdicts
    turned: dict[bool, dict[int, Reason]] = {True: {}, False: {}}
    for rows, members in tables(page.blocks, page.outline):
        if not rows:
            continue
        words = [block.text.count(" ") + 1 for block in members]
        kept = sum(count for block, count in zip(members, words, strict=True) if judged[block.index])
        keep = 2 * kept >= sum(words)
        others = [block.index for block in members if judged[block.index] != keep]
        turned[keep].update(dict.fromkeys(others, _KEPT_TABLE if keep else _DROPPED_TABLE))
    return verdicts.settled(turned[True], keep=True).settled(turned[False], keep=False)


def _keep_once(page: PageBlocks, verdicts: Verdicts) -> Verdicts:
    """Pages hold an article twice, for two sizes of screens or for print, or its opening once more as a lead.

    Of a paragraph's copies the one stays that has most text beside it, the first of equals. Short lines,
    which may recur, go with the copies that they stand among.
    """
    kept = [*compress(page.blocks, verdicts.kept)]
    if len({block.text for block in kept}) == len(kept):
        return verdicts
    copies: dict[str, list[int]] = {}
    beside: dict[int, int] = {}
    parents = page.outline.parents
    for block in kept:
        parent = parents[block.element]
        beside[parent] = beside.get(parent, 0) + len(block.text)
        if _is_written_once(block):
            copies.setdefault(block.text, []).append(block.index)
    others: dict[int, Reason] = {}
    for places in copies.values():
        if len(places) > 1:
            best = max(places, key=lambda place: beside[parents[page.blocks[place].element]])
            reason = Reason("duplicate", f"repeats block {best}")
            others |= dict.fromkeys([place for place in places if place != best], reason)
    if not others:
        return verdicts
    return verdicts.settled(others | _lines_among(kept, others), keep=False)


def _is_written_once(block: Block) -> bool:
    return block.kind != "code" and block.text.count(" ") >= _WRITTEN_ONCE - 1


def _lines_among(kept: Sequence[Block], copies: Collection[int]) -> dict[int, Reason]:
    """The lines between two paragraphs that are copies, and the headings before one, that stay elsewhere."""
    before, behind = _lines_after(kept, copies), _lines_after(reversed(kept), copies)
    among = {
        block.index: block.text
        for block in kept
        if block.index in behind and (block.index in before or block.level)
    }
    stay = {block.text: block.index for block in reversed(kept) if block.index not in among}
    return {
        index: Reason("duplicate", f"repeats block {stay[text]}")
        for index, text in among.items()
        if text in stay
    }


def _lines_after(blocks: Iterable[Block], copies: Collection[int]) -> set[int]:
    """The lines whose last paragraph, in the order of these blocks, is a copy."""
    lines, is_copy = set[int](), False
    for block in blocks:
        if _is_written_once(block):
            is_copy = block.index in copies
        elif is_copy:
            lines.add(block.index)
    return lines
