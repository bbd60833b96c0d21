"""The templates of a report and of its notes."""

from __future__ import annotations

from typing import Any

from jinja2 import PackageLoader

from webnoise.evaluate.systems import is_trained
from webnoise.evaluate.tables import formatted, to_markdown
from webnoise.inspect.templating import environment

ENVIRONMENT = environment(PackageLoader("webnoise.evaluate", "templates"))
ENVIRONMENT.filters |= {"formatted": formatted, "markdown": to_markdown}
ENVIRONMENT.tests["ours"] = is_trained


def filled(template: str, **values: Any) -> str:
    return ENVIRONMENT.get_template(template).render(values)


def lines_of(text: str) -> list[str]:
    """Return the lines that are not empty."""
    return [line for line in text.splitlines() if line.strip()]
