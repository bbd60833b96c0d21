# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Where a block lies on a page, as the hash of the names of the innermost elements around it.

The classes of outer elements often name the page itself (`<body class="post-1234 sport">`), which would make every
path of every page its own. In Python, which makes a dictionary of each element's attributes, this takes a tenth of
an article with all fields.
"""

cimport cython
from libc.stdint cimport int32_t

from webnoise.blocks.segment cimport OutlineAttributes, packed_attributes
from webnoise.page.elements cimport Elements

from xxhash import xxh64_intdigest

ROWS = frozenset("table thead tbody tfoot tr".split())
OUTERMOST = frozenset(["html", "body"])
CELLS = frozenset(["td", "table"])  # designs without style sheets distinguish them by width and colour
cdef int LONGEST_CHAIN = 12


@cython.final
cdef class PathNames:
    """The names of an outline's elements: tag, first class and id, as far as they have no digits.

    >>> PathNames(outline).hash(element, depth=3)
    """

    cdef Elements packed
    cdef list rows, parents, tags, names
    cdef int32_t class_, id_, width, bgcolor, align

    def __cinit__(self, outline):
        cdef OutlineAttributes attributes = packed_attributes(outline)
        self.packed, self.rows = attributes.packed, attributes.positions
        self.tags, self.parents = outline.tags, outline.parents
        if not len(self.rows) == len(self.tags) == len(self.parents):
            raise ValueError("the columns of an outline are of several lengths")
        self.names = [None] * len(self.rows)
        self.class_, self.id_ = self.packed.number("class"), self.packed.number("id")
        self.width, self.bgcolor = self.packed.number("width"), self.packed.number("bgcolor")
        self.align = self.packed.number("align")

    def hash(self, Py_ssize_t element, Py_ssize_t depth):
        """Hash the element and those around it, `depth` in all; a table with its rows counts as its cell."""
        cdef list chain = []
        cdef bytes name
        while depth > 0 and len(chain) < LONGEST_CHAIN:
            name = self.name(element)
            if not name:
                break
            chain.append(name)
            depth -= self.tags[element] not in ROWS
            element = self.parents[element]
        return xxh64_intdigest(b"/".join(chain))

    cpdef bytes name(self, Py_ssize_t element):
        """Return the name of an element; the outermost have none."""
        cdef Py_ssize_t row
        cdef bytes name
        cdef const char* value
        if not 0 <= element < len(self.names):
            raise ValueError(f"there is no element {element} in an outline of {len(self.names)}")
        if self.names[element] is not None:
            return self.names[element]
        row = self.rows[element]
        if not 0 <= row < self.packed.count:
            raise ValueError(f"there is no element {row} on the page")
        tag = self.tags[element]
        if tag in OUTERMOST:
            name = b""
        else:
            name = tag.encode() + first_class(self.packed.value(row, self.class_))
            value = self.packed.value(row, self.id_)
            if value != NULL and value[0] and not has_digit(value):
                name += b"#" + value
            if tag in CELLS and self.packed.rows[row].first_attribute < self.packed.rows[row + 1].first_attribute:
                for number in (self.width, self.bgcolor, self.align):
                    value = self.packed.value(row, number)
                    name += b"None" if value == NULL else <bytes> value
        self.names[element] = name
        return name


cdef bytes first_class(const char* value):
    """The first class without a digit says what an element is for; others are the page's own."""
    if value != NULL and value[0]:
        for name in (<bytes> value).split():
            if not has_digit(name):
                return b"." + name
    return b""


cdef bint has_digit(const char* value) noexcept nogil:
    while value[0]:
        if c"0" <= value[0] <= c"9":
            return True
        value += 1
    return False
