"""What the report's figures show; `templates/figures.html` draws them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from webnoise.evaluate.results import PageResult, Summary

WIDTH = 760
LETTER, LINE = 6.2, 11  # a small letter's mean width and a small line's height in pixels
POINTS = 300  # of a line: more would not be seen
SERIES = 8  # line styles in the stylesheet; nobody can distinguish more lines


@dataclass(frozen=True, slots=True)
class Axis:
    """From values to pixels; `log` for costs that differ by orders of magnitude. Drawn if it has a name."""

    name: str
    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, value: float) -> float:
        low, high, value = map(math.log10 if self.log else float, (self.low, self.high, value))
        return self.start + (value - low) / (high - low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        if self.log:
            decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            marks = [factor * 10.0**decade for decade in decades for factor in (1, 2, 5)]
            return [mark for mark in marks if self.low <= mark <= self.high]
        return [self.low + step * (self.high - self.low) / 5 for step in range(6)]


class Dot(NamedTuple):
    """A system's place in pixels, and the line that its name stands on."""

    x: float
    y: float
    line: float
    row: Summary


@dataclass(frozen=True, slots=True)
class Figure:
    """`bars` stand on `x` with the bootstrap interval as a whisker; `lines` are systems with their points."""

    id: str
    title: str
    height: int
    x: Axis
    y: Axis
    bars: Sequence[Summary] = ()
    lines: Sequence[tuple[str, list[tuple[float, float]]]] = ()
    dots: Sequence[Dot] = ()
    width: int = WIDTH


def figures(rows: Sequence[Summary], results: Mapping[str, Sequence[PageResult]]) -> list[Figure]:
    """All figures for the systems with a text score; none where nothing was scored."""
    scored = sorted((row for row in rows if row.f1 is not None), key=lambda row: -(row.f1 or 0))
    if not scored:
        return []
    return [_accuracy(scored), _precision_recall(scored), _f_by_page(scored, results), _cost(scored)]


def _accuracy(rows: Sequence[Summary]) -> Figure:
    title = "Accuracy by method: shingle F1 with its 95 % interval"
    height = 24 * len(rows) + 60
    x, y = Axis("shingle F1", 0, 1, 180, WIDTH - 60), Axis("", 0, 1, height - 44, 8)
    return Figure("accuracy", title, height, x, y, bars=rows)


def _precision_recall(rows: Sequence[Summary]) -> Figure:
    low = _floor(value or 0 for row in rows for value in (row.precision, row.recall))
    x, y = Axis("recall", low, 1, 70, WIDTH - 150), Axis("precision", low, 1, 400, 30)
    dots = _labelled((x(row.recall or 0), y(row.precision or 0), row) for row in rows)
    return Figure("precision-recall", "Precision and recall of each method", 460, x, y, dots=dots)


def _f_by_page(rows: Sequence[Summary], results: Mapping[str, Sequence[PageResult]]) -> Figure:
    """Each line is one method's pages from the worst to the best."""
    lines = []
    for row in rows[:SERIES]:
        values = sorted(result.f1 for result in results[row.system] if result.scored)
        last = len(values) - 1
        shown = sorted({round(step * last / POINTS) for step in range(POINTS + 1)})
        lines.append((row.system, [(index / max(last, 1), values[index]) for index in shown]))
    title = f"F1 by page, pages from worst to best (the {len(lines)} best methods)"
    x, y = Axis("share of pages", 0, 1, 70, WIDTH - 190), Axis("F1", 0, 1, 380, 30)
    return Figure("f-by-page", title, 440, x, y, lines=lines)


def _cost(rows: Sequence[Summary]) -> Figure:
    title = "Quality against cost: F1 over the time of a page, in units of parsing it"
    most = max((row.parse_ratio or 0 for row in rows), default=0)
    x = Axis("time / time to parse (log)", 1, max(2.0, 1.3 * most), 70, WIDTH - 150, log=True)
    y = Axis("F1", _floor(row.f1 or 0 for row in rows), 1, 400, 30)
    dots = _labelled((x(max(row.parse_ratio, 1)), y(row.f1 or 0), row) for row in rows if row.parse_ratio)
    return Figure("cost", title, 460, x, y, dots=dots)


def _labelled(places: Iterable[tuple[float, float, Summary]]) -> list[Dot]:
    """Names stand beside their dots; a name goes down a line where another one stands already."""
    dots: list[Dot] = []
    for x, y, row in sorted(places, key=lambda place: (place[1], place[0])):
        end, line = x + LETTER * len(row.system), y + 4
        while any(
            x < dot.x + LETTER * len(dot.row.system) and dot.x < end and abs(line - dot.line) < LINE
            for dot in dots
        ):
            line += 1
        dots.append(Dot(x, y, line, row))
    return dots


def _floor(values: Iterable[float]) -> float:
    """Where an axis starts: at the tenth below the least value, and below 1."""
    return min(int(10 * min(values)) / 10, 0.9)
