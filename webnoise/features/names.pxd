from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from webnoise.hashes cimport HashTable
from webnoise.page.elements cimport Bytes


cdef struct Known:
    double own
    double around
    int64_t style
    int64_t groups           # -1 where nobody asked for them
    Py_ssize_t[4] names      # offsets of tag, class, id and role among the texts; -1 for none


cdef class NameWeights:
    cdef readonly object names
    cdef HashTable words     # a word's number among the weights
    cdef double* own
    cdef double* around
    cdef uint32_t* asked     # the last element that has the word
    cdef uint32_t question
    cdef list listed         # the words that are found, where somebody asked for them

    cdef int sum(self, const char** names, double* sums) except -1
    cdef int add(self, const char* word, Py_ssize_t size, double* sums) except -1
    cdef int add_names(self, const char* text, Py_ssize_t size, double* sums) except -1
    cdef int add_name(self, const char* name, Py_ssize_t size, double* sums) except -1


cdef class NameGroups:
    cdef HashTable words     # a word's groups, as bits
    cdef Py_ssize_t long_word, longest_word, beside

    cdef int64_t of_names(self, const char** names) noexcept nogil
    cdef int64_t of_address(self, const char* url, Py_ssize_t longest) noexcept nogil
    cdef int64_t of_name(self, const char* name, const char* lower, Py_ssize_t size) noexcept nogil
    cdef int64_t of_piece(self, const char* piece, Py_ssize_t size) noexcept nogil


cdef class ElementRows:
    cdef readonly NameWeights weights
    cdef HashTable numbers, styles
    cdef Known* rows
    cdef Py_ssize_t count
    cdef Bytes texts

    cdef int32_t add(self, uint64_t key, uint64_t style, const char** names) except -1
    cdef Known* row(self, Py_ssize_t number) except NULL
    cdef void read_names(self, Known* row, const char** names) noexcept nogil
