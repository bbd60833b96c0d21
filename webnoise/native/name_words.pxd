from libc.stdint cimport int64_t, uint32_t, uint64_t

cdef enum:
    LONGEST = 2000  # characters of a name


cdef class Words:
    cdef uint64_t* keys
    cdef uint32_t* asked  # the last question that met the word
    cdef size_t mask
    cdef uint32_t question

    cdef size_t place(self, const char* word, Py_ssize_t size) noexcept nogil
    cdef bint is_new(self, size_t slot) noexcept nogil


cdef class NameWeights:
    cdef Words words
    cdef double* own
    cdef double* around
    cdef Py_ssize_t most_names, long_piece

    cdef bint sum(self, const char** names, double* sums) noexcept nogil
    cdef void add(self, const char* word, Py_ssize_t size, double* sums) noexcept nogil
    cdef void add_names(self, const char* text, Py_ssize_t size, double* sums) noexcept nogil
    cdef void add_name(self, const char* name, Py_ssize_t size, double* sums) noexcept nogil


cdef class NameBits:
    cdef Words words
    cdef int64_t* bits
    cdef Py_ssize_t long_word, longest_word, beside

    cdef int64_t of_names(self, const char** names) noexcept nogil
    cdef int64_t of_address(self, str url, Py_ssize_t size) noexcept
    cdef int64_t found(self, const char* name, const char* lower, Py_ssize_t size) noexcept nogil
    cdef int64_t of_piece(self, const char* piece, Py_ssize_t size) noexcept nogil
