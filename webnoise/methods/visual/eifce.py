"""EIFCE, the Effective Informative Content Extractor (paper 002, section 6): the visual block that informs.

EVBE cuts the page into visual blocks and counts what is in them; those that meet the least conditions are
candidates, and the candidate of the greatest importance is the page's informative content.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from webnoise.methods.visual import evbe
from webnoise.methods.visual.evbe import EvbeParams, GeneralParameters, general_parameters
from webnoise.model import PageBlocks, Reason, Verdict

__all__ = ["Eifce", "choose_candidate_blocks", "find_informative_block", "importance"]


class Eifce(evbe.VisualMethod):
    name: ClassVar[str] = "eifce"

    def __init__(self, params: EvbeParams | None = None) -> None:
        """`params` say how EVBE cuts the page, and the least conditions of a candidate."""
        self.params = params or EvbeParams()

    def judge_page(self, page: PageBlocks) -> list[Verdict]:
        """Keep the one informative block."""
        owners = evbe.extract_blocks(page, self.params)
        parameters = general_parameters(page, owners)
        candidates = choose_candidate_blocks(parameters, self.params)
        informative = find_informative_block(candidates, parameters)
        verdicts = [_verdict(i, informative, candidates, parameters) for i in range(len(parameters))]
        return [verdicts[owner] if owner >= 0 else evbe.INVISIBLE for owner in owners]


def choose_candidate_blocks(parameters: Sequence[GeneralParameters], params: EvbeParams) -> frozenset[int]:
    """The blocks that meet the least conditions for informative content."""
    met = (i for i, block in enumerate(parameters) if evbe.meets_least_conditions(block, params))
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
    detail = f"{parameters[block].words} words outside links, {parameters[block].sentences} sentences"
    return Verdict(False, score, Reason("no_candidate", f"its visual block has only {detail}"))
