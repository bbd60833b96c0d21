"""003 stage by stage, for its tables 6 and 7: what stands after one stage, and other ways to do that stage.

After the primary stage: the paper's own, and "Tag based" (Mayajohn and Jayasudha 2017), from which 003 takes
its rules and of which it says that tags and attributes alone decide. After the secondary stage: the primary
one as in the paper, then duplicates among the page's div and td blocks by each of the ways of table 7.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from research.baselines.duplicates import DUPLICATE_METHODS, MODIFIED, Terms
from webnoise.methods.base import PageMethod
from webnoise.methods.tag_simhash.method import (
    Stage,
    TagSimhash,
    TagSimhashParams,
    block_separation,
    tag_analysis,
)
from webnoise.model import PageBlocks, Reason, Verdict

KEPT = Verdict(True, 1.0, Reason("clean", "no rule names it"))


class TagBased(PageMethod):
    """The rules of 003's section 3.2 on tags, without its DOM tree; 003 says that they are this system's."""

    name = "tag_based"

    def judge_page(self, page: PageBlocks) -> Sequence[Verdict]:
        dropped = tag_analysis(page, block_separation(page, TagSimhashParams().block_tags))
        return [
            Verdict(False, 0.0, dropped[block.index]) if block.index in dropped else KEPT
            for block in page.blocks
        ]


class TagSimhashPrimary(TagSimhash):
    """003 up to the end of its primary stage: tags, minimum subtree, punctuation."""

    name: ClassVar[str] = "tag_simhash_primary"
    last_stage: ClassVar[Stage] = "primary"


class InPage(TagSimhash):
    """003 up to the end of its secondary stage, with another way to find near duplicates."""

    last_stage: ClassVar[Stage] = "duplicates"

    def __init__(self, name: str, near: Callable[[Sequence[Terms]], list[list[int]]]) -> None:
        super().__init__()
        self.name = name  # type: ignore[misc]  # one class, a name for each way
        self._near = near

    def repeats(self, block_terms: Sequence[Sequence[str]]) -> dict[int, tuple[int, str]]:
        """A block without terms repeats nothing."""
        numbers = [number for number, terms in enumerate(block_terms) if terms]
        matches = self._near([block_terms[number] for number in numbers])
        return {
            numbers[later]: (numbers[found[0]], f"by {self.name}")
            for later, found in enumerate(matches)
            if found
        }


IN_PAGE: dict[str, str] = {
    method: "tag_simhash_distinct" if method == MODIFIED else f"in_page_{method.lower().replace(' ', '_')}"
    for method in DUPLICATE_METHODS
}
"""The ways of table 7 to the systems that stand for them; the paper's own is a variant of its method."""


def in_page_systems() -> list[InPage]:
    return [InPage(name, DUPLICATE_METHODS[method]) for method, name in IN_PAGE.items() if method != MODIFIED]
