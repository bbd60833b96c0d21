# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Down the trees of a forest, and the sums of their leaves."""

from cython cimport floating
from libc.stdint cimport int32_t, int64_t, uint8_t

from webnoise.hashes cimport prefetch

import numpy as np

cdef extern from *:
    """
    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    #define ASKS_SIXTEEN 1
    /* Sixteen rows down one oblivious tree. */
    static void ask_sixteen(
        const int32_t* columns, const float* thresholds, const float* features, Py_ssize_t rows, uint8_t* leaf, int depth
    ) {
        __m128i found = _mm_setzero_si128();
        for (int level = 0; level < depth; level++) {
            const float* values = features + columns[level] * rows;
            const __m128 threshold = _mm_set1_ps(thresholds[level]);
            const __m128i first = _mm_castps_si128(_mm_cmpgt_ps(_mm_loadu_ps(values), threshold));
            const __m128i second = _mm_castps_si128(_mm_cmpgt_ps(_mm_loadu_ps(values + 4), threshold));
            const __m128i third = _mm_castps_si128(_mm_cmpgt_ps(_mm_loadu_ps(values + 8), threshold));
            const __m128i fourth = _mm_castps_si128(_mm_cmpgt_ps(_mm_loadu_ps(values + 12), threshold));
            const __m128i above = _mm_packs_epi16(_mm_packs_epi32(first, second), _mm_packs_epi32(third, fourth));
            found = _mm_sub_epi8(_mm_add_epi8(found, found), above);  /* what is above is -1 */
        }
        _mm_storeu_si128((__m128i*) leaf, found);
    }
    #else
    #define ASKS_SIXTEEN 0
    static void ask_sixteen(
        const int32_t* columns, const float* thresholds, const float* features, Py_ssize_t rows, uint8_t* leaf, int depth
    ) {}
    #endif
    """
    const bint ASKS_SIXTEEN
    void ask_sixteen(
        const int32_t* columns, const float* thresholds, const float* features, Py_ssize_t rows, uint8_t* leaf, int depth
    ) noexcept nogil

cdef enum:
    LARGEST = 1 << 30  # number of a column
    SIXTEEN = 16
    EIGHT = 8


cdef packed struct Question:
    int32_t column
    float threshold


cdef class Questions:
    """The questions of a forest, tree by tree, checked once; they are copied, for others may change theirs."""

    cdef object columns, thresholds, together
    cdef int depth
    cdef Py_ssize_t most  # the greatest of the columns

    def __cinit__(self, columns, thresholds, int depth):
        questions = len(columns)
        if thresholds.shape != columns.shape:
            raise ValueError("a forest needs a threshold for each of its questions")
        if questions != depth and questions != (1 << depth) - 1:
            raise ValueError(f"trees of depth {depth} ask no {questions} questions")
        self.most = columns.max(initial=0)
        if not 0 <= columns.min(initial=0) <= self.most < LARGEST:
            raise IndexError(f"the forest asks for feature {columns.min(initial=0)}")
        self.columns, self.thresholds = np.array(columns.T, np.int32, order="C"), np.array(thresholds.T, order="C")
        self.depth = depth

    def __reduce__(self):
        return Questions, (self.columns.T, self.thresholds.T, self.depth)

    def leaves(self, features):
        """Return the leaf that each row reaches in each tree, of shape (trees, rows)."""
        if self.most >= features.shape[0]:
            raise IndexError(f"the forest asks for feature {self.most} of {features.shape[0]}")
        if features.dtype == np.float32:
            return walked[float](self.columns, self.thresholds, features, self.depth)
        return walked[double](self.columns, self.thresholds, features, self.depth)

    cdef object side_by_side(self):
        """Return each question's column and threshold side by side: they are read from memory at once."""
        if self.together is None:
            together = np.empty(self.columns.shape, [("column", np.int32), ("threshold", np.float32)])
            together["column"], together["threshold"] = self.columns, self.thresholds
            self.together = together
        return self.together

    def votes_for(self, const float[:, ::1] features, const float[::1] values, asked):
        """Return the votes of each tree on the rows that are asked about its type, of shape (rows, types)."""
        cdef const Question[:, ::1] questions = self.side_by_side()
        cdef Py_ssize_t trees = questions.shape[0], rows = features.shape[1], types = asked.shape[1], type_
        if self.most >= features.shape[0]:
            raise IndexError(f"the forest asks for feature {self.most} of {features.shape[0]}")
        if questions.shape[1] != (1 << self.depth) - 1 or asked.shape[0] != rows:
            raise ValueError(f"trees of {questions.shape[1]} questions do not vote on {asked.shape[0]} of {rows} rows")
        if types < 1 or trees % types or values.shape[0] != trees << self.depth:
            raise ValueError(f"{trees} trees of depth {self.depth} do not vote for {types} types")
        cdef const uint8_t[:, ::1] is_asked = np.ascontiguousarray(asked).view(np.uint8)
        totals = np.zeros((types, rows), np.float32)
        cdef float[:, ::1] total = totals
        cdef int64_t[::1] chosen = np.empty(rows, np.int64)
        cdef Py_ssize_t row, many
        with nogil:
            for type_ in range(types):
                many = 0
                for row in range(rows):
                    if is_asked[row, type_]:
                        chosen[many] = row
                        many += 1
                if many:
                    add_votes(questions, values, features, type_, types, chosen[:many], total[type_], self.depth)
        return totals.T


