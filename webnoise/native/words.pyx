# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The words of texts, of which none is made: counted, and compared with others by their hashes.

The twins of `text.words.word_count` and `writable`, `text.signs`, `metadata.authors.names.may_lead`,
`features.role_names.text_bits` and `methods.core.roles.measures.wordings` and `days`, which tell texts of scripts
without spaces.
"""

cimport cython
from cpython.unicode cimport (
    PyUnicode_DATA,
    PyUnicode_GET_LENGTH,
    PyUnicode_KIND,
    PyUnicode_READ,
    Py_UNICODE_ISALNUM,
    Py_UNICODE_ISLOWER,
    Py_UNICODE_ISSPACE,
    Py_UNICODE_ISUPPER,
)
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

import numpy as np

from webnoise.native.columns cimport Sieve, hash_of

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)

from webnoise.model import Block

cdef enum:
    ROWS = 10
    UNSPACED = 0x0E00  # no script without spaces between words lies below
    SIGNS = 0x2000  # from dashes and quotes to arrows and boxes: no letters of such a script
    BEHIND_SIGNS = 0x2E80
    SUPPLEMENTARY = 0x10000  # emoji and old scripts, up to the rare letters of Han
    RARE_HAN = 0x20000
    LEADING_SIGNS = 4
    LONGEST_START = 256  # characters of a line that may lead
    MOST_SIGNS = 32
    LONGEST_SIGN = 16


@cython.final
cdef class Vocabulary:
    """Words to look for, by their hashes; a table that is filled to a third."""

    def __cinit__(self, words):
        cdef size_t size = 64
        cdef str word
        self.count = len(words)
        while size < 3 * <size_t> self.count:
            size *= 2
        self.mask = size - 1
        self.table = <uint64_t*> calloc(size, sizeof(uint64_t))
        if self.table == NULL:
            raise MemoryError
        for word in words:
            add(self.table, self.mask, hash_between(word, 0, PyUnicode_GET_LENGTH(word)))

    def __dealloc__(self):
        free(self.table)

    cdef bint holds(self, uint64_t key) noexcept nogil:
        return self.table[place(self.table, self.mask, key)] == key


@cython.final
cdef class Seen:
    """The words that one text has told so far; it may have fewer than LONGEST_WORD characters."""

    cdef void forget(self, Py_ssize_t size) noexcept nogil:
        """Begin a text of so many characters: no text has more words than half of them."""
        cdef size_t slots = 64
        while slots < <size_t> size and slots < LONGEST_WORD:
            slots *= 2
        self.mask = slots - 1
        memset(self.table, 0, slots * sizeof(uint64_t))

    cdef bint add(self, uint64_t key) noexcept nogil:
        return add(self.table, self.mask, key)


@cython.final
cdef class WordBits:
    """The groups, as bits, of words in texts."""

    cdef Vocabulary words
    cdef int64_t* bits

    def __cinit__(self, groups):
        self.words = Vocabulary(groups)
        self.bits = <int64_t*> calloc(self.words.mask + 1, sizeof(int64_t))
        if self.bits == NULL:
            raise MemoryError
        for word, bits in groups.items():
            self.bits[self.place(word, 0, len(word))] = bits

    def __dealloc__(self):
        free(self.bits)

    cdef inline size_t place(self, str text, Py_ssize_t start, Py_ssize_t end) noexcept:
        return place(self.words.table, self.words.mask, hash_between(text, start, end))

    def of(self, str text not None):
        """Those of a text in lower case; -1 where a letter may be of a script without spaces."""
        return self.found(text)

    def of_blocks(self, tuple blocks not None, Py_ssize_t longest, twin):
        """Those of each block's text; none of one that is longer. `twin` tells those of other scripts."""
        cdef Py_ssize_t index
        cdef int64_t bits
        cdef str text
        out = np.zeros(len(blocks), dtype=np.int64)
        cdef int64_t[::1] told = out
        for index in range(len(blocks)):
            if not isinstance(blocks[index], Block):
                raise ValueError(f"block {index} is none")
            text = (<tuple> blocks[index])[1]
            if text is None:
                raise ValueError(f"block {index} has no text")
            if PyUnicode_GET_LENGTH(text) <= longest:
                bits = self.found(text.lower())
                told[index] = bits if bits >= 0 else twin(text)
        return out

    cdef int64_t found(self, str text) noexcept:
        cdef Py_ssize_t at = 0, start, size = PyUnicode_GET_LENGTH(text)
        cdef int64_t found = 0
        while at < size:
            start = at
            at = word_end(text, start)
            if at < 0:
                return -1
            if at > start:
                found |= self.bits[self.place(text, start, at)]
            at += 1
        return found


