# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Strings counted in a text."""

cimport cython
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_KIND
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memset

cdef enum:
    MOST = 32
    LONGEST = 16

ctypedef fused Unit:
    uint8_t
    uint16_t
    uint32_t


@cython.final
cdef class SubstringCounter:
    """Counts up to 32 strings in one pass over a text; each has 2 to 16 characters.

    >>> SubstringCounter(["/tag", "aa"]).counts("/tag/tags aaa")
    [2, 1]
    """

    cdef Py_ssize_t many
    cdef uint32_t[MOST][LONGEST] codes
    cdef Py_ssize_t[MOST] sizes
    # By the low byte of a character, the strings that may have it as their first, second and third, as bits.
    cdef uint32_t[256] first, second, third

    def __cinit__(self, strings):
        cdef str string
        cdef Py_ssize_t at
        self.many = len(strings)
        if self.many > MOST:
            raise ValueError(f"at most {MOST} strings are counted at once")
        for number, string in enumerate(strings):
            self.sizes[number] = len(string)
            if not 1 < len(string) <= LONGEST:
                raise ValueError(f"a counted string has 2 to {LONGEST} characters: {string!r}")
            for at in range(len(string)):
                self.codes[number][at] = ord(string[at])
            self.first[self.codes[number][0] & 0xFF] |= <uint32_t> 1 << number
            self.second[self.codes[number][1] & 0xFF] |= <uint32_t> 1 << number
            for at in range(256):
                if len(string) == 2 or self.codes[number][2] & 0xFF == at:
                    self.third[at] |= <uint32_t> 1 << number

    def counts(self, str text not None):
        """Return how often each occurs in a text; occurrences do not overlap."""
        cdef Py_ssize_t[MOST] found
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
        cdef Py_ssize_t[MOST] free_from
        cdef Py_ssize_t at, number
        cdef uint32_t possible
        memset(free_from, 0, sizeof(free_from))
        for at in range(size - 1):
            possible = self.first[text[at] & 0xFF] & self.second[text[at + 1] & 0xFF]
            if at + 2 < size:
                possible &= self.third[text[at + 2] & 0xFF]
            number = 0
            while possible:
                if possible & 1 and at >= free_from[number] and self.matches(number, text, at, size):
                    found[number] += 1
                    free_from[number] = at + self.sizes[number]
                possible >>= 1
                number += 1

    cdef inline bint matches(self, Py_ssize_t number, const Unit* text, Py_ssize_t at, Py_ssize_t size) noexcept:
        cdef Py_ssize_t offset
        if at + self.sizes[number] > size:
            return False
        for offset in range(self.sizes[number]):
            if text[at + offset] != self.codes[number][offset]:
                return False
        return True
