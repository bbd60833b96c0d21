# cython: language_level=3
"""What the compiled passes were built for; asked before any of them is loaded."""

cdef extern from "libxml/xmlversion.h":
    const int LIBXML_VERSION

cdef extern from "libxml/tree.h":
    pass

cdef extern from "etree.h":
    struct LxmlElement:
        pass

LIBXML = (LIBXML_VERSION // 10000, LIBXML_VERSION // 100 % 100)
ELEMENT_SIZE = sizeof(LxmlElement)
