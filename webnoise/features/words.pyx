# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The words of texts, compared by their hashes: no string is made of a word."""

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
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

import numpy as np

from webnoise.hashes cimport HashTable, add, contains, find, is_new

from webnoise.model import Block

cdef enum:
    ROWS = 10


cdef HashTable vocabulary(words):
    """Return a set of words, by their hashes."""
    cdef HashTable table = HashTable(len(words))
    cdef str word
    for word in words:
        add(table, hash_between(word, 0, PyUnicode_GET_LENGTH(word)))
    return table


cdef inline str text_of(blocks, Py_ssize_t index):
    """Return a block's text; refuse what is no block."""
    if not isinstance(blocks[index], Block):
        raise ValueError(f"block {index} is none")
    cdef str text = (<tuple> blocks[index])[1]
    if text is None:
        raise ValueError(f"block {index} has no text")
    return text


cdef inline bint is_word(uint32_t code) noexcept:
    if code < 0x80:  # asked for every letter: Python would be called, and several times for a space
        return 0x61 <= (code | 0x20) <= 0x7A or 0x30 <= code <= 0x39 or code == 0x5F
    return Py_UNICODE_ISALNUM(code)


cdef inline bint is_unspaced(uint32_t code) noexcept nogil:
    """Return whether a character is of a script without spaces between words, as in `text.words`."""
    return code >= 0x0E00 and (
        code < 0x0F00 or 0x1000 <= code < 0x10A0 or 0x1780 <= code < 0x1800 or 0x19E0 <= code < 0x1A00
        or 0x3005 <= code < 0x3008 or 0x3041 <= code < 0x3097 or 0x309D <= code < 0x30A0 or 0x30A1 <= code < 0x30FB
        or 0x30FC <= code < 0x3100 or 0x31F0 <= code < 0x3200 or 0x3400 <= code < 0x4DC0 or 0x4E00 <= code < 0xA000
        or 0xF900 <= code < 0xFB00 or 0x20000 <= code < 0x40000
    )


cdef inline Py_ssize_t word_end(str text, Py_ssize_t at) noexcept:
    """Return where the word that may begin here ends; a letter of a script without spaces is a word."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text), start = at
    cdef int width = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    cdef uint32_t code
    while at < size:
        code = PyUnicode_READ(width, data, at)
        if not is_word(code):
            break
        if is_unspaced(code):
            return at + 1 if at == start else at
        at += 1
    return at


@cython.final
cdef class WordBits:
    """The groups, as bits, of words in texts."""

    cdef HashTable words

    def __cinit__(self, groups):
        self.words = HashTable(len(groups))
        for word, bits in groups.items():
            add(self.words, hash_between(word, 0, len(word))).value.number = bits

    def of_blocks(self, tuple blocks not None, Py_ssize_t longest):
        """Return the groups of each block's text; none of a longer text, whose words give nothing away."""
        cdef Py_ssize_t index
        cdef str text
        out = np.zeros(len(blocks), dtype=np.int64)
        cdef int64_t[::1] bits = out
        for index in range(len(blocks)):
            text = text_of(blocks, index)
            if PyUnicode_GET_LENGTH(text) <= longest:
                bits[index] = self.of(text.lower())
        return out

    cdef int64_t of(self, str text) noexcept:
        cdef Py_ssize_t at = 0, end, size = PyUnicode_GET_LENGTH(text)
        cdef int64_t found = 0
        while at < size:
            end = word_end(text, at)
            if end > at:
                found |= find(self.words, hash_between(text, at, end)).value.number
            at = max(end, at + 1)
        return found


def wordings(tuple blocks not None, names, firsts, described, Py_ssize_t longest):
    """Return what blocks' words share with the authors' names and the description, and how they are written.

    One row for each number, one column per block; of each text the first `longest` characters are read.
    """
    if not 0 < 2 * longest < LONGEST_WORD:
        raise ValueError(f"{longest} characters of a text cannot be read")
    cdef HashTable authors = vocabulary(names), openings = vocabulary(firsts), description = vocabulary(described)
    cdef HashTable seen = HashTable(longest)
    cdef Py_ssize_t index, row, n = len(blocks)
    cdef str text
    cdef double values[ROWS]
    out = np.empty((ROWS, n), dtype=np.float32)
    cdef float[:, ::1] rows = out
    for index in range(n):
        text = text_of(blocks, index)
        compare_words(text[:longest].lower(), authors, openings, description, seen, values)
        read_letters(text, min(PyUnicode_GET_LENGTH(text), longest), values)
        values[9] = min(len((<tuple> blocks[index])[5]), 30)
        for row in range(ROWS):
            rows[row, index] = values[row]
    return out


cdef int compare_words(
    str text, HashTable authors, HashTable openings, HashTable description, HashTable seen, double* values
) except -1:
    """Write the shares of words in the authors' names and the description."""
    cdef Py_ssize_t at = 0, end, size = PyUnicode_GET_LENGTH(text), many = 0, unique = 0, named = 0, shared = 0
    cdef uint64_t key
    cdef bint opens = False
    seen.clear(size // 2 + 1)
    while at < size:
        end = word_end(text, at)
        if end > at:
            key = hash_between(text, at, end)
            if not many:
                opens = contains(openings, key)
            many += 1
            named += contains(authors, key)
            if is_new(seen, key):
                unique += 1
                shared += contains(description, key)
        at = max(end, at + 1)
    values[0], values[1] = named / <double> max(many, 1), opens
    values[2], values[3] = shared / <double> max(unique, 1), shared / <double> max(description.used, 1)
    values[8] = max(many, 1)
    return 0


cdef void read_letters(str text, Py_ssize_t size, double* values) noexcept:
    """Write the signs of a text, and the share of its words with a capital; `values[8]` is the number of words."""
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
