"""VIPS (Cai, Yu, Wen and Ma 2003, MSR-TR-2003-79), which 002 builds on and compares with.

Three steps, round by round: thirteen rules divide DOM nodes into a pool of visual blocks; a line that crosses
none of them is a separator, with a weight; blocks that the weakest separators part belong together. A block
less coherent than permitted goes through the next round. The report gives the rules, and ranges of the degree
of coherence (DoC, 1 to 10), but no thresholds and weights: those are ours. Nodes stand where a browser put
them.

VIPS ends with the content structure; which block of it informs is chosen as 002 does for its own blocks.
"""

from __future__ import annotations

from typing import ClassVar

from research.baselines.vips.rules import VipsParams
from research.baselines.vips.structure import content_structure
from webnoise.methods.visual.eifce import informative_content
from webnoise.methods.visual.evbe import EvbeParams, VisualMethod
from webnoise.model import PageBlocks, Verdict


class Vips(VisualMethod):
    name: ClassVar[str] = "vips"

    def __init__(self, params: VipsParams | None = None) -> None:
        self.params = params or VipsParams()

    def judge_page(self, page: PageBlocks) -> list[Verdict]:
        return informative_content(page, content_structure(page, self.params), EvbeParams())
