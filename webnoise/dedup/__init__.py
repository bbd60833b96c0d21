"""Near duplicates: the same story, once.

A text becomes a `Signature` (`signature`): the 64-bit fingerprint of paper 003 (`simhash`) and a sketch that
verifies (`sketch`). A `DuplicateIndex` (`index`) finds the earlier texts within reach of one; `clusters`
groups the records of a collection. Importing a measure of text does not load the index.
"""
