"""Templates filled to whole HTML files: one stylesheet, one script, and a policy against all else."""

from __future__ import annotations

import base64
import hashlib
import json
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

_TEMPLATES = PackageLoader("webnoise.inspect", "templates")


def environment(*loaders: BaseLoader) -> Environment:
    """An environment for reports; its templates may extend `document.html`."""
    made = Environment(
        loader=ChoiceLoader([*loaders, _TEMPLATES]),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "to": lambda value, digits: f"{value:.{digits}f}",
        "json": as_json,
        "link": as_link,
        "day": as_day,
    }
    made.globals |= {"policy": policy, "resource": resource}
    return made


@cache
def _environment() -> Environment:
    return environment()


def filled(template: str, **values: Any) -> str:
    return _environment().get_template(template).render(values)


@cache
def resource(name: str) -> Markup:
    """A stylesheet or script of ours, to be written into a report as it is."""
    return Markup((files("webnoise.inspect") / "templates" / name).read_text(encoding="utf-8"))  # noqa: S704


@cache
def policy(*scripts: str) -> str:
    """The content security policy of a report that runs these scripts of ours and asks for nothing."""
    allowed = " ".join(f"'sha256-{_digest(resource(name))}'" for name in scripts) or "'none'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def as_json(value: Any) -> Markup:
    """JSON for a `script` element: no character of it ends the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for mark in "<>&\u2028\u2029":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return Markup(text)  # noqa: S704


def as_day(moment: str) -> str:
    """The day of an ISO 8601 date as a reader writes it."""
    try:
        day = date.fromisoformat(moment[:10])
    except ValueError:
        return moment
    return f"{day.day} {day:%B %Y}"


def as_link(url: str | None) -> str:
    """The address where it leads to the web, else nothing: no other scheme is ever linked to."""
    return url if url and url.startswith(("https://", "http://")) else ""
