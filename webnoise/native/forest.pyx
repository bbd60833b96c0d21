# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The walk down the trees of a forest: the twins of `Forest.leaves` and `Forest.outputs`."""

from cython cimport floating
from libc.stdint cimport int64_t, uint8_t

from webnoise.native.columns cimport prefetch

import numpy as np


def leaves(const int64_t[:, ::1] columns, const floating[:, ::1] thresholds, const floating[:, ::1] measures, int depth):
    cdef Py_ssize_t trees = columns.shape[1], rows = measures.shape[1]
    found = np.empty((trees, rows), dtype=np.uint8)
    cdef uint8_t[:, ::1] leaf = found
    cdef Py_ssize_t tree, question
    if thresholds.shape[0] != columns.shape[0] or thresholds.shape[1] != trees:
        raise ValueError("a forest needs a threshold for each of its questions")
    if columns.shape[0] != depth and columns.shape[0] != (1 << depth) - 1:
        raise ValueError(f"trees of depth {depth} ask no {columns.shape[0]} questions")
    for question in range(columns.shape[0]):
        for tree in range(trees):
            if not 0 <= columns[question, tree] < measures.shape[0]:
                raise IndexError(f"the forest asks for measure {columns[question, tree]} of {measures.shape[0]}")
    with nogil:
        for tree in range(trees):
            if columns.shape[0] == depth:
                walk_levels(columns, thresholds, measures, tree, leaf)
            else:
                walk_nodes(columns, thresholds, measures, tree, leaf, depth)
    return found


cdef void walk_levels(
    const int64_t[:, ::1] columns, const floating[:, ::1] thresholds, const floating[:, ::1] measures,
    Py_ssize_t tree, uint8_t[:, ::1] leaf,
) noexcept nogil:
    """An oblivious tree asks all rows the same question on a level."""
    cdef Py_ssize_t level, row, rows = measures.shape[1]
    cdef const floating* values
    cdef floating threshold
    cdef uint8_t* found = &leaf[tree, 0]
    for level in range(columns.shape[0]):
        values, threshold = &measures[columns[level, tree], 0], thresholds[level, tree]
        if level == 0:
            for row in range(rows):
                found[row] = values[row] > threshold
        else:
            for row in range(rows):
                found[row] = <uint8_t> (found[row] << 1) | (values[row] > threshold)


cdef void walk_nodes(
    const int64_t[:, ::1] columns, const floating[:, ::1] thresholds, const floating[:, ::1] measures,
    Py_ssize_t tree, uint8_t[:, ::1] leaf, int depth,
) noexcept nogil:
    """The nodes below n are 2 n + 1 and 2 n + 2."""
    cdef Py_ssize_t row, node
    cdef int level
    for row in range(measures.shape[1]):
        node = 0
        for level in range(depth):
            node = 2 * node + 1 + (measures[columns[node, tree], row] > thresholds[node, tree])
        leaf[tree, row] = <uint8_t> (node - ((1 << depth) - 1))


def outputs(
    const uint8_t[:, ::1] leaves, const float[:, ::1] values, int depth, float start, Py_ssize_t at_once,
    const int64_t[::1] chosen=None,
):
    """`values` has a row for each leaf of all trees; the sums begin with `start`. `chosen` are rows, else all."""
    cdef Py_ssize_t trees = leaves.shape[0], rows = leaves.shape[1], many = values.shape[1]
    cdef Py_ssize_t tree, row, output, leaf, asked, first = 0
    if chosen is not None:
        rows = chosen.shape[0]
        for row in range(rows):
            if not 0 <= chosen[row] < leaves.shape[1]:
                raise IndexError(f"of {leaves.shape[1]} rows there is none with number {chosen[row]}")
    totals = np.full((rows, many), start, dtype=np.float32)
    parts = np.empty((rows, many), dtype=np.float32)
    cdef float[:, ::1] total = totals, part = parts
    cdef const float* own
    cdef const float* next_own
    cdef uint8_t last = (1 << depth) - 1  # the last leaf of a tree
    if values.shape[0] != trees << depth or at_once < 1:
        raise ValueError(f"{trees} trees of depth {depth} do not have {values.shape[0]} leaves")
    with nogil:
        while rows and first < trees:  # summed up in parts, as the twin does
            for tree in range(first, min(first + at_once, trees)):
                own = &values[tree << depth, 0]
                if tree == first:
                    part[:, :] = 0
                if many == 1 and chosen is None:
                    add_column(&part[0, 0], own, &leaves[tree, 0], rows, last)
                    continue
                for row in range(rows):
                    asked = row if chosen is None else chosen[row]
                    leaf = leaves[tree, asked] & last
                    if tree + 1 < trees:  # the values of all leaves are more than what lies in the processor's cache
                        next_own = own + many * (last + 1 + (leaves[tree + 1, asked] & last))
                        prefetch(next_own)
                        prefetch(next_own + many - 1)
                    add_up(&part[row, 0], own + many * leaf, many)
            for row in range(rows):
                for output in range(many):
                    total[row, output] += part[row, output]
            first += at_once
    return totals


cdef void add_column(
    float* sums, const float* values, const uint8_t* leaves, Py_ssize_t rows, uint8_t last
) noexcept nogil:
    """The only output of each row's leaf."""
    cdef Py_ssize_t row
    for row in range(rows):
        sums[row] += values[leaves[row] & last]


cdef inline void add_up(float* sums, const float* values, Py_ssize_t many) noexcept nogil:
    """Four at a time, all read before one is written: so the compiler knows that they can be added at once."""
    cdef Py_ssize_t output = 0
    cdef float first, second, third, fourth
    while output + 4 <= many:
        first, second = values[output], values[output + 1]
        third, fourth = values[output + 2], values[output + 3]
        sums[output] += first
        sums[output + 1] += second
        sums[output + 2] += third
        sums[output + 3] += fourth
        output += 4
    while output < many:
        sums[output] += values[output]
        output += 1
