from __future__ import annotations

import pickle
import random

import pytest

from webnoise.dedup.signature import RECORD, Signature, as_records, signature
from webnoise.dedup.sketch import SKETCH_BYTES, VALUES, containments, resemblances, sketch


def invented_words(count, seed):
    source = random.Random(seed)
    return ["".join(source.choices("abcdefgh", k=6)) for _ in range(count)]


def columns(*sketches):
    return as_records(Signature(0, made).to_bytes() for made in sketches)


def resemblance(one, other):
    values = columns(one, other)["minima"]
    return resemblances(values[:1], values[1:])[0]


def containment(one, other):
    counts = columns(one, other)["shingles"].astype(int)
    return containments(resemblance(one, other), counts[:1], counts[1:])[0]


def shingle_count(made):
    return columns(made)["shingles"][0]


def true_resemblance(one, other):
    a, b = ({tuple(text[i : i + 3]) for i in range(len(text) - 2)} for text in (one, other))
    return len(a & b) / len(a | b)


@pytest.mark.parametrize("kept", [900, 600, 300, 100, 0])
def test_resemblance_is_estimated_within_four_standard_errors(kept):
    one = invented_words(900, 1)
    other = one[:kept] + invented_words(900 - kept, 2)
    truth = true_resemblance(one, other)
    error = (max(truth * (1 - truth), 0.01) / VALUES) ** 0.5
    assert abs(resemblance(sketch(one), sketch(other)) - truth) < 4 * error


def test_a_cut_text_is_contained_in_the_whole():
    whole = invented_words(1000, 3)
    cut = sketch(whole[:400])
    assert resemblance(cut, sketch(whole)) < 0.55
    assert containment(cut, sketch(whole)) > 0.75


@pytest.mark.parametrize("made", [signature("Ministers met in Geneva", "en"), signature(""), Signature(7)])
def test_signature_is_serialised_to_128_bytes(made):
    assert len(made.to_bytes()) == RECORD.itemsize == 128
    assert Signature.from_bytes(made.to_bytes()) == made


def test_sketch_holds_the_number_of_shingles():
    made = sketch(invented_words(50, 4))
    assert shingle_count(made) == 48


@pytest.mark.parametrize("units", [[], ["one"], ["one", "two"]])
def test_texts_shorter_than_a_shingle_have_a_sketch(units):
    assert len(sketch(units)) == SKETCH_BYTES
    assert shingle_count(sketch(units)) == bool(units)


def test_equal_texts_have_equal_signatures_whatever_their_case_and_punctuation():
    assert signature("Ministers met: in Geneva!", "en") == signature("MINISTERS met in “Geneva”", "en")


def test_sketch_does_not_depend_on_the_declared_language():
    text = "Die Minister trafen sich gestern in der Stadt Genf und sprachen über Zölle"
    assert signature(text, "de").sketch == signature(text, "en").sketch


def test_signature_is_frozen_and_picklable():
    made = signature("Ministers met in Geneva on Monday", "en")
    assert pickle.loads(pickle.dumps(made)) == made
    with pytest.raises(AttributeError):
        made.length = 3
    assert 0 <= made.fingerprint < 1 << 64
    assert isinstance(made, Signature)