cdef object walked(const int32_t[:, ::1] columns, const floating[:, ::1] thresholds, const floating[:, ::1] features, int depth):
    cdef Py_ssize_t trees = columns.shape[0], rows = features.shape[1], tree
    found = np.empty((trees, rows), dtype=np.uint8)
    cdef uint8_t[:, ::1] leaf = found
    if not trees or not rows or not depth:
        found[...] = 0
        return found
    with nogil:
        for tree in range(trees):
            if columns.shape[1] != depth:
                walk_nodes(&columns[tree, 0], &thresholds[tree, 0], features, &leaf[tree, 0], depth)
            else:
                walk_levels(&columns[tree, 0], &thresholds[tree, 0], features, &leaf[tree, 0], depth)
    return found


cdef void walk_levels(
    const int32_t* columns, const floating* thresholds, const floating[:, ::1] features, uint8_t* leaf, int depth
) noexcept nogil:
    """Go down an oblivious tree, which asks all rows the same question on a level."""
    cdef Py_ssize_t level, row, rows = features.shape[1]
    cdef const floating* values
    cdef floating threshold
    if floating is float and ASKS_SIXTEEN and rows >= SIXTEEN:
        row = 0
        while row < rows:
            row = min(row, rows - SIXTEEN)  # the last ones may be asked twice
            ask_sixteen(columns, thresholds, &features[0, row], rows, leaf + row, depth)
            row += SIXTEEN
        return
    for level in range(depth):
        values, threshold = &features[columns[level], 0], thresholds[level]
        if level == 0:
            for row in range(rows):
                leaf[row] = values[row] > threshold
        else:
            for row in range(rows):
                leaf[row] = <uint8_t> (leaf[row] << 1) | (values[row] > threshold)


cdef void walk_nodes(
    const int32_t* columns, const floating* thresholds, const floating[:, ::1] features, uint8_t* leaf, int depth
) noexcept nogil:
    """Go down a tree whose nodes below n are 2 n + 1 and 2 n + 2, with eight rows at once: each waits at each node."""
    cdef Py_ssize_t rows = features.shape[1], row = 0, lane
    cdef const floating* values = &features[0, 0]
    cdef int32_t[EIGHT] node
    cdef int level
    while row < rows:
        row = max(min(row, rows - EIGHT), 0)  # the last ones may be asked twice
        for lane in range(EIGHT):
            node[lane] = 0
        for level in range(depth):
            for lane in range(min(EIGHT, rows)):
                node[lane] = 2 * node[lane] + 1 + (
                    values[columns[node[lane]] * rows + row + lane] > thresholds[node[lane]]
                )
        for lane in range(min(EIGHT, rows)):
            leaf[row + lane] = <uint8_t> (node[lane] - ((1 << depth) - 1))
        row += EIGHT


