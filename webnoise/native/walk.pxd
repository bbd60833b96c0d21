from webnoise.native.columns cimport Packed


cdef class ListedAttributes:
    cdef Packed packed
    cdef list positions
    cdef dict changed
