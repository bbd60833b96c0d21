from libc.stdint cimport int32_t


cdef struct Row:
    int32_t tag              # a number among the names
    int32_t parent
    int32_t end
    int32_t text             # where it lies among the bytes; -1 for none
    int32_t tail
    int32_t first_attribute  # those of row r lie before the first of row r + 1


cdef struct Attribute:
    int32_t name
    int32_t value


cdef struct Bytes:
    char* at
    Py_ssize_t size
    Py_ssize_t room


cdef int append(Bytes* bytes, const char* text, Py_ssize_t size) except -1


cdef class Packed:
    cdef readonly list names
    cdef dict numbers
    cdef Py_ssize_t count
    cdef Row* rows
    cdef Attribute* attributes
    cdef Bytes strings
    cdef dict made

    cdef const char* value(self, Py_ssize_t element, int32_t name) noexcept nogil
    cdef dict attributes_of(self, Py_ssize_t element)
    cdef int32_t number(self, str name) except -2


cdef class Column:
    cdef readonly Packed packed

    cdef object entry(self, Py_ssize_t element)


cdef class Attributes(Column):
    pass
