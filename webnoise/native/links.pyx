# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Where the first links of blocks lead: the twin of `methods.core.roles.links.link_shapes`."""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_KIND, PyUnicode_READ
from libc.stdint cimport uint8_t

import numpy as np

from webnoise.methods.core.roles import links as twin
from webnoise.model import Block

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)

cdef enum:
    ROWS = 5
    PARTS = 7  # of a block

cdef Py_ssize_t LONGEST = twin.LONGEST
cdef Py_ssize_t MOST_WORDS = twin.MOST_WORDS, MOST_STEPS = twin.MOST_STEPS, MOST_LINK_WORDS = twin.MOST_LINK_WORDS


def link_shapes(tuple blocks not None, str domain not None, shape_of):
    """One row for each of the twin's values, one column per block; `shape_of` tells those of addresses beyond ASCII."""
    cdef Py_ssize_t index, start, end, row, n = len(blocks)
    cdef tuple block, links
    cdef str url, text
    cdef float values[ROWS]
    out = np.zeros((ROWS, n), dtype=np.float32)
    cdef float[:, ::1] rows = out
    for index in range(n):
        if not isinstance(blocks[index], Block) or len(blocks[index]) != PARTS:
            raise ValueError(f"block {index} is none")
        block = <tuple> blocks[index]
        links, text = block[5], block[1]
        if not links:
            continue
        start, end, url = links[0]
        if not (
            PyUnicode_IS_ASCII(url) and PyUnicode_IS_ASCII(domain) and 0 <= start <= end <= PyUnicode_GET_LENGTH(text)
        ):
            out[:, index] = shape_of(block, domain)
            continue
        tell_address(
            <const uint8_t*> PyUnicode_DATA(url), min(PyUnicode_GET_LENGTH(url), LONGEST),
            <const uint8_t*> PyUnicode_DATA(domain), PyUnicode_GET_LENGTH(domain), values,
        )
        values[4] = min(spaces(text, start, end) + 1, MOST_LINK_WORDS)
        for row in range(ROWS):
            rows[row, index] = values[row]
    return out


cdef void tell_address(
    const uint8_t* url, Py_ssize_t size, const uint8_t* domain, Py_ssize_t domain_size, float* values
) noexcept:
    cdef Py_ssize_t at = host_start(url, size), start, steps = 0, words = 0, most = 0
    cdef bint away = False
    if at >= 0:
        start = at
        while at < size and not ends_host(url[at]):
            at += 1
        away = not lies_below(url, start, at, domain, domain_size)
    else:
        at = 0
    start = at  # of the step
    while at < size and url[at] != c"?" and url[at] != c"#":
        if url[at] == c"/":
            steps += at > start
            start, words = at + 1, 0
        elif url[at] == c"-" or url[at] == c"_":
            words += 1
            most = max(most, words)
        at += 1
    steps += at > start
    values[0], values[1] = min(most, MOST_WORDS), min(steps, MOST_STEPS)
    values[2], values[3] = away, at < size and url[at] == c"?"


cdef Py_ssize_t host_start(const uint8_t* url, Py_ssize_t size) noexcept:
    """Behind the two slashes before a host, with a scheme before them or none; -1 for an address without host."""
    cdef Py_ssize_t at = 0
    while at < size and 0x61 <= (url[at] | 0x20) <= 0x7A:
        at += 1
    if at < size and url[at] == c":":
        at += 1
    elif at:
        return -1
    return at + 2 if at + 1 < size and url[at] == c"/" and url[at + 1] == c"/" else -1


cdef inline bint ends_host(uint8_t letter) noexcept:
    return letter == c"/" or letter == c"?" or letter == c"#"


cdef bint lies_below(
    const uint8_t* url, Py_ssize_t start, Py_ssize_t end, const uint8_t* domain, Py_ssize_t size
) noexcept:
    """Whether the host, without user and port, is the domain or ends in it behind a dot."""
    cdef Py_ssize_t at
    cdef uint8_t letter
    for at in range(start, end):
        if url[at] == c"@":
            start = at + 1
    for at in range(start, end):
        if url[at] == c":":
            end = at
            break
    if end - start < size:
        return False
    for at in range(size):
        letter = url[end - size + at]
        if 0x41 <= letter <= 0x5A:
            letter |= 0x20
        if letter != domain[at]:
            return False
    return end - start == size or url[end - size - 1] == c"."


cdef Py_ssize_t spaces(str text, Py_ssize_t start, Py_ssize_t end) noexcept:
    cdef Py_ssize_t at, many = 0
    cdef int width = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    for at in range(start, end):
        many += PyUnicode_READ(width, data, at) == c" "
    return many
