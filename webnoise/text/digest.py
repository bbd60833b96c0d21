"""A text by a short name."""

from __future__ import annotations

import xxhash


def text_digest(text: str) -> str:
    """A short name of a text, equal in every process and run."""
    return str(xxhash.xxh3_128_hexdigest(text.encode("utf-8", "surrogatepass")))
