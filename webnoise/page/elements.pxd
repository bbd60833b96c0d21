from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t
from libc.string cimport strlen


cdef struct Row:
    int32_t tag              # a number among the names
    int32_t parent
    int32_t end
    int32_t text             # offset in the storage; -1 for none
    int32_t tail
    int32_t first_attribute  # the attributes of row r end before the first of row r + 1


cdef struct Attribute:
    int32_t name
    int32_t value


cdef struct Bytes:
    char* at
    Py_ssize_t size
    Py_ssize_t room


cdef inline object decoded(const char* text):
    return PyUnicode_DecodeUTF8(text, strlen(text), "replace")


cdef int append(Bytes* bytes, const char* text, Py_ssize_t size) except -1
cdef void* resized(void* array, size_t size) except NULL
cdef const unsigned char* after_space(const unsigned char* at) noexcept nogil
cdef const unsigned char* after_words(const unsigned char* at, Py_ssize_t* characters) noexcept nogil
cdef Py_ssize_t characters_in(const char* text, Py_ssize_t size) noexcept nogil
cdef int fold_words(Bytes* out, const unsigned char* at) except -1


cdef class Elements:
    cdef readonly list tags
    cdef readonly list names
    cdef dict numbers
    cdef Py_ssize_t count
    cdef Row* rows
    cdef Attribute* given
    cdef Bytes storage  # strings, each ended by a zero
    cdef dict attributes_made
    cdef dict chosen_sets

    cdef const char* value(self, Py_ssize_t element, int32_t name) noexcept nogil
    cdef object shown(self, int32_t offset, Py_ssize_t shortest)
    cdef dict attributes_of(self, Py_ssize_t element)
    cdef int32_t number(self, str name) except -2
    cdef int check(self, Py_ssize_t element) except -1
    cdef bytearray chosen(self, names, bint* some)
    cdef str line_in(self, Bytes* words, Py_ssize_t element, Py_ssize_t limit, frozenset without)
    cdef bint add_words(self, Bytes* words, int32_t offset, Py_ssize_t* length, Py_ssize_t limit) except -1


cdef class Packer:
    cdef Elements packed
    cdef object limits
    cdef str url
    cdef double deadline, most_nodes
    cdef Py_ssize_t rows, attributes, most_bytes

    cdef int32_t named(self, str name) except -1
    cdef int write(self, const char* text, Py_ssize_t size) except -1
    cdef Row* add(self, int32_t tag, Py_ssize_t parent) except NULL
    cdef int give(self, int32_t name, Py_ssize_t value) except -1
    cdef Elements finish(self)
