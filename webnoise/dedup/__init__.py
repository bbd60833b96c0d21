"""Near duplicates: the same story, once.

A text becomes a `Signature` (`signature.py`): the 64-bit fingerprint of paper 003 and a sketch that verifies.
A `DuplicateIndex` (`index.py`) finds the earlier texts within reach of one. `terms`, `weights` and `simhash`
are measures of text that other parts use too; importing one of them does not load the index.
"""
