"""What every field is read from: the page's own declarations, and the elements around its headline."""

from __future__ import annotations

from webnoise.metadata.sources.candidates import Candidate, Choice, Evidence, Source, squash
from webnoise.metadata.sources.collect import Sources, collect
from webnoise.metadata.sources.jsonld import Node, node_types, text_of
from webnoise.metadata.sources.surroundings import (
    LONGEST_LINE,
    SHORTEST_LINE,
    Line,
    Place,
    Surroundings,
    lines_with,
    within,
)
from webnoise.metadata.sources.visible import UNSEEN, line_text, visible_text

__all__ = [
    "LONGEST_LINE",
    "SHORTEST_LINE",
    "UNSEEN",
    "Candidate",
    "Choice",
    "Evidence",
    "Line",
    "Node",
    "Place",
    "Source",
    "Sources",
    "Surroundings",
    "collect",
    "line_text",
    "lines_with",
    "node_types",
    "squash",
    "text_of",
    "visible_text",
    "within",
]
