# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The decisions of the second look: the twins of `best_f1` and `decide` of `methods.core.second_look`."""

from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc, free, qsort

from webnoise.features import columns, neighbours
from webnoise.methods.core import second_look
from webnoise.model import Block

cdef double LONG_PAGE = second_look.LONG_PAGE
cdef int FIRST_ROWS = len(columns.NAMES), AROUND_ROWS = len(neighbours.NAMES)
cdef int KIND = columns.NAMES.index("kind"), SCORE = neighbours.NAMES.index("score")
cdef int FROM_HEADLINE = columns.NAMES.index("from_headline"), LINK_SHARE = columns.NAMES.index("link_share")
cdef int DESCRIPTION = neighbours.NAMES.index("description"), OF_DESCRIPTION = neighbours.NAMES.index("of_description")
cdef int IN_COMMENTS = neighbours.NAMES.index("in_comments"), CAPTION = neighbours.NAMES.index("named_caption")
cdef float TOLD = second_look.TOLD, BEHIND_HEADLINE = second_look.BEHIND_HEADLINE, LINKED = second_look.LINKED
cdef float LEAST_OF_BLOCK = second_look.OF_BLOCK, LEAST_OF_DESCRIPTION = second_look.OF_DESCRIPTION
cdef Py_ssize_t SHORTEST = second_look.SHORTEST, LONGEST = second_look.LONGEST
cdef float QUOTE = columns.KIND_CODES["quote"]


cdef struct Belief:
    double belief
    double words
    Py_ssize_t index


cdef int by_belief(const void* one, const void* other) noexcept nogil:
    """The greatest first, of equals the first."""
    cdef const Belief* left = <const Belief*> one
    cdef const Belief* right = <const Belief*> other
    if left.belief != right.belief:
        return -1 if left.belief > right.belief else 1
    return -1 if left.index < right.index else 1


def best_f1(const double[::1] beliefs, const double[::1] words):
    cdef Py_ssize_t index, n = beliefs.shape[0]
    cdef double total = 0, right = 0, kept = 0, best = 0
    if words.shape[0] != n:
        raise ValueError(f"{n} blocks do not have {words.shape[0]} numbers of words")
    for index in range(n):
        total += beliefs[index] * words[index]
    if total <= LONG_PAGE:
        return 0.0
    cdef Belief* sorted_ = <Belief*> calloc(n, sizeof(Belief))
    if sorted_ == NULL:
        raise MemoryError
    with nogil:
        for index in range(n):
            sorted_[index] = Belief(beliefs[index], words[index], index)
        qsort(sorted_, n, sizeof(Belief), &by_belief)
        for index in range(n):
            right += sorted_[index].belief * sorted_[index].words
            kept += sorted_[index].words
            best = max(best, 2 * right / (kept + total))
        free(sorted_)
    return best


def decide(
    tuple blocks not None,
    const float[:, ::1] measures,
    const float[:, ::1] around,
    float[::1] scores,
    no_text,
    bint described,
):
    cdef Py_ssize_t index, length, n = scores.shape[0]
    cdef const uint8_t[::1] others = no_text.view("u1")
    cdef bint away
    cdef float first
    if (
        not n == len(blocks) == measures.shape[1] == around.shape[1] == others.shape[0]
        or measures.shape[0] != FIRST_ROWS or around.shape[0] != AROUND_ROWS
    ):
        raise ValueError(f"the columns do not fit {n} scores")
    if described:
        keep_standfirst(blocks, measures, around, scores)
    for index in range(n):
        away = around[IN_COMMENTS, index] > 0 or around[CAPTION, index] >= 0.5 or others[index]
        first = around[SCORE, index]
        if away:
            scores[index] = min(scores[index], -TOLD)
        elif measures[KIND, index] == QUOTE and first > 0:
            scores[index] = max(scores[index], first)


cdef int keep_standfirst(
    tuple blocks, const float[:, ::1] measures, const float[:, ::1] around, float[::1] scores
) except -1:
    cdef Py_ssize_t index, first = 0, n = scores.shape[0]
    while first < n and not scores[first] > 0:
        first += 1
    if first == n:
        return 0
    for index in range(first):
        if (
            0 < measures[FROM_HEADLINE, index] <= BEHIND_HEADLINE and measures[LINK_SHARE, index] <= LINKED
            and around[DESCRIPTION, index] > LEAST_OF_BLOCK and around[OF_DESCRIPTION, index] > LEAST_OF_DESCRIPTION
        ):
            block = blocks[index]
            if isinstance(block, Block) and SHORTEST <= len(block.text) <= LONGEST:
                scores[index] = TOLD
    return 0
