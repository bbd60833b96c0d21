# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The two loops of a signature: term weights by proximity (paper 003), and the minima of a sketch.

In numpy, which makes arrays of all pairs of positions and of all permutations, they take a quarter of an article with
all fields.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc

import numpy as np


def proximities(const int32_t[::1] terms not None):
    """Sum 1 / (q - p) for each position p over the terms that come before the term of p comes again.

    `q` is a term's first position after p. Summed over all positions up to that one it would be a harmonic number:
    what is subtracted are the positions whose term has come since p already.
    """
    cdef Py_ssize_t length = terms.shape[0], position, other, end, repeated = 0, first = 0
    cdef int32_t unique = 0
    cdef double total
    found = np.zeros(length)
    cdef double[::1] sums = found
    for position in range(length):
        if terms[position] < 0:
            raise ValueError("terms are numbers from 0 on")
        unique = max(unique, terms[position] + 1)
    cdef int32_t* memory = <int32_t*> malloc((3 * length + <Py_ssize_t> unique + 1) * sizeof(int32_t))
    cdef int32_t* following = memory           # the next position of the same term; the length where there is none
    cdef int32_t* repeats = memory + length    # positions whose term has come before,
    cdef int32_t* previous = repeats + length  # and where it came last
    cdef int32_t* last = previous + length
    cdef double* inverse = <double*> malloc(2 * (length + 1) * sizeof(double))
    cdef double* harmonic = inverse + length + 1
    try:
        if memory == NULL or inverse == NULL:
            raise MemoryError
        with nogil:
            for position in range(unique):
                last[position] = -1
            harmonic[0] = 0
            for position in range(length):
                inverse[position + 1] = 1.0 / (position + 1)
                harmonic[position + 1] = harmonic[position] + inverse[position + 1]
                following[position] = <int32_t> length
                if last[terms[position]] >= 0:
                    following[last[terms[position]]] = <int32_t> position
                    repeats[repeated], previous[repeated] = <int32_t> position, last[terms[position]]
                    repeated += 1
                last[terms[position]] = <int32_t> position
            for position in range(length):
                while first < repeated and repeats[first] <= position:
                    first += 1
                end, other = following[position], first
                total = harmonic[end - 1 - position]
                while other < repeated and repeats[other] < end:
                    # Multiplied, not branched on: processors guess this condition wrong too often.
                    total -= inverse[repeats[other] - position] * (previous[other] >= position)
                    other += 1
                sums[position] = total
        return found
    finally:
        free(memory)
        free(inverse)


def minima(const uint32_t[::1] shingles not None, const uint32_t[::1] turns not None, const uint32_t[::1] factors not None):
    """Return the lowest byte of the least (shingle xor turn) * factor, for each permutation; 255 without shingles."""
    cdef Py_ssize_t permutation, shingle
    cdef uint32_t least, turned, turn, factor
    if factors.shape[0] != turns.shape[0]:
        raise ValueError("a permutation is a turn and a factor")
    found = np.empty(turns.shape[0], np.uint8)
    cdef uint8_t[::1] bytes_ = found
    for permutation in range(turns.shape[0]):
        least, turn, factor = 0xFFFFFFFF, turns[permutation], factors[permutation]
        for shingle in range(shingles.shape[0]):
            turned = (shingles[shingle] ^ turn) * factor
            least = turned if turned < least else least
        bytes_[permutation] = <uint8_t> least
    return found
