"""What is written around the figures: the pages of a report, its notes, and the papers' claims."""

from __future__ import annotations

from typing import Any

from jinja2 import PackageLoader

from webnoise.inspect.templating import environment
from webnoise.lab.evaluate.systems import is_trained
from webnoise.lab.evaluate.tables import formatted, to_markdown

ENVIRONMENT = environment(PackageLoader("webnoise.lab.evaluate", "templates"))
ENVIRONMENT.filters |= {"formatted": formatted, "markdown": to_markdown}
ENVIRONMENT.tests["ours"] = is_trained


def filled(template: str, **values: Any) -> str:
    return ENVIRONMENT.get_template(template).render(values)


def filled_lines(template: str, **values: Any) -> list[str]:
    """The lines that say something."""
    return [line for line in filled(template, **values).splitlines() if line.strip()]