cdef void add_votes(
    const Question[:, ::1] questions, const float[::1] values, const float[:, ::1] features, Py_ssize_t type_,
    Py_ssize_t types, const int64_t[::1] chosen, float[::1] sums, int depth
) noexcept nogil:
    """Add the votes of the trees of one type on the chosen rows.

    Eight trees are asked at once: they are seldom in the processor's cache, and each row waits at each node.
    """
    cdef Py_ssize_t trees = questions.shape[0], rows = features.shape[1], first = type_, last = (1 << depth) - 1
    cdef Py_ssize_t lanes, lane, index
    cdef const float* own
    cdef const Question* tree[EIGHT]
    cdef int32_t[EIGHT] node
    cdef int level
    while first < trees:
        lanes = min(EIGHT, (trees - first + types - 1) // types)
        for lane in range(lanes):
            tree[lane] = &questions[first + lane * types, 0]
        for index in range(chosen.shape[0]):
            own = &features[0, chosen[index]]
            for lane in range(lanes):
                node[lane] = 0
            for level in range(depth):
                for lane in range(lanes):
                    node[lane] = 2 * node[lane] + 1 + (
                        own[tree[lane][node[lane]].column * rows] > tree[lane][node[lane]].threshold
                    )
            for lane in range(lanes):
                sums[chosen[index]] += values[((first + lane * types) << depth) + node[lane] - last]
        first += lanes * types


def votes(const uint8_t[:, ::1] leaves, const floating[::1] values, int depth, Py_ssize_t types):
    """Return the sums of the leaves' values, where each tree in turn votes for a type, of shape (rows, types)."""
    cdef Py_ssize_t trees = leaves.shape[0], rows = leaves.shape[1], tree, row, type_ = 0
    cdef uint8_t last = (1 << depth) - 1
    if types < 1 or trees % types or values.shape[0] != trees << depth:
        raise ValueError(f"{trees} trees of depth {depth} do not vote for {types} types by {values.shape[0]} leaves")
    totals = np.zeros((rows, types), dtype=np.float32 if floating is float else np.float64)
    cdef floating[:, ::1] total = totals
    for tree in range(trees):
        for row in range(rows):
            total[row, type_] += values[(tree << depth) + (leaves[tree, row] & last)]
        type_ = type_ + 1 if type_ + 1 < types else 0
    return totals


def outputs(
    const uint8_t[:, ::1] leaves, const float[:, ::1] values, int depth, float start, const int64_t[::1] chosen=None
):
    """Return the sums of the leaves' values, which begin with `start`, of shape (rows, outputs).

    `values` has a row for each leaf of all trees; `chosen` are some rows.
    """
    cdef Py_ssize_t trees = leaves.shape[0], rows = checked_rows(leaves, chosen), many = values.shape[1]
    cdef Py_ssize_t tree, row, reached
    cdef const float* own
    cdef const float* next_own
    cdef uint8_t last = (1 << depth) - 1  # the last leaf of a tree
    if values.shape[0] != trees << depth:
        raise ValueError(f"{trees} trees of depth {depth} do not have {values.shape[0]} leaves")
    sums = np.full((rows, many), start, dtype=np.float32)
    cdef float[:, ::1] sum_ = sums
    if not rows or not many or not trees:
        return sums
    with nogil:
        if many == 1 and chosen is None:
            add_columns(&sum_[0, 0], &values[0, 0], &leaves[0, 0], rows, trees, depth)
        else:
            for tree in range(trees):
                own = &values[tree << depth, 0]
                for row in range(rows):
                    reached = row if chosen is None else chosen[row]
                    if tree + 1 < trees:  # the values of all leaves are more than the processor's cache holds
                        next_own = own + many * (last + 1 + (leaves[tree + 1, reached] & last))
                        prefetch(next_own)
                        prefetch(next_own + many - 1)
                    add_up(&sum_[row, 0], own + many * (leaves[tree, reached] & last), many)
    return sums


cdef Py_ssize_t checked_rows(const uint8_t[:, ::1] leaves, const int64_t[::1] chosen) except -1:
    """Return the number of rows that are chosen; refuse rows that are not there."""
    cdef Py_ssize_t row
    if chosen is None:
        return leaves.shape[1]
    for row in range(chosen.shape[0]):
        if not 0 <= chosen[row] < leaves.shape[1]:
            raise IndexError(f"of {leaves.shape[1]} rows there is none with number {chosen[row]}")
    return chosen.shape[0]


cdef void add_columns(
    float* sums, const float* values, const uint8_t* leaves, Py_ssize_t rows, Py_ssize_t trees, int depth
) noexcept nogil:
    """Add the only output of each row's leaves, of four trees at a time: a sum is written once for them."""
    cdef Py_ssize_t row, size = 1 << depth
    cdef uint8_t last = (1 << depth) - 1
    cdef float sum
    while trees >= 4:
        for row in range(rows):
            sum = sums[row]
            sum += values[leaves[row] & last]
            sum += values[size + (leaves[rows + row] & last)]
            sum += values[2 * size + (leaves[2 * rows + row] & last)]
            sum += values[3 * size + (leaves[3 * rows + row] & last)]
            sums[row] = sum
        values += 4 * size
        leaves += 4 * rows
        trees -= 4
    while trees:
        for row in range(rows):
            sums[row] += values[leaves[row] & last]
        values += size
        leaves += rows
        trees -= 1


cdef inline void add_up(float* sums, const float* values, Py_ssize_t many) noexcept nogil:
    """Add four at a time, all read before one is written: so the compiler can add them at once."""
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
