"""Elements by their tags: which cut, which show no text, which name the kind of their text."""

from __future__ import annotations

from collections.abc import Mapping

from webnoise.model import BlockKind

BLOCK_TAGS = frozenset(
    "address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav "
    "ol optgroup option p pre section select summary table tbody td textarea tfoot th thead tr ul".split()
)
"""Elements before and after which a reader sees a break."""

TEXTLESS = frozenset(
    "script style svg iframe object video audio canvas img input hr br noframes applet frame".split()
)
"""Elements whose inside is no text of the page; the outline has them, but not what they hold."""

ABSENT = frozenset("noscript template link meta title base basefont param".split())
"""Elements that neither show text nor count as part of the page. `head` is none of them: where `<body>` is
left out, libxml2 puts the elements of HTML 5 into it. Nor are embed, source, track and wbr in these lists:
libxml2 does not know that they are empty, and nests what follows into them."""

OUTLINED = frozenset("img picture svg video audio iframe object embed canvas time input code".split())
"""Inline elements that a lean outline has too: pictures and players, and evidence of a page's kind."""

FOR_SCRIPTLESS = frozenset(["noscript", "template"])

KINDS: dict[str, tuple[BlockKind, int]] = {
    "li": ("list_item", 0), "dt": ("list_item", 0), "dd": ("list_item", 0), "blockquote": ("quote", 0),
    "pre": ("code", 0), "textarea": ("code", 0), "td": ("cell", 0), "th": ("cell", 0),
    "figcaption": ("caption", 0), "caption": ("caption", 0), "h1": ("heading", 1), "h2": ("heading", 2),
    "h3": ("heading", 3), "h4": ("heading", 4), "h5": ("heading", 5), "h6": ("heading", 6),
}  # fmt: skip
"""Elements that say what the text in them is, with the heading's level."""

RESETS = frozenset(
    "html body main article section nav aside header footer form table tr tbody ul ol dl".split()
)
"""Elements that end the kind of what lies around them; others (p, div) pass it on."""

FOLDED_TAGS = frozenset(["nav", "footer", "dialog", "button", "select"])
"""A fourth of a page's blocks lie in these; `header`, `aside` and `form` too often hold articles."""

UNREAD = frozenset(["script", "style", "svg", "noscript", "template"])
"""Elements whose text no reader of a menu sees."""


def is_hidden(attribute: Mapping[str, str]) -> bool:
    if "hidden" in attribute or attribute.get("aria-hidden") == "true":
        return True
    style = attribute.get("style")
    if style is None or ("none" not in style and "hidden" not in style):
        return False
    style = style.replace(" ", "").lower()
    return "display:none" in style or "visibility:hidden" in style
