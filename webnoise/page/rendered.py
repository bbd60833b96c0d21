"""What a browser tells of a page: the computed style and the box of every element.

A script in the browser numbers the elements and returns what it computed for each; the numbers, which the
browser writes into the HTML, tell which element of the parsed page each one is.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import replace
from importlib import resources
from typing import Any

from webnoise.errors import InputError
from webnoise.model import Page
from webnoise.page.limits import Limits
from webnoise.page.parse import parse

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BOX = "box"
"""The name under which a style tells the element's box."""
_MARK = "data-webnoise-element"
_MARKS = re.compile(rf' {_MARK}="\d+"')


def installed_browser() -> str | None:
    """The path of a Chromium, or of one of its kin."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def style_script() -> str:
    """What the browser is to evaluate, with `script_arguments`."""
    return (resources.files("webnoise.page") / "computed_styles.js").read_text("utf-8")


def script_arguments(properties: Sequence[str]) -> dict[str, Any]:
    return {"mark": _MARK, "properties": list(properties)}


def rendered_page(page: Page, html: str, computed: Any, limits: Limits) -> Page:
    """The page as the browser wrote it (`html`), with `styles`: one for each element as it is parsed.

    `computed` is what the script returned, or nothing where it did not run.
    """
    plain = replace(page, html=_MARKS.sub("", html), content_type="text/html; charset=utf-8")
    if not computed:
        return plain
    try:
        marked = parse(replace(plain, html=html), limits).elements
    except InputError:
        return plain
    return replace(plain, styles=[_style(computed, own.get(_MARK)) for own in marked.attributes])


def _style(computed: Any, number: str | None) -> dict[str, str]:
    """The style of the element of this number; empty for elements that only the parser put there."""
    rows, values = computed["rows"], computed["values"]
    if number is None or int(number) >= len(rows):
        return {}
    pairs = zip(computed["properties"], rows[int(number)], strict=True)
    return {name: values[index] for name, index in pairs} | {
        BOX: " ".join(str(round(part)) for part in computed["boxes"][int(number)])  # a browser has -0
    }
