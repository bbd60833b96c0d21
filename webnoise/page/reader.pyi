from webnoise.page.elements import Elements
from webnoise.page.limits import Limits

TAGS: list[str]
"""The tags that have rules of their own; the first entry is any other tag."""

def read(html: bytes, limits: Limits, url: str, deadline: float) -> Elements | None: ...
