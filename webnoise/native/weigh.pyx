# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What siblings change in the belief in blocks: the twin of `site.weigh.weighed`."""

from libc.stdint cimport int64_t, uint8_t

import numpy as np

from webnoise.site import weigh as twin

cdef double PLACE_PAGES = twin.PLACE_PAGES, REPEAT_PAGES = twin.REPEAT_PAGES, REPEAT_SHARE = twin.REPEAT_SHARE


def weighed(const double[::1] beliefs, const double[::1] odds, recall, weights, double trust):
    cdef const int64_t[::1] seen = recall.seen, place = recall.place
    cdef const double[::1] variety = recall.variety
    cdef const uint8_t[::1] inside = recall.inside.view("u1")
    cdef double siblings = recall.siblings, of_place = weights.place, of_repeat = weights.repeat
    cdef double of_stale = weights.stale, fresh = weights.fresh, of_inside = trust * weights.inside
    cdef bint has_siblings = recall.siblings > 1
    cdef double known, at_place, repeats, stale, new
    cdef Py_ssize_t index, n = beliefs.shape[0]
    if not n == odds.shape[0] == seen.shape[0] == place.shape[0] == variety.shape[0] == inside.shape[0]:
        raise ValueError(f"what is recalled does not fit {n} blocks")
    found = np.empty(n)
    cdef double[::1] scores = found
    for index in range(n):
        known = min(<double> place[index], PLACE_PAGES) / PLACE_PAGES
        at_place = odds[index] * known
        repeats = min(seen[index] / siblings / REPEAT_SHARE, 1.0) * min(<double> seen[index], REPEAT_PAGES) / REPEAT_PAGES
        stale = max(1 - variety[index] / fresh, 0.0) * known
        new = (1 - repeats) * (1 - stale)
        scores[index] = beliefs[index] - of_repeat * repeats - of_stale * stale
        scores[index] += of_place * (at_place * new if at_place > 0 else at_place)
        if has_siblings:
            scores[index] += of_inside * new * inside[index]
    return found
