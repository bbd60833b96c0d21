"""The compiled signature of a text is the one that Python makes of it."""

import random

import pytest

from webnoise import native
from webnoise.dedup import simhash, sketch
from webnoise.dedup.signature import Signature, signature

if native.kind() != "compiled":
    pytest.skip("the passes are not built here", allow_module_level=True)

LETTERS = "abcdefghijéß漢字\U0001f4f0\ud800"
LENGTHS = (1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 40, 63, 64, 65, 200)  # of hashed bytes, each way through
FILED = (0x2E75FD157F9B803, "0c0000008f4897ea", 9)


def invented_terms(source):
    count, vocabulary = source.choice((0, 1, 2, 3, 4, 5, 9, 60, 300)), source.choice((1, 3, 30, 1000))
    words = ["".join(source.choices(LETTERS, k=source.choice(LENGTHS))) for _ in range(min(vocabulary, 300))]
    return [words[int(len(words) * source.random() ** 2)] for _ in range(count)]


def by_python(terms, monkeypatch):
    with monkeypatch.context() as pure:
        for module in (simhash, sketch):
            pure.setattr(module, "compiled", lambda _: None)
        return Signature(simhash.fingerprint(terms), sketch.sketch(terms))


@pytest.mark.parametrize("seed", range(300))
def test_terms_of_any_length_script_and_repetition_are_signed_alike(seed, monkeypatch):
    terms = invented_terms(random.Random(seed))
    assert Signature(simhash.fingerprint(terms), sketch.sketch(terms)) == by_python(terms, monkeypatch)


@pytest.mark.parametrize("count", [simhash.LONGEST - 1, simhash.LONGEST, simhash.LONGEST + 500])
def test_terms_beyond_the_longest_text_count_by_frequency_alone_in_both(count, monkeypatch):
    source = random.Random(count)
    terms = [f"w{int(3000 * source.random() ** 2)}" for _ in range(count)]
    assert Signature(simhash.fingerprint(terms), sketch.sketch(terms)) == by_python(terms, monkeypatch)


def test_signature_of_a_text_is_what_earlier_versions_have_filed():
    told = signature("Ministers met in Geneva on Monday. Ministers of ten states agreed to meet again.", "en")
    assert (told.fingerprint, told.sketch[:8].hex(), told.length) == FILED


def test_permutations_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="a turn and a multiplier"):
        native.compiled("signatures").sketch(["a"], sketch._TURNS[:, 0], sketch._MULTIPLIERS[1:, 0], 3)
