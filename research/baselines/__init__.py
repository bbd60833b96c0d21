"""Systems that only the papers' tables need: `python -m research.papers` runs them."""

from __future__ import annotations

from research.baselines.existing import Existing1, Existing2
from research.baselines.stages import TagBased, TagSimhashPrimary, in_page_systems
from webnoise.methods.base import AnyMethod

_ALL: tuple[AnyMethod, ...] = (
    TagBased(), TagSimhashPrimary(), Existing1(), Existing2(), *in_page_systems(),
)  # fmt: skip
PAPER_BASELINES: dict[str, AnyMethod] = {baseline.name: baseline for baseline in _ALL}
