"""The index of every text seen.

An entry is filed under hashes of its signature (`hashes`) in hash tables of arrays (`buckets`). Entries lie
as columns (`columns`) in parts (`parts`), which a storage keeps, merges and, where it lasts, writes to files
(`storage`, `files`). What the tables find is judged (`matches`). `DuplicateIndex` is all of it.
"""

from webnoise.dedup.index.duplicate_index import DuplicateIndex
from webnoise.dedup.index.matches import Match, Thresholds

__all__ = ["DuplicateIndex", "Match", "Thresholds"]
