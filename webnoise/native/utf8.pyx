# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A page's text to the bytes that the reader reads: the twin of `page.reader.encoded`.

Nearly all of a page is ASCII, whatever its text is: that is copied many characters at once.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_KIND
from libc.stdint cimport uint8_t, uint16_t, uint32_t

from webnoise.page.reader import encoded as twin
from webnoise.page.reader import without_controls

ctypedef fused Unit:
    uint8_t
    uint16_t
    uint32_t

cdef enum:
    COUNTED = 64  # characters at once, few enough for a sum in a byte
    COPIED = 32  # as few as a compiler still makes vectors of
    ONE_BY_ONE = 8  # where others are among them


def encoded(str text not None):
    cdef Py_ssize_t length = PyUnicode_GET_LENGTH(text)
    cdef int width = PyUnicode_KIND(text)
    cdef const void* data = PyUnicode_DATA(text)
    cdef Py_ssize_t size
    if width == 1:
        size = size_in_utf8(<const uint8_t*> data, length)
    elif width == 2:
        size = size_in_utf8(<const uint16_t*> data, length)
    else:
        size = size_in_utf8(<const uint32_t*> data, length)
    if size < 0:
        return twin(text)
    cdef bytes html = PyBytes_FromStringAndSize(NULL, size)
    cdef uint8_t* out = <uint8_t*> PyBytes_AS_STRING(html)
    if width == 1:
        encode(<const uint8_t*> data, length, out)
    elif width == 2:
        encode(<const uint16_t*> data, length, out)
    else:
        encode(<const uint32_t*> data, length, out)
    return without_controls(html) if has_controls(out, size) else html


cdef Py_ssize_t size_in_utf8(const Unit* text, Py_ssize_t length) noexcept nogil:
    """How many bytes a text has; -1 where it holds surrogates, which have none."""
    cdef Py_ssize_t at = 0, size = length
    cdef Unit more, surrogates
    cdef int step
    while at + COUNTED <= length:
        more = surrogates = 0
        for step in range(COUNTED):
            more += more_bytes(text[at + step])
            surrogates |= is_surrogate(text[at + step])
        if surrogates:
            return -1
        size += more
        at += COUNTED
    while at < length:
        if is_surrogate(text[at]):
            return -1
        size += more_bytes(text[at])
        at += 1
    return size


cdef inline Unit more_bytes(Unit code) noexcept nogil:
    """Of a character, beside its first."""
    return (code >= 0x80) + (code >= 0x800) + (code >= 0x10000)


cdef inline Unit is_surrogate(Unit code) noexcept nogil:
    return (code >= 0xD800) & (code < 0xE000)


cdef void encode(const Unit* text, Py_ssize_t length, uint8_t* out) noexcept nogil:
    cdef Py_ssize_t at = 0, end
    cdef Unit all_bits
    cdef int step
    while at < length:
        if at + COPIED <= length:
            all_bits = 0
            for step in range(COPIED):
                all_bits |= text[at + step]
            if all_bits < 0x80:
                for step in range(COPIED):
                    out[step] = <uint8_t> text[at + step]
                out += COPIED
                at += COPIED
                continue
        end = min(at + ONE_BY_ONE, length)
        while at < end:
            out = put(out, text[at])
            at += 1


cdef inline uint8_t* put(uint8_t* out, uint32_t code) noexcept nogil:
    if code < 0x80:
        out[0] = code
        return out + 1
    if code < 0x800:
        out[0] = 0xC0 | code >> 6
        out[1] = 0x80 | code & 0x3F
        return out + 2
    if code < 0x10000:
        out[0] = 0xE0 | code >> 12
        out[1] = 0x80 | code >> 6 & 0x3F
        out[2] = 0x80 | code & 0x3F
        return out + 3
    out[0] = 0xF0 | code >> 18
    out[1] = 0x80 | code >> 12 & 0x3F
    out[2] = 0x80 | code >> 6 & 0x3F
    out[3] = 0x80 | code & 0x3F
    return out + 4


cdef bint has_controls(const uint8_t* text, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t at = 0
    cdef uint8_t found = 0
    for at in range(size):
        found |= (text[at] < 9) | (<uint8_t> (text[at] - 14) < 18)
    return found
