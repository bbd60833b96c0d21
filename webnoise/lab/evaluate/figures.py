"""The report's figures, as the little SVG that they need: accuracy, precision-recall, F by page, cost."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from webnoise.config import Config
from webnoise.lab.evaluate.results import PageResult, Summary
from webnoise.lab.evaluate.systems import WITH_SITE


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to pixels; `log` for costs that differ by orders of magnitude."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, value: float) -> float:
        low, high = self._of(self.low), self._of(self.high)
        share = (self._of(value) - low) / (high - low) if high > low else 0.5
        return self.start + share * (self.end - self.start)

    def _of(self, value: float) -> float:
        return math.log10(max(value, 1e-9)) if self.log else value

    def ticks(self) -> list[float]:
        if self.log:
            decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            marks = [factor * 10.0**decade for decade in decades for factor in (1, 2, 5)]
            return [mark for mark in marks if self.low <= mark <= self.high]
        return [self.low + step * (self.high - self.low) / 5 for step in range(6)]


@dataclass(slots=True)
class Canvas:
    """A drawing of fixed size; colours and fonts come from the report's stylesheet by class."""

    width: int
    height: int
    title: str
    parts: list[str] = field(default_factory=list)

    def line(self, x1: float, y1: float, x2: float, y2: float, style: str) -> None:
        self.parts.append(f'<path class="{style}" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>')

    def bar(self, x: float, y: float, width: float, height: float, style: str) -> None:
        size = f'width="{max(width, 0):.1f}" height="{height:.1f}"'
        self.parts.append(f'<rect class="{style}" x="{x:.1f}" y="{y:.1f}" {size}/>')

    def dot(self, x: float, y: float, style: str, label: str = "") -> None:
        tip = f"<title>{escape(label)}</title>" if label else ""
        self.parts.append(f'<circle class="{style}" cx="{x:.1f}" cy="{y:.1f}" r="4">{tip}</circle>')

    def text(self, x: float, y: float, text: str, style: str = "label") -> None:
        self.parts.append(f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>')

    def path(self, points: Sequence[tuple[float, float]], style: str) -> None:
        pairs = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline class="{style}" points="{pairs}"/>')

    def x_axis(self, scale: Scale, y: float, name: str, top: float) -> None:
        for tick in scale.ticks():
            self.line(scale(tick), top, scale(tick), y, "grid")
            self.text(scale(tick), y + 16, f"{tick:g}" if scale.log else f"{tick:.2f}", "tick middle")
        self.text((scale.start + scale.end) / 2, y + 34, name, "label middle")

    def y_axis(self, scale: Scale, x: float, name: str, right: float) -> None:
        for tick in scale.ticks():
            self.line(x, scale(tick), right, scale(tick), "grid")
            self.text(x - 6, scale(tick) + 4, f"{tick:.2f}", "tick end")
        self.text(x - 6, scale.end - 12, name, "label end")

    def markup(self) -> str:
        return (
            f'<svg viewBox="0 0 {self.width} {self.height}" role="img" '
            f'aria-label="{escape(self.title, quote=True)}">{"".join(self.parts)}</svg>'
        )


WIDTH, LEFT, RIGHT = 760, 180, 30
LETTER, LINE = 6.2, 11  # a small letter's mean width and a small line's height in pixels
POINTS = 300  # of a line: more would not be seen
SERIES = 8  # line styles in the stylesheet; more lines than that nobody can tell apart


@dataclass(frozen=True, slots=True)
class Figure:
    id: str
    title: str
    svg: str


def figures(rows: Sequence[Summary], results: Mapping[str, Sequence[PageResult]]) -> list[Figure]:
    """All figures for the systems with a text score; none where nothing was scored."""
    scored = sorted((row for row in rows if row.f1 is not None), key=lambda row: -(row.f1 or 0))
    if not scored:
        return []
    return [
        accuracy_by_method(scored),
        precision_recall(scored),
        f_by_page(scored, results),
        quality_against_cost(scored),
    ]


def accuracy_by_method(rows: Sequence[Summary]) -> Figure:
    """Bars with the bootstrap interval as a whisker."""
    title = "Accuracy by method: shingle F1 with its 95 % interval"
    height = 24 * len(rows) + 60
    canvas = Canvas(WIDTH, height, title)
    x = Scale(0, 1, LEFT, WIDTH - 2 * RIGHT)
    canvas.x_axis(x, height - 44, "shingle F1", 8)
    for number, row in enumerate(rows):
        y = 10 + 24 * number
        value = row.f1 or 0.0
        canvas.bar(LEFT, y, x(value) - LEFT, 16, _style("bar", row.system))
        canvas.line(x(row.f1_low or 0), y + 8, x(row.f1_high or 0), y + 8, "whisker")
        canvas.text(LEFT - 8, y + 12, row.system, "label end")
        canvas.text(WIDTH - 8, y + 12, f"{value:.3f}", "value end")
    return Figure("accuracy", title, canvas.markup())


def precision_recall(rows: Sequence[Summary]) -> Figure:
    title = "Precision and recall of each method"
    canvas = Canvas(WIDTH, 460, title)
    low = _floor([value for row in rows for value in (row.precision, row.recall) if value is not None])
    x, y = Scale(low, 1, 70, WIDTH - 150), Scale(low, 1, 400, 30)
    canvas.x_axis(x, 400, "recall", 30)
    canvas.y_axis(y, 70, "precision", WIDTH - 150)
    _labelled_dots(canvas, [(x(row.recall or 0), y(row.precision or 0), row) for row in rows])
    return Figure("precision-recall", title, canvas.markup())


def f_by_page(rows: Sequence[Summary], results: Mapping[str, Sequence[PageResult]]) -> Figure:
    """Each line is one method's pages from the worst to the best."""
    title = f"F1 by page, pages from worst to best (the {min(SERIES, len(rows))} best methods)"
    canvas = Canvas(WIDTH, 440, title)
    x, y = Scale(0, 1, 70, WIDTH - 190), Scale(0, 1, 380, 30)
    canvas.x_axis(x, 380, "share of pages", 30)
    canvas.y_axis(y, 70, "F1", WIDTH - 190)
    for number, row in enumerate(rows[:SERIES]):
        values = sorted(result.f1 for result in results[row.system] if result.scored)
        last = max(len(values) - 1, 1)
        shown = sorted({round(step * (len(values) - 1) / POINTS) for step in range(POINTS + 1)})
        canvas.path([(x(i / last), y(values[i])) for i in shown], f"series s{number}")
        canvas.line(WIDTH - 180, 40 + 20 * number, WIDTH - 160, 40 + 20 * number, f"series s{number}")
        canvas.text(WIDTH - 154, 44 + 20 * number, row.system, "label")
    return Figure("f-by-page", title, canvas.markup())


def quality_against_cost(rows: Sequence[Summary]) -> Figure:
    title = "Quality against cost: F1 over the time of a page, in units of parsing it"
    canvas = Canvas(WIDTH, 460, title)
    costs = [row.parse_ratio for row in rows if row.parse_ratio]
    low = _floor([row.f1 for row in rows if row.f1 is not None])
    most = max(costs, default=2.0)
    x = Scale(1, max(2.0, 1.3 * most), 70, WIDTH - 150, log=True)
    y = Scale(low, 1, 400, 30)
    canvas.x_axis(x, 400, "time / time to parse (log)", 30)
    canvas.y_axis(y, 70, "F1", WIDTH - 150)
    dots = [(x(max(row.parse_ratio, 1)), y(row.f1 or 0), row) for row in rows if row.parse_ratio]
    _labelled_dots(canvas, dots)
    return Figure("cost", title, canvas.markup())


def _labelled_dots(canvas: Canvas, dots: Sequence[tuple[float, float, Summary]]) -> None:
    """Dots with their names beside them; a name goes down a line where another one stands already."""
    taken: list[tuple[float, float, float]] = []
    for x, y, row in sorted(dots, key=lambda dot: (dot[1], dot[0])):
        canvas.dot(x, y, _style("dot", row.system), f"{row.system}: F1 {row.f1:.3f}, {row.ms:.1f} ms")
        start, end, line = x + 7, x + 7 + LETTER * len(row.system), y + 4
        while any(start < right and left < end and abs(line - other) < LINE for left, right, other in taken):
            line += 1
        taken.append((start, end, line))
        canvas.text(start, line, row.system, "small")


def _style(shape: str, system: str) -> str:
    """The default method stands out; the stylesheet says how."""
    return f"{shape} ours" if system.removesuffix(WITH_SITE) == Config().method else shape


def _floor(values: Sequence[float]) -> float:
    """Where an axis starts: a tenth below the least value."""
    return max(0.0, int(10 * min(values)) / 10) if values else 0.0
