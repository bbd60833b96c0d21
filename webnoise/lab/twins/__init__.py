"""Whether the compiled passes and their Python twins make the same of a page, and pages to try them with."""

from __future__ import annotations

from webnoise.lab.twins.broken import broken_markup, broken_page, broken_tree, mutated
from webnoise.lab.twins.compare import differences, pure

__all__ = ["broken_markup", "broken_page", "broken_tree", "differences", "mutated", "pure"]
