"""Stems of English words: Porter's "An algorithm for suffix stripping" (1980) with nltk's extensions.

The same stems as nltk's `PorterStemmer`, without the second that it takes to import nltk, and scipy with it
where that is installed.
"""

from __future__ import annotations

from collections.abc import Mapping

_IRREGULAR = {
    "skies": "sky",
    "sky": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "news": "news",
    "innings": "inning",
    "inning": "inning",
    "outings": "outing",
    "outing": "outing",
    "cannings": "canning",
    "canning": "canning",
    "howe": "howe",
    "proceed": "proceed",
    "exceed": "exceed",
    "succeed": "succeed",
}
_STEP_2 = {
    "ational": "ate",
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "izer": "ize",
    "bli": "ble",
    "alli": "al",
    "entli": "ent",
    "eli": "e",
    "ousli": "ous",
    "ization": "ize",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "iveness": "ive",
    "fulness": "ful",
    "ousness": "ous",
    "aliti": "al",
    "iviti": "ive",
    "biliti": "ble",
    "fulli": "ful",
    "logi": "log",
}
_STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
_STEP_4 = dict.fromkeys(
    "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split(), ""
)


def porter_stem(word: str) -> str:
    """The stem of a word.

    >>> [porter_stem(word) for word in ("relational", "ponies", "hopping")]
    ['relat', 'poni', 'hop']
    """
    stem = word.lower()
    if stem in _IRREGULAR:
        return _IRREGULAR[stem]
    if len(word) <= 2:
        return stem
    stem = _without_y(_without_past(_without_plural(stem)))
    stem = _step_4(_shortened(_step_2(stem), _STEP_3))
    return _without_double_l(_without_e(stem))


def _without_plural(word: str) -> str:
    """Step 1a."""
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _without_past(word: str) -> str:
    """Step 1b."""
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for suffix in ("ed", "ing"):
        stem = word.removesuffix(suffix)
        if stem != word and "v" in _form(stem):
            return _mended(stem)
    return word


def _mended(stem: str) -> str:
    """What step 1b has cut off too short gets its e back, and loses a letter that stands twice."""
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    form = _form(stem)
    if stem[-2:-1] == stem[-1] and form[-1] == "c":
        return stem if stem[-1] in "lsz" else stem[:-1]
    return stem + "e" if form.count("vc") == 1 and _ends_cvc(stem, form) else stem


def _without_y(word: str) -> str:
    """Step 1c."""
    return word[:-1] + "i" if word.endswith("y") and len(word) > 2 and _form(word)[-2] == "c" else word


def _step_2(word: str) -> str:
    if word.endswith("alli") and _measure(word[:-4]):
        return _step_2(word[:-2])
    if word.endswith("logi"):  # the l counts with the stem, so that geo is long enough
        return word[:-1] if _measure(word[:-3]) else word
    return _shortened(word, _STEP_2)


def _step_4(word: str) -> str:
    stem = _shortened(word, _STEP_4, longer_than=1)
    return word if word.endswith("ion") and not stem.endswith(("s", "t")) else stem


def _shortened(word: str, endings: Mapping[str, str], longer_than: int = 0) -> str:
    """The word with its longest ending replaced, if what is before that is long enough."""
    for size in (7, 6, 5, 4, 3, 2):
        ending = word[-size:]
        if ending in endings:
            stem = word[: -len(ending)]
            return stem + endings[ending] if _measure(stem) > longer_than else word
    return word


def _without_e(word: str) -> str:
    """Step 5a."""
    if not word.endswith("e"):
        return word
    stem = word[:-1]
    form = _form(stem)
    measure = form.count("vc")
    return stem if measure > 1 or (measure == 1 and not _ends_cvc(stem, form)) else word


def _without_double_l(word: str) -> str:
    """Step 5b."""
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _form(word: str) -> str:
    """The word's letters as c (consonant) and v (vowel); y is a vowel behind a consonant."""
    form = ""
    for letter in word:
        form += "v" if letter in "aeiou" or (letter == "y" and form[-1:] == "c") else "c"
    return form


def _measure(word: str) -> int:
    """How often vowels are followed by consonants."""
    return _form(word).count("vc")


def _ends_cvc(word: str, form: str) -> bool:
    """Whether the last consonant may have had an e behind it: hop, fil, not snow, box, tray."""
    return form == "vc" or (form.endswith("cvc") and word[-1] not in "wxy")
