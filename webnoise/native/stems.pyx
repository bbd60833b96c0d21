# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Porter's stems of English words (M. Porter, 1980): the twin of nltk's `PorterStemmer().stem`, with its extensions.

nltk takes half a second to import, and tens of microseconds for a word.
"""

from libc.stdint cimport uint8_t
from libc.string cimport strlen

cdef extern from "Python.h":
    object PyUnicode_FromKindAndData(int kind, const void* data, Py_ssize_t size)

cdef enum:
    LONGEST = 256  # characters of a word
    ROOM = LONGEST + 8  # no step makes a word longer than it was by more

cdef struct Rule:
    const char* suffix
    const char* replacement

cdef Rule[4] PLURALS = [Rule("sses", "ss"), Rule("ies", "i"), Rule("ss", "ss"), Rule("s", "")]
cdef Rule[3] SHORTENED = [Rule("at", "ate"), Rule("bl", "ble"), Rule("iz", "ize")]
cdef Rule[22] DOUBLE_SUFFIXES = [
    Rule("ational", "ate"), Rule("tional", "tion"), Rule("enci", "ence"), Rule("anci", "ance"), Rule("izer", "ize"),
    Rule("bli", "ble"), Rule("alli", "al"), Rule("entli", "ent"), Rule("eli", "e"), Rule("ousli", "ous"),
    Rule("ization", "ize"), Rule("ation", "ate"), Rule("ator", "ate"), Rule("alism", "al"), Rule("iveness", "ive"),
    Rule("fulness", "ful"), Rule("ousness", "ous"), Rule("aliti", "al"), Rule("iviti", "ive"), Rule("biliti", "ble"),
    Rule("fulli", "ful"), Rule("logi", "log"),
]
cdef Rule[7] SUFFIXES = [
    Rule("icate", "ic"), Rule("ative", ""), Rule("alize", "al"), Rule("iciti", "ic"), Rule("ical", "ic"), Rule("ful", ""),
    Rule("ness", ""),
]
cdef Rule[19] ENDINGS = [
    Rule("al", ""), Rule("ance", ""), Rule("ence", ""), Rule("er", ""), Rule("ic", ""), Rule("able", ""), Rule("ible", ""),
    Rule("ant", ""), Rule("ement", ""), Rule("ment", ""), Rule("ent", ""), Rule("ion", ""), Rule("ou", ""), Rule("ism", ""),
    Rule("ate", ""), Rule("iti", ""), Rule("ous", ""), Rule("ive", ""), Rule("ize", ""),
]
cdef enum:
    LOGI = 21  # among the double suffixes
    ION = 11  # among the endings
    BEHIND_ANY = -1

cdef dict IRREGULAR = {
    form: stem
    for stem, forms in {
        "sky": "sky skies", "die": "dying", "lie": "lying", "tie": "tying", "news": "news", "inning": "innings inning",
        "outing": "outings outing", "canning": "cannings canning", "howe": "howe", "proceed": "proceed",
        "exceed": "exceed", "succeed": "succeed",
    }.items()
    for form in forms.split()
}


cdef struct Word:
    Py_UCS4[ROOM] letters
    uint8_t[ROOM] consonants  # flags, right up to `size` whenever a step begins
    Py_ssize_t size


def porter(str word not None):
    """The stem of a word of at most 256 characters."""
    cdef str lower = word.lower()
    if lower in IRREGULAR:
        return IRREGULAR[lower]
    cdef Word own
    cdef Py_ssize_t at
    own.size = len(lower)
    if own.size > LONGEST:
        raise ValueError(f"words of {LONGEST} characters at most are stemmed, not of {own.size}")
    if len(word) <= 2:
        return lower
    for at in range(own.size):
        own.letters[at] = lower[at]
    tell_consonants(&own, 0)
    drop_plural(&own)
    drop_tense(&own)
    if own.size > 2 and own.letters[own.size - 1] == c"y" and own.consonants[own.size - 2]:
        exchange(&own, 1, "i")
    drop_double_suffix(&own)
    at = applied(&own, SUFFIXES, 7)
    if at != BEHIND_ANY and measure(&own, own.size - strlen(SUFFIXES[at].suffix)) > 0:
        exchange(&own, strlen(SUFFIXES[at].suffix), SUFFIXES[at].replacement)
    drop_ending(&own)
    if ends(&own, "ll") and measure(&own, own.size - 1) > 1:
        own.size -= 1
    return PyUnicode_FromKindAndData(4, own.letters, own.size)


cdef void drop_plural(Word* word) noexcept:
    """Step 1a."""
    if word.size == 4 and ends(word, "ies"):
        word.size -= 1
        return
    cdef Py_ssize_t rule = applied(word, PLURALS, 4)
    if rule != BEHIND_ANY:
        exchange(word, strlen(PLURALS[rule].suffix), PLURALS[rule].replacement)


cdef void drop_tense(Word* word) noexcept:
    """Step 1b."""
    cdef Py_ssize_t rule
    cdef Py_UCS4 last
    if ends(word, "ied"):
        word.size -= 1 if word.size == 4 else 2
        return
    if ends(word, "eed"):
        if measure(word, word.size - 3) > 0:
            word.size -= 1
        return
    if ends(word, "ed") and has_vowel(word, word.size - 2):
        word.size -= 2
    elif ends(word, "ing") and has_vowel(word, word.size - 3):
        word.size -= 3
    else:
        return
    rule = applied(word, SHORTENED, 3)
    if rule != BEHIND_ANY:
        exchange(word, strlen(SHORTENED[rule].suffix), SHORTENED[rule].replacement)
    elif word.size >= 2 and word.letters[word.size - 1] == word.letters[word.size - 2] and word.consonants[word.size - 1]:
        last = word.letters[word.size - 1]
        if last != c"l" and last != c"s" and last != c"z":
            word.size -= 1
    elif measure(word, word.size) == 1 and ends_short(word, word.size):
        exchange(word, 0, "e")


cdef void drop_double_suffix(Word* word) noexcept:
    """Step 2."""
    cdef Py_ssize_t rule, behind
    while ends(word, "alli") and measure(word, word.size - 4) > 0:
        word.size -= 2
    rule = applied(word, DOUBLE_SUFFIXES, 22)
    if rule != BEHIND_ANY:
        behind = word.size - (3 if rule == LOGI else strlen(DOUBLE_SUFFIXES[rule].suffix))
        if measure(word, behind) > 0:
            exchange(word, strlen(DOUBLE_SUFFIXES[rule].suffix), DOUBLE_SUFFIXES[rule].replacement)


cdef void drop_ending(Word* word) noexcept:
    """Steps 4 and 5a."""
    cdef Py_ssize_t behind, many, rule = applied(word, ENDINGS, 19)
    if rule != BEHIND_ANY:
        behind = word.size - strlen(ENDINGS[rule].suffix)
        if measure(word, behind) > 1 and (rule != ION or word.letters[behind - 1] in (c"s", c"t")):
            word.size = behind
    if ends(word, "e"):
        many = measure(word, word.size - 1)
        if many > 1 or many == 1 and not ends_short(word, word.size - 1):
            word.size -= 1


cdef Py_ssize_t applied(const Word* word, const Rule* rules, Py_ssize_t many) noexcept:
    """The first rule whose suffix the word has; no other is tried, whatever stands before it."""
    cdef Py_ssize_t rule
    for rule in range(many):
        if ends(word, rules[rule].suffix):
            return rule
    return BEHIND_ANY


cdef bint ends(const Word* word, const char* suffix) noexcept:
    cdef Py_ssize_t at, size = strlen(suffix)
    if size > word.size:
        return False
    for at in range(1, size + 1):
        if word.letters[word.size - at] != <Py_UCS4> suffix[size - at]:
            return False
    return True


cdef void exchange(Word* word, Py_ssize_t dropped, const char* replacement) noexcept:
    """Put other letters in the place of the last ones."""
    cdef Py_ssize_t at, start = word.size - dropped
    word.size = start + strlen(replacement)
    for at in range(start, word.size):
        word.letters[at] = replacement[at - start]
    tell_consonants(word, start)


cdef void tell_consonants(Word* word, Py_ssize_t start) noexcept:
    """All letters but a, e, i, o, u, and y behind another one."""
    cdef Py_ssize_t at
    cdef Py_UCS4 letter
    for at in range(start, word.size):
        letter = word.letters[at]
        if letter == c"y":
            word.consonants[at] = at == 0 or not word.consonants[at - 1]
        else:
            word.consonants[at] = not (
                letter == c"a" or letter == c"e" or letter == c"i" or letter == c"o" or letter == c"u"
            )


cdef Py_ssize_t measure(const Word* word, Py_ssize_t size) noexcept:
    """How often a consonant follows a vowel among so many first letters."""
    cdef Py_ssize_t at, many = 0
    for at in range(1, size):
        many += word.consonants[at] and not word.consonants[at - 1]
    return many


cdef bint has_vowel(const Word* word, Py_ssize_t size) noexcept:
    cdef Py_ssize_t at
    for at in range(size):
        if not word.consonants[at]:
            return True
    return False


cdef bint ends_short(const Word* word, Py_ssize_t size) noexcept:
    """Whether so many first letters end in consonant, vowel and consonant (not w, x, y), or are two of the latter kind."""
    cdef Py_UCS4 last
    if size == 2:
        return not word.consonants[0] and word.consonants[1]
    if size < 3 or not word.consonants[size - 3] or word.consonants[size - 2] or not word.consonants[size - 1]:
        return False
    last = word.letters[size - 1]
    return last != c"w" and last != c"x" and last != c"y"
