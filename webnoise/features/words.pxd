from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from webnoise.hashes cimport HashTable, hash_of


cdef enum:
    LONGEST_WORD = 2048  # characters; words that begin with the same ones are equal
    WORDS = 0x5EED


cdef inline uint64_t hash_between(str text, Py_ssize_t start, Py_ssize_t end) noexcept:
    """Hash a word of a text, however wide the other characters of the text are."""
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


cdef HashTable vocabulary(words)
