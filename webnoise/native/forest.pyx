# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The walk down the trees of a forest: the twins of `Forest.leaves`, `Forest.votes`, `Forest.votes_for` and
`Forest.outputs`."""

from cython cimport floating
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from webnoise.native.columns cimport prefetch

import numpy as np

cdef extern from *:
    """
    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    #define ASKS_SIXTEEN 1
    /* Sixteen rows down one oblivious tree. */
    static void ask_sixteen(
        const int32_t* columns, const float* thresholds, const float* measures, Py_ssize_t rows, uint8_t* leaf, int depth
    ) {
        __m128i found = _mm_setzero_si128();
        for (int level = 0; level < depth; level++) {
            const float* values = measures + columns[level] * rows;
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
        const int32_t* columns, const float* thresholds, const float* measures, Py_ssize_t rows, uint8_t* leaf, int depth
    ) {}
    #endif
    """
    const bint ASKS_SIXTEEN
    void ask_sixteen(
        const int32_t* columns, const float* thresholds, const float* measures, Py_ssize_t rows, uint8_t* leaf, int depth
    ) noexcept nogil

cdef extern from *:
    """
    #if defined(__GNUC__) && defined(__x86_64__)
    #include <immintrin.h>
    static int reads_halves(void) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2");  /* whoever has these converts halves too */
    }
    #define HALVES(at) _mm256_cvtph_ps(_mm_loadu_si128((const __m128i*) (at)))
    /* Add up the values of some trees' leaves, 32 or eight outputs at a time; `step` is from tree to tree. */
    __attribute__((target("avx2,f16c"))) static void add_halves(
        float* sums, const uint16_t* values, const uint8_t* leaves, Py_ssize_t rows, int trees, Py_ssize_t step,
        Py_ssize_t many, uint8_t last
    ) {
        Py_ssize_t output = 0;
        for (; output + 32 <= many; output += 32) {
            __m256 first = _mm256_loadu_ps(sums + output), second = _mm256_loadu_ps(sums + output + 8);
            __m256 third = _mm256_loadu_ps(sums + output + 16), fourth = _mm256_loadu_ps(sums + output + 24);
            for (int tree = 0; tree < trees; tree++) {
                const uint16_t* own = values + tree * step + many * (leaves[tree * rows] & last) + output;
                first = _mm256_add_ps(first, HALVES(own));
                second = _mm256_add_ps(second, HALVES(own + 8));
                third = _mm256_add_ps(third, HALVES(own + 16));
                fourth = _mm256_add_ps(fourth, HALVES(own + 24));
            }
            _mm256_storeu_ps(sums + output, first);
            _mm256_storeu_ps(sums + output + 8, second);
            _mm256_storeu_ps(sums + output + 16, third);
            _mm256_storeu_ps(sums + output + 24, fourth);
        }
        for (; output < many; output += 8) {
            __m256 sum = _mm256_loadu_ps(sums + output);
            for (int tree = 0; tree < trees; tree++) {
                const uint16_t* own = values + tree * step + many * (leaves[tree * rows] & last) + output;
                sum = _mm256_add_ps(sum, HALVES(own));
            }
            _mm256_storeu_ps(sums + output, sum);
        }
    }
    #else
    static int reads_halves(void) { return 0; }
    static void add_halves(
        float* sums, const uint16_t* values, const uint8_t* leaves, Py_ssize_t rows, int trees, Py_ssize_t step,
        Py_ssize_t many, uint8_t last
    ) {}
    #endif
    """
    bint reads_halves() noexcept nogil
    void add_halves(
        float* sums, const uint16_t* values, const uint8_t* leaves, Py_ssize_t rows, int trees, Py_ssize_t step,
        Py_ssize_t many, uint8_t last
    ) noexcept nogil

cdef enum:
    LARGEST = 1 << 30  # number of a column
    SIXTEEN = 16
    AT_ONCE = 8  # trees whose values are added up before a sum is written
    EIGHT = 8
    LINE = 64  # bytes that the processor reads at once


cdef packed struct Question:
    int32_t column
    float threshold


cdef class Questions:
    """The questions of a forest, checked once, in arrays of its own: those that it was made of may change.

    Those of a tree stand together.
    """

    cdef object columns, thresholds, together
    cdef int depth
    cdef Py_ssize_t most  # of the columns that it asks for

    def __cinit__(self, columns, thresholds, int depth):
        questions = len(columns)
        if thresholds.shape != columns.shape:
            raise ValueError("a forest needs a threshold for each of its questions")
        if questions != depth and questions != (1 << depth) - 1:
            raise ValueError(f"trees of depth {depth} ask no {questions} questions")
        self.most = columns.max(initial=0)
        if not 0 <= columns.min(initial=0) <= self.most < LARGEST:
            raise IndexError(f"the forest asks for measure {columns.min(initial=0)}")
        self.columns, self.thresholds = np.array(columns.T, np.int32, order="C"), np.array(thresholds.T, order="C")
        self.depth = depth

    def __reduce__(self):
        return Questions, (self.columns.T, self.thresholds.T, self.depth)

    def leaves(self, measures):
        """The twin of `Forest.leaves`, of measures in one piece and of the thresholds' type."""
        if self.most >= measures.shape[0]:
            raise IndexError(f"the forest asks for measure {self.most} of {measures.shape[0]}")
        if measures.dtype == np.float32:
            return walked[float](self.columns, self.thresholds, measures, self.depth)
        return walked[double](self.columns, self.thresholds, measures, self.depth)

    cdef object side_by_side(self):
        """Each question's column and threshold in one place, which is read from memory at once."""
        if self.together is None:
            together = np.empty(self.columns.shape, [("column", np.int32), ("threshold", np.float32)])
            together["column"], together["threshold"] = self.columns, self.thresholds
            self.together = together
        return self.together

    def votes_for(self, const float[:, ::1] measures, const float[::1] values, asked):
        """The twin of `Forest.votes_for`: each tree is asked of the rows alone that are asked about its type."""
        cdef const Question[:, ::1] questions = self.side_by_side()
        cdef Py_ssize_t trees = questions.shape[0], rows = measures.shape[1], types = asked.shape[1], type_
        if self.most >= measures.shape[0]:
            raise IndexError(f"the forest asks for measure {self.most} of {measures.shape[0]}")
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
                    add_votes(questions, values, measures, type_, types, chosen[:many], total[type_], self.depth)
        return totals.T


