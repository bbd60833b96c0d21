"""EIFCE (paper 002): one of the visual blocks that EVBE cuts informs.

Blocks that meet the least conditions are candidates, and the candidate of the greatest importance, with all
in it, is the informative content.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from webnoise.methods.visual.evbe import (
    INVISIBLE,
    BlockTree,
    EvbeParams,
    GeneralParameters,
    VisualMethod,
    extract_blocks,
    general_parameters,
    meets_least_conditions,
)
from webnoise.model import PageBlocks, Reason, Verdict


class Eifce(VisualMethod):
    """The Effective Informative Content Extractor (section 6)."""

    name: ClassVar[str] = "eifce"

    def __init__(self, params: EvbeParams | None = None) -> None:
        """`params` say how EVBE cuts the page, and the least conditions of a candidate."""
        self.params = params or EvbeParams()

    def judge_page(self, page: PageBlocks) -> list[Verdict]:
        """Keep the one informative block, with those in it."""
        return informative_content(page, extract_blocks(page, self.params), self.params)


def informative_content(page: PageBlocks, tree: BlockTree, params: EvbeParams) -> list[Verdict]:
    """The paper's two steps on any tree of visual blocks."""
    parameters = general_parameters(page, tree)
    candidates = choose_candidate_blocks(parameters, params)
    informative = find_informative_block(candidates, parameters)
    verdicts = [_verdict(i, informative, candidates, parameters) for i in range(len(parameters))]
    if informative is not None:
        for inner in tree.inside(informative):
            verdicts[inner] = verdicts[informative]
    return [verdicts[owner] if owner >= 0 else INVISIBLE for owner in tree.owners]


def choose_candidate_blocks(parameters: Sequence[GeneralParameters], params: EvbeParams) -> frozenset[int]:
    """The blocks that meet the least conditions for informative content; the first one is the page."""
    least = params.least_share * parameters[0].sentences
    met = (
        i
        for i, block in enumerate(parameters)
        if meets_least_conditions(block, params) and block.sentences >= least
    )
    return frozenset(met)


def find_informative_block(candidates: frozenset[int], parameters: Sequence[GeneralParameters]) -> int | None:
    """The candidate of the greatest importance, the first of equals; none where there is no candidate."""
    return max(sorted(candidates), key=lambda i: importance(parameters[i]), default=None)


def importance(block: GeneralParameters) -> float:
    """Possibility of informative content / possibility of non-informative content (002, section 6.2)."""
    informative = block.words + block.sentences + block.punctuation
    return informative / (block.link_words + block.links + block.form_fields + 1)


def _verdict(
    block: int, informative: int | None, candidates: frozenset[int], parameters: Sequence[GeneralParameters]
) -> Verdict:
    score = importance(parameters[block])
    if block == informative:
        return Verdict(
            True, score, Reason("informative_block", f"the greatest importance on the page, {score:.1f}")
        )
    if block in candidates and informative is not None:
        greatest = importance(parameters[informative])
        detail = f"importance {score:.1f}, less than the informative block's {greatest:.1f}"
        return Verdict(False, score, Reason("less_important", detail))
    own = parameters[block]
    detail = f"{own.words} words outside links, {own.sentences} of {parameters[0].sentences} sentences"
    return Verdict(False, score, Reason("no_candidate", f"its visual block has only {detail}"))
