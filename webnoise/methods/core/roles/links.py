"""Features of a block's first link: whether its address is that of an article, of a section, or elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from webnoise.model import Block
from webnoise.urls.domains import hostname, site_domain

NAMES = "slug_words steps leads_away has_query link_words".split()
LONGEST = 300  # characters of an address
MOST_WORDS, MOST_STEPS, MOST_LINK_WORDS = 10, 8, 20
_NO_LINK = (0.0,) * len(NAMES)


def link_shapes(blocks: Sequence[Block], url: str) -> NDArray[np.float32]:
    """One row per name in `NAMES`, one column per block; `url` is the page's own."""
    domain = site_domain(hostname(url))
    shapes = [shape_of(block, domain) if block.links else _NO_LINK for block in blocks]
    return np.array(shapes, np.float32).reshape(-1, len(NAMES)).T


def shape_of(block: Block, domain: str) -> tuple[float, ...]:
    """Articles bear their headline in the address; an address without a host stays on the site."""
    start, end, url = block.links[0]
    path, query, _ = url[:LONGEST].partition("#")[0].partition("?")
    away = False
    scheme, slashes, rest = path.partition("//")
    if slashes and (not scheme or (scheme[-1] == ":" and scheme[:-1].isalpha())):
        host, _, path = rest.partition("/")
        host = host.rpartition("@")[2].partition(":")[0].lower()
        away = host != domain and not host.endswith(f".{domain}")
    steps = [step for step in path.split("/") if step]
    is_slug = "-" in path or "_" in path
    words = max([step.count("-") + step.count("_") for step in steps], default=0) if is_slug else 0
    link_words = block.text.count(" ", start, end) + 1
    return (
        min(words, MOST_WORDS), min(len(steps), MOST_STEPS), away, query != "",
        min(link_words, MOST_LINK_WORDS),
    )  # fmt: skip
