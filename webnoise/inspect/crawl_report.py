"""A crawl's figures as one HTML file, and the same figures as JSON beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from webnoise.errors import ConfigError
from webnoise.files import atomic_write
from webnoise.inspect.charts import Chart, bars_chart, days_chart
from webnoise.inspect.figures import FIELDS
from webnoise.inspect.templating import as_day, filled
from webnoise.inspect.words import drop_words, field_words, role_words

_MOST_SITES = 30  # rows of a chart, and of the matrix
_MOST_REASONS = 14
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


def check_report(path: Path) -> None:
    """Refuse a name that does not say what the file will be."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise ConfigError(f"a report is an HTML file: name it {path.with_suffix('.html')}, not {path}")


def write_report(figures: Mapping[str, Any], path: Path) -> Path:
    """Write the report, and its figures beside it; return the path of those."""
    check_report(path)
    beside = path.with_suffix(".json")
    texts = {path: report_html(figures), beside: json.dumps(figures, ensure_ascii=False, indent=1) + "\n"}
    for file, text in texts.items():
        with atomic_write(file) as part:
            part.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(text, encoding="utf-8")
    return beside


def report_html(figures: Mapping[str, Any]) -> str:
    sites = figures["sites"]
    names = {site["site"]: site["name"] for site in sites}
    days = days_chart(
        "Articles by site and day of publication",
        [(site["name"], site["days"]) for site in sites[:_MOST_SITES] if site["articles"]],
    )
    left_out = [(drop_words(code), many) for code, many in figures["left_out"].items()]
    failed = [(drop_words(code), many) for code, many in figures["failed"].items()]
    return filled(
        "crawl.html",
        figures=figures,
        names=names,
        fields=[(name, field_words(name)) for name in FIELDS],
        days=days,
        text=_text_chart(figures["text"]),
        reasons=bars_chart(
            "Pages that did not come out, by reason",
            [(words, many, f"{many:,}", "goes") for words, many in [*left_out, *failed]],
        ),
        saved=_saved(figures["text"]),
        matrix=_matrix(figures["shared"], names),
        drop_words=drop_words,
        size=size,
        duration=duration,
        days_shown=_days_shown(sites),
    )


def _text_chart(text: Mapping[str, Any]) -> Chart | None:
    """Kept text, then what was removed, by role: in bytes, or in blocks where sizes are not known."""
    removed = text["removed"]
    if any(own["bytes"] is None for own in removed.values()):
        values = [
            (role_words(role), own["blocks"], f"{own['blocks']:,} blocks", "goes")
            for role, own in removed.items()
        ]
        return bars_chart("Blocks that were removed", values[:_MOST_REASONS])
    largest = sorted(removed.items(), key=lambda item: -item[1]["bytes"])
    values = [(role_words(role), own["bytes"], size(own["bytes"]), "goes") for role, own in largest]
    kept = ("text that was kept", text["kept"]["bytes"], size(text["kept"]["bytes"]), "stays")
    return bars_chart("Text that was kept, and what was removed", [kept, *values[:_MOST_REASONS]])


def _saved(text: Mapping[str, Any]) -> float | None:
    """The share of the pages' bytes that nobody has to store."""
    pages = text["pages_bytes"]
    return 1 - text["kept"]["bytes"] / pages if pages else None


def _matrix(shared: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> dict[str, Any] | None:
    """Sites by sites: the row ran stories first that the column has too."""
    if not shared:
        return None
    found = {(own["first"], own["repeated_by"]): own["stories"] for own in shared}
    many: dict[str, int] = {}
    for (first, second), stories in found.items():
        many[first] = many.get(first, 0) + stories
        many[second] = many.get(second, 0) + stories
    sites = sorted(many, key=lambda site: (-many[site], site))[:_MOST_SITES]
    return {
        "sites": [(site, names.get(site, site)) for site in sites],
        "stories": found,
        "most": max(found.values()),
    }


def _days_shown(sites: Sequence[Mapping[str, Any]]) -> str:
    days = sorted(day for site in sites for day in site["days"] if day[:1].isdigit())
    return " to ".join(as_day(day) for day in dict.fromkeys((days[0], days[-1]))) if days else ""


def size(many: float) -> str:
    for unit in _UNITS:
        if many < 1000 or unit == _UNITS[-1]:
            return f"{many:.0f} {unit}" if unit == "bytes" or many >= 100 else f"{many:.1f} {unit}"
        many /= 1000
    raise AssertionError


def duration(seconds: float | None) -> str:
    if seconds is None:
        return "not known"
    if seconds < 90:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 90 else f"{minutes / 60:.1f} h"
