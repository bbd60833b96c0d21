# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The walk down the trees of a forest: the twins of `features.forest.leaves` and `scores`."""

from cython cimport floating
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free, malloc

import numpy as np


def leaves(const int64_t[:, ::1] columns, const floating[:, ::1] thresholds, const floating[:, ::1] measures, int depth):
    cdef Py_ssize_t trees = columns.shape[1], rows = measures.shape[1]
    found = np.empty((trees, rows), dtype=np.uint8)
    cdef uint8_t[:, ::1] leaf = found
    cdef Py_ssize_t tree
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


def scores(const uint8_t[:, ::1] leaves, const float[::1] leaf_sums, int depth, float bias, Py_ssize_t at_once):
    cdef Py_ssize_t trees = leaves.shape[0], rows = leaves.shape[1], tree, row, first
    totals = np.empty(rows, dtype=np.float32)
    cdef float[::1] total = totals
    cdef float* part = <float*> malloc(rows * sizeof(float))
    cdef const float* values
    if part == NULL:
        raise MemoryError
    for row in range(rows):
        total[row] = bias
    for first in range(0, trees, at_once):  # summed up in parts, as the twin does
        for tree in range(first, min(first + at_once, trees)):
            values = &leaf_sums[tree << depth]
            for row in range(rows):
                part[row] = values[leaves[tree, row]] + (part[row] if tree > first else 0)
        for row in range(rows):
            total[row] += part[row]
    free(part)
    return totals
