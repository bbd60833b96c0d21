"""Where a block's first link leads, by the look of its address: to a story, a section, or away."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from webnoise.model import Block
from webnoise.native import compiled
from webnoise.urls.domains import hostname, site_domain

NAMES = "slug_words steps leads_away has_query link_words".split()
LONGEST = 300  # characters of an address that are looked at
MOST_WORDS, MOST_STEPS, MOST_LINK_WORDS = 10, 8, 20
_HOST = re.compile(r"(?:[A-Za-z]*:)?//([^/?#]*)")


def link_shapes(blocks: Sequence[Block], url: str) -> NDArray[np.float32]:
    """One row per name in `NAMES`, one column per block; `url` is the page's own."""
    domain = site_domain(hostname(url))
    if native := compiled("links"):
        found: NDArray[np.float32] = native.link_shapes(blocks, domain, shape_of)
        return found
    return np.array([shape_of(block, domain) for block in blocks], np.float32).reshape(-1, len(NAMES)).T


def shape_of(block: Block, domain: str) -> tuple[float, ...]:
    """Stories bear their headline in the address; an address that names no host stays on the site."""
    if not block.links:
        return (0.0,) * len(NAMES)
    start, end, url = block.links[0]
    url = url[:LONGEST]
    away, behind = False, 0
    if match := _HOST.match(url):
        host = match[1].rpartition("@")[2].partition(":")[0].lower()
        away, behind = host != domain and not host.endswith(f".{domain}"), match.end()
    path, query, _ = url[behind:].partition("#")[0].partition("?")
    steps = [step for step in path.split("/") if step]
    return (
        min(max([step.count("-") + step.count("_") for step in steps], default=0), MOST_WORDS),
        min(len(steps), MOST_STEPS), away, bool(query),
        min(block.text[start:end].count(" ") + 1, MOST_LINK_WORDS),
    )  # fmt: skip
