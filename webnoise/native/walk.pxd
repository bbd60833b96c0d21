from webnoise.native.columns cimport Packed


cdef class ListedAttributes:
    cdef Packed packed
    cdef list positions
    cdef dict changed

    cpdef list tagged(self, tags, Py_ssize_t start=*, Py_ssize_t end=*)
