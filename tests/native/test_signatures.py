"""The compiled signature of a text is the one that Python makes of it."""

import random

import pytest

from webnoise import native
from webnoise.dedup import simhash, sketch
from webnoise.dedup.signature import Signature, signature
from webnoise.lab.twins import pure
from webnoise.text.terms import known_terms, text_units

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


def invented_text(source):
    vocabulary = ["".join(source.choices("abcdefgy", k=source.choice((1, 2, 5, 9)))) for _ in range(200)]
    vocabulary += [
        "The",
        "of",
        "meetings",
        "1999",
        "x" * 50,
        *source.choices(ODD, k=source.choice((0, 0, 3))),
    ]
    words = source.choices(vocabulary, k=source.choice((0, 1, 2, 40, 700)))
    return "".join(word + source.choice((" ", " ", ", ", "\n\n", "_", "'")) for word in words)


ODD = ("“quoted”", "naïve", "ﬁnal", "soft\u00adhyphen", "half\ud800", "漢字", "한국", "Straße", "l’été", "K")


@pytest.mark.parametrize("seed", range(200))
@pytest.mark.parametrize("language", ["en", "fr", "hi"])
def test_texts_are_signed_by_both_alike(seed, language):
    text = invented_text(random.Random(seed))
    told = signature(text, language)
    with pure():
        assert signature(text, language) == told
    assert told.length == len(text_units(text, language)[0])


def test_words_that_were_forgotten_for_want_of_room_are_signed_alike():
    known = native.compiled("signatures").KnownTerms(known_terms("en").work_out, 50)
    numbers = (*simhash.SIMHASH, *sketch.SKETCH)
    for seed in range(40):
        terms, units = text_units(invented_text(random.Random(seed)), "en")
        expected = simhash.fingerprint(terms), sketch.sketch(units), len(terms)
        assert known.sign(units, numbers) == expected
        if "".join(units).isascii():
            assert known.sign_ascii(" ".join(units), numbers) == expected


@pytest.mark.parametrize("words", [[None], [b"bytes"], [3]])
def test_words_that_are_none_are_refused(words):
    known = native.compiled("signatures").KnownTerms(str, 50)
    with pytest.raises(TypeError):
        known.sign(words, (*simhash.SIMHASH, *sketch.SKETCH))
    assert known.sign(["word"], (*simhash.SIMHASH, *sketch.SKETCH))[2] == 1


def test_text_that_is_not_ascii_is_refused():
    known = native.compiled("signatures").KnownTerms(str, 50)
    with pytest.raises(UnicodeEncodeError):
        known.sign_ascii("naïve", (*simhash.SIMHASH, *sketch.SKETCH))
