"""Near duplicates: the same story, once.

A text becomes a `Signature`: the 64-bit fingerprint of paper 003 and a sketch that verifies. A
`DuplicateIndex` finds the earlier texts within reach of one.
"""

from webnoise.dedup.decision import Thresholds
from webnoise.dedup.index import DuplicateIndex, Match
from webnoise.dedup.signature import Signature, signature

__all__ = ["DuplicateIndex", "Match", "Signature", "Thresholds", "signature"]