cdef object walked(const int32_t[:, ::1] columns, const floating[:, ::1] thresholds, const floating[:, ::1] measures, int depth):
    cdef Py_ssize_t trees = columns.shape[0], rows = measures.shape[1], tree
    found = np.empty((trees, rows), dtype=np.uint8)
    cdef uint8_t[:, ::1] leaf = found
    if not trees or not rows or not depth:
        found[...] = 0
        return found
    with nogil:
        for tree in range(trees):
            if columns.shape[1] != depth:
                walk_nodes(&columns[tree, 0], &thresholds[tree, 0], measures, &leaf[tree, 0], depth)
            else:
                walk_levels(&columns[tree, 0], &thresholds[tree, 0], measures, &leaf[tree, 0], depth)
    return found


cdef void walk_levels(
    const int32_t* columns, const floating* thresholds, const floating[:, ::1] measures, uint8_t* leaf, int depth
) noexcept nogil:
    """An oblivious tree asks all rows the same question on a level."""
    cdef Py_ssize_t level, row, rows = measures.shape[1]
    cdef const floating* values
    cdef floating threshold
    if floating is float and ASKS_SIXTEEN and rows >= SIXTEEN:
        row = 0
        while row < rows:
            row = min(row, rows - SIXTEEN)  # the last ones may be asked twice
            ask_sixteen(columns, thresholds, &measures[0, row], rows, leaf + row, depth)
            row += SIXTEEN
        return
    for level in range(depth):
        values, threshold = &measures[columns[level], 0], thresholds[level]
        if level == 0:
            for row in range(rows):
                leaf[row] = values[row] > threshold
        else:
            for row in range(rows):
                leaf[row] = <uint8_t> (leaf[row] << 1) | (values[row] > threshold)


cdef void walk_nodes(
    const int32_t* columns, const floating* thresholds, const floating[:, ::1] measures, uint8_t* leaf, int depth
) noexcept nogil:
    """The nodes below n are 2 n + 1 and 2 n + 2. Eight rows go down side by side, for each has to wait at each node."""
    cdef Py_ssize_t rows = measures.shape[1], row = 0, lane
    cdef const floating* values = &measures[0, 0]
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
    const Question[:, ::1] questions, const float[::1] values, const float[:, ::1] measures, Py_ssize_t type_,
    Py_ssize_t types, const int64_t[::1] chosen, float[::1] sums, int depth
) noexcept nogil:
    """What the trees of one type say of the chosen rows.

    Eight trees are asked side by side: they are seldom in the processor's cache, and each row has to wait at each node.
    """
    cdef Py_ssize_t trees = questions.shape[0], rows = measures.shape[1], first = type_, last = (1 << depth) - 1
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
            own = &measures[0, chosen[index]]
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
    """The twin of `Forest.votes`, where more than one sum is made; `values` has one for each leaf of all trees."""
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
    const uint8_t[:, ::1] leaves, const float[:, ::1] values, int depth, float start, Py_ssize_t at_once,
    const int64_t[::1] chosen=None,
):
    """`values` has a row for each leaf of all trees; the sums begin with `start`. `chosen` are rows, else all."""
    cdef Py_ssize_t trees = leaves.shape[0], rows = checked_rows(leaves, chosen), many = values.shape[1]
    cdef Py_ssize_t tree, row, output, leaf, asked, first = 0
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
            part[:, :] = 0
            if many == 1 and chosen is None:
                add_columns(&part[0, 0], &values[first << depth, 0], &leaves[first, 0], rows, min(at_once, trees - first), depth)
            else:
                for tree in range(first, min(first + at_once, trees)):
                    own = &values[tree << depth, 0]
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


