# cython: language_level=3, boundscheck=False, wraparound=True, initializedcheck=False
"""Stems of English words: Porter's algorithm (M. Porter, 1980) with the extensions of nltk's `PorterStemmer`.

nltk's own takes 20 microseconds for a new word, which makes a fifth of an article with all fields, and most of a
second to import. nltk stems all other languages.
"""

IRREGULAR = {
    form: stem
    for stem, forms in {
        "sky": "sky skies", "die": "dying", "lie": "lying", "tie": "tying", "news": "news", "inning": "innings inning",
        "outing": "outings outing", "canning": "cannings canning", "howe": "howe", "proceed": "proceed",
        "exceed": "exceed", "succeed": "succeed",
    }.items()
    for form in forms.split()
}
cdef dict STEP_1A = {"sses": "ss", "ies": "i", "ss": "ss", "s": ""}
cdef dict STEP_1B = {"at": "ate", "bl": "ble", "iz": "ize"}
cdef dict STEP_2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble", "alli": "al",
    "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al",
    "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble", "fulli": "ful",
    "logi": "log",
}
cdef dict STEP_3 = {
    "icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": "",
}
cdef dict STEP_4 = dict.fromkeys(
    "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split(), ""
)


def porter(str word not None):
    """Return the stem of a word.

    >>> porter("ministers"), porter("relational")
    ('minist', 'relat')
    """
    lower = word.lower()
    if lower in IRREGULAR:
        return IRREGULAR[lower]
    if len(word) <= 2:
        return lower
    return step_5(step_4(step_3(step_2(step_1c(step_1b(step_1a(lower)))))))


cdef str step_1a(str word):
    if len(word) == 4 and word.endswith("ies"):
        return word[:-1]
    suffix = suffix_of(word, STEP_1A)
    return word if suffix is None else word[:len(word) - len(suffix)] + STEP_1A[suffix]


cdef str step_1b(str word):
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if measure(word[:-3]) > 0 else word
    if word.endswith("ed") and has_vowel(word[:-2]):
        word = word[:-2]
    elif word.endswith("ing") and has_vowel(word[:-3]):
        word = word[:-3]
    else:
        return word
    suffix = suffix_of(word, STEP_1B)
    if suffix is not None:
        return word[:-2] + STEP_1B[suffix]
    if len(word) >= 2 and word[-1] == word[-2] and is_consonant(word, len(word) - 1):
        return word if word[-1] in "lsz" else word[:-1]
    return word + "e" if measure(word) == 1 and ends_short(word) else word


cdef str step_1c(str word):
    return word[:-1] + "i" if len(word) > 2 and word[-1] == "y" and is_consonant(word, len(word) - 2) else word


cdef str step_2(str word):
    while word.endswith("alli") and measure(word[:-4]) > 0:
        word = word[:-2]
    suffix = suffix_of(word, STEP_2)
    if suffix is None:
        return word
    stem = word[:len(word) - len(suffix)]
    return stem + STEP_2[suffix] if measure(word[:-3] if suffix == "logi" else stem) > 0 else word


cdef str step_3(str word):
    suffix = suffix_of(word, STEP_3)
    if suffix is None:
        return word
    stem = word[:len(word) - len(suffix)]
    return stem + STEP_3[suffix] if measure(stem) > 0 else word


cdef str step_4(str word):
    suffix = suffix_of(word, STEP_4)
    if suffix is None:
        return word
    stem = word[:len(word) - len(suffix)]
    return stem if measure(stem) > 1 and (suffix != "ion" or stem[-1] in "st") else word


cdef str step_5(str word):
    if word.endswith("e"):
        count = measure(word[:-1])
        if count > 1 or count == 1 and not ends_short(word[:-1]):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and measure(word[:-1]) > 1 else word


cdef str suffix_of(str word, dict rules):
    """The first suffix of a step that the word has: no other is tried, whatever comes before it."""
    cdef str suffix
    for suffix in rules:
        if word.endswith(suffix):
            return suffix
    return None


cdef int measure(str stem):
    """How often a consonant follows a vowel."""
    cdef Py_UCS4 letter
    cdef bint consonant, previous = True, first = True
    cdef int count = 0
    for letter in stem:
        consonant = first or not previous if letter == c"y" else letter not in u"aeiou"
        count += consonant and not previous
        previous, first = consonant, False
    return count


cdef bint is_consonant(str word, Py_ssize_t index):
    """Every letter but a, e, i, o, u, and but y after a consonant."""
    cdef Py_ssize_t before = index
    while before > 0 and word[before] == "y":
        before -= 1
    # In a run of y every other one is a consonant.
    return (before == 0 and word[0] == "y" or word[before] not in "aeiou") ^ (index - before & 1)


cdef bint has_vowel(str word):
    for index in range(len(word)):
        if not is_consonant(word, index):
            return True
    return False


cdef bint ends_short(str word):
    """Whether it ends in consonant, vowel, consonant (not w, x, y), or is a vowel and a consonant."""
    cdef Py_ssize_t size = len(word)
    if size == 2:
        return not is_consonant(word, 0) and is_consonant(word, 1)
    return (
        size >= 3 and is_consonant(word, size - 3) and not is_consonant(word, size - 2) and is_consonant(word, size - 1)
        and word[-1] not in "wxy"
    )
