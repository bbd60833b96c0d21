from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from webnoise.native.columns cimport hash_of


cdef enum:
    LONGEST_WORD = 2048  # characters; of what is longer the rest tells nothing apart
    WORDS = 0x5EED


cdef inline uint64_t hash_between(str text, Py_ssize_t start, Py_ssize_t end) noexcept:
    """Of a word, the same however wide the other characters of its text are."""
    cdef int width = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    cdef uint8_t narrow[LONGEST_WORD]
    cdef uint32_t wide[LONGEST_WORD]
    cdef Py_ssize_t index, size = min(end - start, <Py_ssize_t> LONGEST_WORD)
    cdef uint32_t code, all_bits = 0
    if width == 1:
        return hash_of(<const char*> data + start, size, WORDS)
    for index in range(size):
        code = PyUnicode_READ(width, data, start + index)
        narrow[index], wide[index] = <uint8_t> code, code
        all_bits |= code
    if all_bits < 256:
        return hash_of(<const char*> narrow, size, WORDS)
    return hash_of(<const char*> wide, 4 * size, WORDS)


cdef inline size_t place(const uint64_t* table, size_t mask, uint64_t key) noexcept nogil:
    """Where a key stands in a table that is never full, or belongs."""
    cdef size_t slot = key >> 8 & mask
    while table[slot] and table[slot] != key:
        slot = slot + 1 & mask
    return slot


cdef inline bint add(uint64_t* table, size_t mask, uint64_t key) noexcept nogil:
    """Whether the key was not there."""
    cdef size_t slot = place(table, mask, key)
    if table[slot]:
        return False
    table[slot] = key
    return True


cdef class Vocabulary:
    cdef uint64_t* table
    cdef size_t mask
    cdef readonly Py_ssize_t count

    cdef bint holds(self, uint64_t key) noexcept nogil


cdef class Seen:
    cdef uint64_t table[LONGEST_WORD]
    cdef size_t mask

    cdef void forget(self, Py_ssize_t size) noexcept nogil
    cdef bint add(self, uint64_t key) noexcept nogil
