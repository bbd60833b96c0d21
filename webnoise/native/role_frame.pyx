# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Names, words and kept text around blocks: the twin of `methods.core.roles.frame.frame_rows`."""

from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free, malloc

import numpy as np

from webnoise.methods.core.roles import frame as twin
from webnoise.features import role_names

cdef enum:
    PLACED = 12  # rows of the block's place
    MOST_GROUPS = 63

cdef Py_ssize_t NAMES = len(role_names.NAME_GROUPS), TEXTS = len(role_names.TEXT_GROUPS)
cdef Py_ssize_t UP = role_names.UP, FEW_BLOCKS = twin.FEW_BLOCKS, HEADING_REACH = twin.HEADING_REACH, FAR = twin.FAR

if max(NAMES, TEXTS) > MOST_GROUPS or len(twin.PLACE_NAMES) != PLACED:
    raise ImportError("the rows of the twin are others than those that were compiled")


def frame_rows(ground, const uint8_t[::1] kept, const float[::1] scores, headline, bits, const uint8_t[::1] is_heading):
    cdef const int64_t[::1] at = ground.at, parents = ground.parents, first = ground.first, last = ground.last
    cdef const int64_t[::1] named = bits.names, linked = bits.links, worded = bits.texts
    cdef const float[::1] from_headline = headline
    cdef const double[::1] digits = ground.digit_share
    cdef Py_ssize_t n = at.shape[0], m = parents.shape[0], index, element
    for size in (kept.shape[0], scores.shape[0], from_headline.shape[0], digits.shape[0], linked.shape[0],
                 worded.shape[0], is_heading.shape[0]):
        if size != n:
            raise ValueError(f"of {n} blocks {size} are told of")
    if not first.shape[0] == last.shape[0] == named.shape[0] == m:
        raise ValueError(f"the columns of {m} elements are of several lengths")
    for element in range(m):
        if not (0 <= parents[element] < m and 0 <= first[element] <= last[element] <= n):
            raise ValueError(f"element {element} lies in no page of {m} elements and {n} blocks")
    for index in range(n):
        if not 0 <= at[index] < m:
            raise ValueError(f"block {index} lies in element {at[index]} of {m}")
    out = np.zeros((2 * NAMES + 2 * TEXTS + PLACED, n), np.float32)
    if not n:
        return out
    cdef float[:, ::1] rows = out
    cdef int64_t* before = <int64_t*> malloc((n + 1) * sizeof(int64_t))
    if before == NULL:
        raise MemoryError
    try:
        before[0] = 0
        for index in range(n):
            before[index + 1] = before[index] + kept[index]
        tell_names(rows, at, parents, first, last, named, before)
        for index in range(n):
            tell_bits(rows, NAMES, index, linked[index], NAMES, 1)
            tell_bits(rows, 2 * NAMES, index, worded[index], TEXTS, 1)
        tell_headings(rows, worded, is_heading)
        tell_place(rows[2 * NAMES + 2 * TEXTS:], at, parents, first, last, before, kept, scores)
        for index in range(n):
            rows[2 * NAMES + 2 * TEXTS + 10, index] = from_headline[index] < 0
            rows[2 * NAMES + 2 * TEXTS + 11, index] = <float> digits[index]
    finally:
        free(before)
    return out


cdef void tell_bits(float[:, ::1] rows, Py_ssize_t start, Py_ssize_t index, int64_t bits, Py_ssize_t groups, float value) noexcept:
    """Write a value into the rows of the groups whose bits are set."""
    cdef Py_ssize_t group
    if bits:
        for group in range(groups):
            if bits >> group & 1:
                rows[start + group, index] = value


cdef void tell_names(
    float[:, ::1] rows, const int64_t[::1] at, const int64_t[::1] parents, const int64_t[::1] first,
    const int64_t[::1] last, const int64_t[::1] named, const int64_t* before,
) noexcept:
    """How near the elements around a block bear the name of each group; the nearest counts."""
    cdef Py_ssize_t index, up, element
    cdef int64_t known, bits, text
    for index in range(at.shape[0]):
        element, known = at[index], 0
        for up in range(UP):
            text = before[last[element]] - before[first[element]]
            if text == 0 or text == 1 and last[element] - first[element] <= FEW_BLOCKS:
                bits = named[element] & ~known
                tell_bits(rows, 0, index, bits, NAMES, <float> 1 / <float> (up + 1))
                known |= bits
            element = parents[element]


cdef void tell_headings(float[:, ::1] rows, const int64_t[::1] worded, const uint8_t[::1] is_heading) noexcept:
    """The words of the heading that a block stands under; a heading stands under itself."""
    cdef Py_ssize_t index, heading = -HEADING_REACH
    for index in range(worded.shape[0]):
        if is_heading[index]:
            heading = index
        if index - heading < HEADING_REACH:
            tell_bits(rows, 2 * NAMES + TEXTS, index, worded[heading], TEXTS, 1)


cdef void tell_place(
    float[:, ::1] rows, const int64_t[::1] at, const int64_t[::1] parents, const int64_t[::1] first,
    const int64_t[::1] last, const int64_t* before, const uint8_t[::1] kept, const float[::1] scores,
) noexcept:
    cdef Py_ssize_t index, n = at.shape[0], start = 0, end = 0, element, up
    for index in range(n):
        if kept[index]:
            if not before[index]:
                start = index
            end = index
    for index in range(n):
        rows[0, index], rows[1, index] = kept[index], scores[index]
        if index:
            rows[2, index], rows[8, index] = scores[index - 1], kept[index - 1]
        if index + 1 < n:
            rows[3, index], rows[9, index] = scores[index + 1], kept[index + 1]
        rows[4, index] = min(max(index - start, -FAR), FAR)
        rows[5, index] = min(max(end - index, -FAR), FAR)
        element = at[index]
        for up in range(2):
            element = parents[element]
            rows[6 + up, index] = <float> (
                <double> (before[last[element]] - before[first[element]])
                / <double> max(last[element] - first[element], 1)
            )