@cython.final
cdef class Leads(Sieve):
    """Words and signs that a byline may begin with."""

    cdef Vocabulary words
    cdef uint32_t[LEADING_SIGNS] signs
    cdef Py_ssize_t longest
    cdef bint[256] passes  # by a byte, whether a text that has it is let through
    cdef uint64_t[256] sizes  # by the first byte of a word, how many bytes those that begin so have, as bits

    def __cinit__(self, words, str signs not None, Py_ssize_t longest):
        if not 0 <= longest < LONGEST_START:
            raise ValueError(f"a line of {longest} characters begins with more than {LONGEST_START - 1}")
        if len(signs) != LEADING_SIGNS:
            raise ValueError(f"{LEADING_SIGNS} signs are looked for, not {signs!r}")
        self.words, self.longest = Vocabulary(words), longest
        for place, sign in enumerate(signs):
            self.signs[<int> place] = ord(sign)
        for code in range(256):
            self.passes[<uint8_t> code] = code >= 0x80 or chr(code) in signs
        for word in words:
            spelled = word.encode()
            self.sizes[<uint8_t> (spelled[0] if spelled else 0)] |= <uint64_t> 1 << min(<int> len(spelled), 63)

    cdef inline bint is_sign(self, uint32_t code) noexcept nogil:
        cdef int place
        for place in range(LEADING_SIGNS):
            if code == self.signs[place]:
                return True
        return False

    def stand_in(self, str piece not None):
        """Whether one is among the first characters of a piece of text, in any case."""
        cdef str text = piece[:self.longest].lower()
        cdef Py_ssize_t at = 0, start, size = PyUnicode_GET_LENGTH(text)
        cdef int width = PyUnicode_KIND(text)
        cdef void* data = PyUnicode_DATA(text)
        cdef uint32_t code
        while at < size:
            start = at
            while at < size:
                code = PyUnicode_READ(width, data, at)
                if Py_UNICODE_ISSPACE(code):
                    break
                if self.is_sign(code):
                    return True
                at += 1
            if at > start and self.words.holds(hash_between(text, start, at)):
                return True
            at += 1
        return False

    cdef bint lets_through(self, const char* text) noexcept nogil:
        """The same of its bytes, if they are ASCII; what has others may have one."""
        cdef uint8_t[LONGEST_START] word
        cdef Py_ssize_t at, size = 0
        cdef uint8_t code
        for at in range(self.longest + 1):
            code = <uint8_t> text[at] if at < self.longest else 0
            if self.passes[code]:
                return True
            if code and not (code == 0x20 or 0x09 <= code <= 0x0D or 0x1C <= code <= 0x1F):
                word[size] = code + 0x20 if 0x41 <= code <= 0x5A else code
                size += 1
                continue
            if (
                size
                and self.sizes[word[0]] >> min(size, 63) & 1
                and self.words.holds(hash_of(<const char*> word, size, WORDS))
            ):
                return True
            if not code:
                break
            size = 0
        return False


