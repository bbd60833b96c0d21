from webnoise.page.elements cimport Elements


cdef class OutlineAttributes:
    cdef Elements packed
    cdef list positions
    cdef dict changed

    cpdef list tagged(self, tags, Py_ssize_t start=*, Py_ssize_t end=*)


cdef OutlineAttributes packed_attributes(outline)
