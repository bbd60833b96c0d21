"""Near duplicates: the same story, once.

A text becomes a `Signature` (`signature`): the 64-bit fingerprint of paper 003 (`simhash`) and a sketch that
verifies (`sketch`). Texts that share a hash (`hashes`) are compared (`compare`). A `DuplicateIndex` (`index`)
finds the earlier near duplicates of one text; `clusters` groups the records of a collection.
"""