@cython.final
cdef class Digits(Sieve):
    """Lets texts through that may hold a date: a year, or a digit before a sign that parts numbers.

    Those with a digit of another script may, as the first byte of a character tells: none of Latin, Greek, Cyrillic,
    Hebrew, of punctuation and of Chinese, Japanese and Korean begins as such a digit does.
    """

    cdef bint lets_through(self, const char* text) noexcept nogil:
        cdef const char* behind
        while text[0]:
            if <uint8_t> text[0] >= 0xD9 and not 0xE2 <= <uint8_t> text[0] <= 0xE9:
                return True
            if is_digit(text[0]):
                if (
                    ((text[0] == c"1" and text[1] == c"9") or (text[0] == c"2" and text[1] in (c"0", c"5")))
                    and is_digit(text[2])
                    and is_digit(text[3])
                ):
                    return True
                behind = text + 2 if 0 < text[1] <= 32 else text + 1
                if behind[0] in (c"-", c".", c"/") or <uint8_t> behind[0] >= 0x80:
                    return True
            text += 1
        return False


cdef inline bint is_digit(char letter) noexcept nogil:
    return c"0" <= letter <= c"9"


ctypedef fused Unit:
    uint8_t
    uint16_t
    uint32_t


def spaced_count(str text not None):
    """How many words stand between spaces; -1 where a letter may be of a script without."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
    cdef int width = PyUnicode_KIND(text)
    cdef const void* data = PyUnicode_DATA(text)
    if width == 1:
        return count_spaced(<const uint8_t*> data, size)
    if width == 2:
        return count_spaced(<const uint16_t*> data, size)
    return count_spaced(<const uint32_t*> data, size)


cdef Py_ssize_t count_spaced(const Unit* text, Py_ssize_t size) noexcept:
    cdef Py_ssize_t at, count = 0
    cdef uint32_t code
    cdef bint space = True, was_space
    for at in range(size):
        code = text[at]
        was_space, space = space, Py_UNICODE_ISSPACE(code)
        count += was_space and not space
        if code >= UNSPACED and not (SIGNS <= code < BEHIND_SIGNS or SUPPLEMENTARY <= code < RARE_HAN):
            return -1
    return count


def is_writable(str text not None):
    """Whether a file can hold the text as it is."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
    cdef int width = PyUnicode_KIND(text)
    cdef const void* data = PyUnicode_DATA(text)
    if width == 1:
        return not has_unwritable(<const uint8_t*> data, size)
    if width == 2:
        return not has_unwritable(<const uint16_t*> data, size)
    return not has_unwritable(<const uint32_t*> data, size)


cdef bint has_unwritable(const Unit* text, Py_ssize_t size) noexcept nogil:
    """Looks at every character, at many of them at once."""
    cdef Py_ssize_t at
    cdef Unit found = 0, code
    for at in range(size):
        code = text[at]
        found |= (code < 0x20) & (code != 0x09) & (code != 0x0A) & (code != 0x0D)
        if Unit is not uint8_t:
            found |= ((code >= 0xD800) & (code < 0xE000)) | (code == 0xFFFE) | (code == 0xFFFF)
    return found


def wordings(tuple blocks not None, names, firsts, described, Py_ssize_t longest, twin):
    """One row for each of the twin's values, one column per block; `twin` tells those of a block in other scripts."""
    if not 0 < 2 * longest < LONGEST_WORD:
        raise ValueError(f"of a text {longest} characters cannot be read")
    cdef Vocabulary authors = Vocabulary(names), openings = Vocabulary(firsts), description = Vocabulary(described)
    cdef Seen seen = Seen()
    cdef Py_ssize_t index, row, n = len(blocks)
    cdef str text
    cdef tuple block
    cdef double values[ROWS]
    out = np.empty((ROWS, n), dtype=np.float32)
    cdef float[:, ::1] rows = out
    for index in range(n):
        if not isinstance(blocks[index], Block):
            raise ValueError(f"block {index} is none")
        block = <tuple> blocks[index]
        text = block[1]
        if spaced_words(text[:longest].lower(), authors, openings, description, seen, values):
            tell_letters(text, min(PyUnicode_GET_LENGTH(text), longest), values)
            values[9] = min(len(block[5]), 30)
            for row in range(ROWS):
                rows[row, index] = values[row]
        else:
            out[:, index] = twin(block, names, firsts, described)
    return out


