# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The roles that blocks may have: the twin of `methods.core.roles.model.bound`."""

from libc.math cimport INFINITY
from libc.stdint cimport uint8_t

import numpy as np

from webnoise.methods.core.roles import model as twin

cdef enum:
    MOST_ROLES = 64
    MOST_KINDS = 16

cdef Py_ssize_t ROLES = len(twin.ROLES), KINDS = len(twin.ALLOWED) - 1  # behind them stands what dropped blocks may be
cdef Py_ssize_t OTHER = twin.OTHER, SECOND_ARTICLE = twin.SECOND_ARTICLE
cdef float SURE = twin.SURE
cdef uint8_t[MOST_KINDS][MOST_ROLES] ALLOWED
cdef uint8_t[MOST_ROLES] IS_TEXT


def _read_tables():
    cdef Py_ssize_t kind, role
    if ROLES > MOST_ROLES or KINDS >= MOST_KINDS:
        raise ImportError("there is no room for so many roles")
    for role in range(ROLES):
        IS_TEXT[role] = twin.IS_TEXT[role]
        for kind in range(KINDS + 1):
            ALLOWED[kind][role] = twin.ALLOWED[kind, role]


_read_tables()


def bound(float[:, ::1] odds, kept, const float[:] kinds, elsewhere):
    cdef const uint8_t[::1] keeps = kept.view("u1"), away = elsewhere.view("u1")
    cdef Py_ssize_t row, role, best, kind, n = odds.shape[0]
    cdef float* own
    cdef float most
    if odds.shape[1] != ROLES or not n == keeps.shape[0] == kinds.shape[0] == away.shape[0]:
        raise ValueError(f"the odds do not fit {keeps.shape[0]} blocks")
    found = np.empty((n, 1), np.float32)
    cdef float[:, ::1] greatest = found
    for row in range(n):
        own = &odds[row, 0]
        kind, best = KINDS, 0
        if keeps[row]:
            if not 0 <= kinds[row] < KINDS:
                raise IndexError(f"there is no kind {kinds[row]}")
            kind = <Py_ssize_t> kinds[row]
        else:
            for role in range(1, ROLES):
                if own[role] > own[best]:
                    best = role
        for role in range(ROLES):
            if not ALLOWED[kind][role]:
                own[role] = -INFINITY
        if not keeps[row] and IS_TEXT[best]:
            own[SECOND_ARTICLE if away[row] else OTHER] = SURE
        most = own[0]
        for role in range(1, ROLES):
            most = max(most, own[role])
        greatest[row, 0] = most
    return found
