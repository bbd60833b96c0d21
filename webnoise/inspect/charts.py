"""What the charts of a crawl's report show, in pixels; `templates/charts.html` draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

WIDTH = 960
_NAMES = 190  # room for names on the left, and for sums on the right
_SUMS = 110
_ROW, _BAR = 40, 26  # height of a site's row of days, and of its highest bar
_LINE = 26
_MOST_DAYS = 62  # bars of a row; more days are put together
_WIDEST = 26
_LONGEST_NAME = 26  # letters


class Bar(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    label: str
    style: str = "day"


class ChartRow(NamedTuple):
    """A name, the place of its line, its bars, and what they come to."""

    name: str
    y: float
    bars: list[Bar]
    total: str


class Chart(NamedTuple):
    title: str
    height: float
    rows: list[ChartRow]
    ticks: list[tuple[float, str]]
    start: float = _NAMES
    end: float = WIDTH - _SUMS
    width: int = WIDTH


def days_chart(title: str, sites: Sequence[tuple[str, Mapping[str, int]]]) -> Chart | None:
    """For each site how many articles are of each day, all on one scale; None where none has a day."""
    dated = [(name, _by_day(days), sum(days.values())) for name, days in sites]
    known = [day for _, days, _ in dated for day in days]
    if not known:
        return None
    first, last = min(known), max(known)
    span = (last - first).days + 1
    step = -(-span // _MOST_DAYS)
    slots = -(-span // step)
    start, end = _NAMES, WIDTH - _SUMS
    slot = min((end - start) / slots, _WIDEST)
    counted = [(name, _slots(days, first, step), total) for name, days, total in dated]
    most = max(count for _, counts, _ in counted for count in counts.values())
    rows = []
    for number, (name, counts, total) in enumerate(counted):
        base = 8 + _ROW * number + _BAR
        bars = [
            Bar(
                start + slot * place + 0.5,
                base - _BAR * count / most,
                max(slot - 1.5, 1),
                _BAR * count / most,
                f"{_period(first, place, step)}: {count} article{'' if count == 1 else 's'}",
            )
            for place, count in sorted(counts.items())
        ]
        rows.append(ChartRow(_short(name), base, bars, f"{total:,}"))
    ticks = [(start + slot * (place + 0.5), _tick(first, place, step)) for place in _tick_places(slots)]
    return Chart(title, 8 + _ROW * len(rows) + 24, rows, ticks)


def bars_chart(title: str, values: Sequence[tuple[str, float, str, str]]) -> Chart | None:
    """A bar for each name, value, words and style; None where there is nothing to draw."""
    most = max((value for _, value, _, _ in values), default=0)
    if not most:
        return None
    start, end = _NAMES, WIDTH - _SUMS
    rows = [
        ChartRow(
            _short(name),
            8 + _LINE * number + 15,
            [
                Bar(
                    start,
                    8 + _LINE * number,
                    max((end - start) * value / most, 1),
                    _LINE - 8,
                    f"{name}: {label}",
                    style,
                )
            ],
            label,
        )
        for number, (name, value, label, style) in enumerate(values)
    ]
    return Chart(title, 8 + _LINE * len(rows) + 4, rows, [])


def _by_day(days: Mapping[str, int]) -> dict[date, int]:
    """What is of a day; texts that are no date count for none."""
    found = {}
    for name, count in days.items():
        try:
            found[date.fromisoformat(name)] = count
        except ValueError:
            continue
    return found


def _slots(days: Mapping[date, int], first: date, step: int) -> dict[int, int]:
    counts: dict[int, int] = {}
    for day, count in days.items():
        place = (day - first).days // step
        counts[place] = counts.get(place, 0) + count
    return counts


def _period(first: date, place: int, step: int) -> str:
    begin = first + timedelta(days=place * step)
    if step == 1:
        return begin.isoformat()
    return f"{begin.isoformat()} to {(begin + timedelta(days=step - 1)).isoformat()}"


def _tick(first: date, place: int, step: int) -> str:
    day = first + timedelta(days=place * step)
    return f"{day.day} {day:%b}" + (f" {day:%Y}" if step > 7 else "")


def _tick_places(slots: int) -> list[int]:
    every = max(1, -(-slots // 7))
    return list(range(0, slots, every))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