def days(tuple blocks not None, const int64_t[::1] asked, Py_ssize_t longest, Py_ssize_t most, tell):
    """As the twin; `tell` is asked about texts beyond ASCII, and about those that may hold a date or a time."""
    cdef Py_ssize_t number, index, n = len(blocks)
    cdef str text
    out = np.full((3, n), most, dtype=np.float32)
    cdef float[:, ::1] rows = out
    rows[0, :] = 0
    for number in range(asked.shape[0]):
        index = asked[number]
        if not 0 <= index < n or not isinstance(blocks[index], Block):
            raise ValueError(f"block {index} is none")
        text = (<tuple> blocks[index])[1]
        if text is None:
            raise ValueError(f"block {index} has no text")
        if PyUnicode_GET_LENGTH(text) > longest:
            continue
        if not PyUnicode_IS_ASCII(text) or may_be_dated(<const uint8_t*> PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text)):
            out[:, index] = tell(text)
        elif has_digit(<const uint8_t*> PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text)):
            rows[2, index] = min(count_words(text), most)
    return out


cdef bint may_be_dated(const uint8_t* text, Py_ssize_t size) noexcept nogil:
    """Whether a year stands in the text, a digit before a sign or letter that parts numbers or ends a time, or seconds
    since 1970.
    """
    cdef Py_ssize_t at, behind, digits = 0
    for at in range(size):
        if not is_digit(text[at]):
            digits = 0
            continue
        digits += 1
        if digits > 9 or (
            at + 3 < size
            and ((text[at] == c"1" and text[at + 1] == c"9") or (text[at] == c"2" and text[at + 1] in (c"0", c"5")))
            and is_digit(text[at + 2])
            and is_digit(text[at + 3])
        ):
            return True
        behind = at + 1
        while behind < size and (text[behind] == c" " or 0x09 <= text[behind] <= 0x0D or 0x1C <= text[behind] <= 0x1F):
            behind += 1
        if behind < size and text[behind] in b":./-hHaApP":
            return True
    return False


