from libc.stdint cimport uint8_t, uint64_t


cdef uint64_t xxh64(const uint8_t* text, Py_ssize_t size) noexcept nogil