cdef class Halves:
    """The values of all leaves in half the room, where that holds them to the last bit: a leaf's stand in as few
    lines of the processor's cache as they can.
    """

    cdef uint16_t* values
    cdef void* room
    cdef Py_ssize_t leaves, many, width
    cdef int depth

    def __cinit__(self, const float[:, ::1] values, int depth):
        cdef Py_ssize_t leaf, output
        cdef const uint16_t[:, ::1] halves = np.asarray(values).astype(np.float16).view(np.uint16)
        self.leaves, self.many, self.depth = values.shape[0], values.shape[1], depth
        self.width = (self.many + EIGHT - 1) // EIGHT * EIGHT
        self.room = malloc(self.leaves * self.width * sizeof(uint16_t) + LINE)
        if self.room == NULL:
            raise MemoryError
        self.values = <uint16_t*> ((<size_t> self.room + LINE - 1) // LINE * LINE)
        memset(self.values, 0, self.leaves * self.width * sizeof(uint16_t))
        for leaf in range(self.leaves):
            for output in range(self.many):
                self.values[leaf * self.width + output] = halves[leaf, output]

    def __dealloc__(self):
        free(self.room)

    def __reduce__(self):
        """Another machine may not read them."""
        halves = np.empty((self.leaves, self.many), np.uint16)
        cdef uint16_t[:, ::1] half = halves
        cdef Py_ssize_t leaf, output
        for leaf in range(self.leaves):
            for output in range(self.many):
                half[leaf, output] = self.values[leaf * self.width + output]
        return halved, (halves.view(np.float16).astype(np.float32), self.depth)

    def outputs(self, const uint8_t[:, ::1] leaves, Py_ssize_t at_once, const int64_t[::1] chosen=None):
        """As `outputs` below, from 0 on."""
        cdef Py_ssize_t trees = leaves.shape[0], all_rows = leaves.shape[1], rows = checked_rows(leaves, chosen)
        cdef Py_ssize_t width = self.width, step = width << self.depth, tree, row, output, asked, first = 0
        cdef int now, ahead
        cdef uint8_t last = (1 << self.depth) - 1
        if self.leaves != trees << self.depth or at_once < 1:
            raise ValueError(f"{trees} trees of depth {self.depth} do not have {self.leaves} leaves")
        totals = np.zeros((rows, self.many), dtype=np.float32)
        parts = np.empty((rows, width), dtype=np.float32)
        cdef float[:, ::1] total = totals, part = parts
        with nogil:
            while rows and first < trees:  # summed up in parts, as the twin does
                part[:, :] = 0
                tree = first
                first = min(first + at_once, trees)
                while tree < first:
                    now = min(AT_ONCE, first - tree)
                    for row in range(rows):
                        asked = row if chosen is None else chosen[row]
                        for ahead in range(now, min(2 * AT_ONCE, trees - tree)):
                            prefetch(self.values + (tree + ahead) * step + width * (leaves[tree + ahead, asked] & last))
                        add_halves(
                            &part[row, 0], self.values + tree * step, &leaves[tree, asked], all_rows, now, step, width, last
                        )
                    tree += now
                for row in range(rows):
                    for output in range(self.many):
                        total[row, output] += part[row, output]
        return totals


def halved(const float[:, ::1] values, int depth):
    """The values as `Halves`; None where the processor does not read them, or they would not be the same."""
    plain = np.asarray(values)
    with np.errstate(over="ignore"):
        same = (plain.astype(np.float16) == plain).all()
    return Halves(values, depth) if same and reads_halves() else None


cdef Py_ssize_t checked_rows(const uint8_t[:, ::1] leaves, const int64_t[::1] chosen) except -1:
    """How many rows are asked for, all of which are there."""
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
    """The only output of each row's leaves, tree by tree; of four trees at a time, so that a sum is written once for them."""
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