cdef bint has_digit(const uint8_t* text, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t at
    for at in range(size):
        if is_digit(text[at]):
            return True
    return False


cdef Py_ssize_t count_words(str text) noexcept:
    """Those of a text in ASCII."""
    cdef Py_ssize_t at = 0, start, count = 0, size = PyUnicode_GET_LENGTH(text)
    while at < size:
        start = at
        at = word_end(text, start)
        count += at > start
        at += 1
    return count


cdef inline bint is_word(uint32_t code) noexcept:
    if code < 0x80:  # asked for every letter: Python would be called, and several times for a space
        return 0x61 <= (code | 0x20) <= 0x7A or 0x30 <= code <= 0x39 or code == 0x5F
    return Py_UNICODE_ISALNUM(code)


cdef inline Py_ssize_t word_end(str text, Py_ssize_t at) noexcept:
    """Where the word that may begin here ends; -1 where one of its letters may be of a script without spaces."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
    cdef int width = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    cdef uint32_t code
    while at < size:
        code = PyUnicode_READ(width, data, at)
        if not is_word(code):
            break
        if code >= UNSPACED:
            return -1
        at += 1
    return at


cdef bint spaced_words(
    str text, Vocabulary authors, Vocabulary openings, Vocabulary description, Seen seen, double* values
) noexcept:
    """The parts that a text shares with the authors' names and the description; False where its script may have no spaces."""
    cdef Py_ssize_t at = 0, start, size = PyUnicode_GET_LENGTH(text), many = 0, unique = 0, named = 0, shared = 0
    cdef uint64_t key
    cdef bint opens = False
    seen.forget(size)
    while at < size:
        start = at
        at = word_end(text, start)
        if at < 0:
            return False
        if at > start:
            key = hash_between(text, start, at)
            if not many:
                opens = openings.holds(key)
            many += 1
            named += authors.holds(key)
            if seen.add(key):
                unique += 1
                shared += description.holds(key)
        at += 1
    values[0], values[1] = named / <double> max(many, 1), opens
    values[2], values[3] = shared / <double> max(unique, 1), shared / <double> max(description.count, 1)
    values[8] = max(many, 1)
    return True


cdef void tell_letters(str text, Py_ssize_t size, double* values) noexcept:
    """Its signs, and how many of its words have a capital; `values[8]` holds how many words there are."""
    cdef Py_ssize_t at, capitals = 0, length = PyUnicode_GET_LENGTH(text)
    cdef int width = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    cdef uint32_t code, before = 0x20, two_before = 0x20
    cdef bint marks_at = False, copyrights = False
    for at in range(size):
        code = PyUnicode_READ(width, data, at)
        if Py_UNICODE_ISSPACE(before) and Py_UNICODE_ISUPPER(code):
            capitals += 1
        marks_at |= code == 0x40
        copyrights |= code == 0xA9 or (code == 0x29 and before == 0x63 and two_before == 0x28)  # © or (c)
        two_before, before = before, code
    code = PyUnicode_READ(width, data, length - 1) if length else 0
    values[4], values[5], values[6] = marks_at, copyrights, code == 0x3A or code == 0xFF1A
    values[7] = length > 0 and Py_UNICODE_ISLOWER(PyUnicode_READ(width, data, 0))
    values[8] = capitals / values[8]


@cython.final
cdef class Signs:
    """Strings that are counted in one pass over a text."""

    cdef Py_ssize_t many
    cdef uint32_t[MOST_SIGNS][LONGEST_SIGN] codes
    cdef Py_ssize_t[MOST_SIGNS] sizes
    # By the low byte of a character, the signs that may have it as their first, second and third, as bits.
    cdef uint32_t[256] first, second, third

    def __cinit__(self, signs):
        cdef str sign
        cdef Py_ssize_t at
        self.many = len(signs)
        if self.many > MOST_SIGNS:
            raise ValueError(f"no more than {MOST_SIGNS} signs are counted at once")
        for number, sign in enumerate(signs):
            self.sizes[number] = len(sign)
            if not 1 < len(sign) <= LONGEST_SIGN:
                raise ValueError(f"a sign has 2 to {LONGEST_SIGN} characters: {sign!r}")
            for at in range(len(sign)):
                self.codes[number][at] = ord(sign[at])
            self.first[self.codes[number][0] & 0xFF] |= <uint32_t> 1 << number
            self.second[self.codes[number][1] & 0xFF] |= <uint32_t> 1 << number
            for at in range(256):
                if len(sign) == 2 or self.codes[number][2] & 0xFF == at:
                    self.third[at] |= <uint32_t> 1 << number

    def counts(self, str text not None):
        """How often each stands in a text, as `str.count` tells it."""
        cdef Py_ssize_t[MOST_SIGNS] found
        cdef Py_ssize_t number, size = PyUnicode_GET_LENGTH(text)
        cdef int width = PyUnicode_KIND(text)
        cdef void* data = PyUnicode_DATA(text)
        memset(found, 0, sizeof(found))
        if width == 1:
            self.count_in(<const uint8_t*> data, size, found)
        elif width == 2:
            self.count_in(<const uint16_t*> data, size, found)
        else:
            self.count_in(<const uint32_t*> data, size, found)
        return [found[number] for number in range(self.many)]

    cdef void count_in(self, const Unit* text, Py_ssize_t size, Py_ssize_t* found) noexcept:
        cdef Py_ssize_t[MOST_SIGNS] free_from
        cdef Py_ssize_t at, number
        cdef uint32_t possible
        memset(free_from, 0, sizeof(free_from))
        for at in range(size - 1):
            possible = self.first[text[at] & 0xFF] & self.second[text[at + 1] & 0xFF]
            if at + 2 < size:
                possible &= self.third[text[at + 2] & 0xFF]
            number = 0
            while possible:
                if possible & 1 and at >= free_from[number] and self.stands(number, text, at, size):
                    found[number] += 1
                    free_from[number] = at + self.sizes[number]
                possible >>= 1
                number += 1

    cdef inline bint stands(self, Py_ssize_t number, const Unit* text, Py_ssize_t at, Py_ssize_t size) noexcept:
        cdef Py_ssize_t offset
        if at + self.sizes[number] > size:
            return False
        for offset in range(self.sizes[number]):
            if text[at + offset] != self.codes[number][offset]:
                return False
        return True
