"""The little SVG that the report's figures need: axes, bars, points, lines, all as text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

__all__ = ["Canvas", "Scale"]


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
        places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline class="{style}" points="{places}"/>')

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
