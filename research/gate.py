"""The quality gate: scores on fixed samples must not fall below what they once were.

`floors.json` pins, for each corpus, the sample and its digest, and for each system the score and the
pages' own scores (thousandths, in the order of the pages' digests), so that a drop can name the pages that
got worse. `lowered` keeps why a floor was ever lowered.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from research.corpora import corpus_folder, read_corpus
from research.script import run_script
from webnoise.errors import ConfigError, InputError
from webnoise.evaluate.corpora import GoldPage, corpus_digest, fixed_sample
from webnoise.evaluate.results import PageResult, summarise
from webnoise.evaluate.run import evaluate, worker_pool

WORSE = 0.005  # a page's own score must fall by more than this to be named
ROUNDING = 0.0005  # floors are pinned to three digits
NAMED = 10  # pages named for each drop


@dataclass(frozen=True, slots=True)
class Drop:
    corpus: str
    system: str
    floor: float
    score: float
    worse: list[tuple[str, float, float]]
    """Page, its score when the floor was pinned, its score now; the largest loss first."""
    error: str | None = None
    """The first of the errors that the system ended with on a page."""

    def __str__(self) -> str:
        lines = [f"{self.system} on {self.corpus}: {self.score:.4f}, below its floor of {self.floor:.3f}"]
        lines += [f"  {page}: {before:.3f} -> {now:.3f}" for page, before, now in self.worse[:NAMED]]
        if len(self.worse) > NAMED:
            lines.append(f"  and {len(self.worse) - NAMED} pages more")
        if self.error:
            lines.append(f"  a page ended with {self.error}")
        return "\n".join(lines)


@dataclass(slots=True)
class GateOutcome:
    drops: list[Drop] = field(default_factory=list)
    scores: list[tuple[str, str, float]] = field(default_factory=list)
    """Corpus, system, score."""
    skipped: list[str] = field(default_factory=list)
    raised: list[tuple[str, str, float, float]] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.drops


def outcome_lines(outcome: GateOutcome) -> Iterator[str]:
    """The outcome, line by line, drops last."""
    for corpus in outcome.skipped:
        yield f"gate: skipped {corpus}: the development corpora are not here (set WEBNOISE_CORPUS)"
    for corpus, system, score in outcome.scores:
        yield f"gate: {corpus:12} {system:24} {score:.3f}"
    for corpus, system, before, now in outcome.raised:
        yield f"gate: raised {system} on {corpus}: {before:.3f} -> {now:.3f}"
    for drop in outcome.drops:
        yield f"gate: FAILED {drop}"


FLOORS = Path(__file__).with_name("floors.json")


def run_gate(
    path: Path,
    *,
    raise_floors: bool = False,
    lower_reason: str | None = None,
    workers: int = 2,
    progress: bool = False,
) -> GateOutcome:
    """Measure every pinned sample and compare; write the floors that are asked to move.

    `raise_floors` pins scores above their floor, and systems that had none. `lower_reason` pins those
    below, with the reason on record. A corpus that is not there is skipped by name.
    """
    if lower_reason is not None and not lower_reason.strip():
        raise ConfigError("lowering a floor needs a reason: say why the scores may fall")
    pinned = _load(path)
    outcome = GateOutcome()
    with worker_pool(workers) as pool:
        for corpus, sample in pinned["samples"].items():
            pages = _sample_pages(corpus, sample, repin=raise_floors)
            if pages is None:
                outcome.skipped.append(corpus)
                continue
            results = evaluate(pages, pinned["systems"], workers=pool, progress=progress)
            floors = pinned["floors"].setdefault(corpus, {})
            for system in pinned["systems"]:
                own = [result for result in results if result.system == system]
                now = _measured(pages, own)
                score, floor = now["score"], floors.get(system)
                outcome.scores.append((corpus, system, score))
                if floor and score < floor["score"] - ROUNDING:
                    error = next((result.error for result in own if result.error), None)
                    worse = _worse(floor, now, pages)
                    outcome.drops.append(Drop(corpus, system, floor["score"], score, worse, error))
                    if lower_reason:
                        floors[system] = now
                        moved = {"corpus": corpus, "system": system, "from": floor["score"], "to": score}
                        pinned["lowered"].append(moved | {"reason": lower_reason})
                elif raise_floors and (floor is None or score > floor["score"]):
                    outcome.raised.append((corpus, system, floor["score"] if floor else 0.0, score))
                    floors[system] = now
    if outcome.raised or (outcome.drops and lower_reason):
        by_corpus = sorted(pinned["floors"].items())
        pinned["floors"] = {corpus: dict(sorted(floors.items())) for corpus, floors in by_corpus}
        path.write_text(json.dumps(pinned, indent=1) + "\n", encoding="utf-8")
    if lower_reason:
        outcome.drops.clear()
    return outcome


def _load(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        return {name: document[name] for name in ("samples", "systems", "floors", "lowered")}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{path} holds no floors: {error!r}") from error


def _sample_pages(corpus: str, sample: dict[str, Any], *, repin: bool) -> list[GoldPage] | None:
    if corpus_folder() is None and not Path(corpus).exists():
        return None
    pages = fixed_sample(read_corpus(corpus), sample["pages"])
    digest = corpus_digest(pages)
    if sample.get("digest") not in (None, digest):
        raise InputError(
            f"the sample of {corpus} is not the one that the floors were pinned on (digest {digest}): "
            "bring the corpus back, or remove its digest from the floors and raise them anew"
        )
    if repin:
        sample["digest"] = digest
    return pages


def _measured(pages: Sequence[GoldPage], results: Sequence[PageResult]) -> dict[str, Any]:
    """Shingle F1, or snippets F1 where the corpus has no texts, rounded down to three digits."""
    summary = summarise("", results)
    score = summary.f1 if summary.f1 is not None else summary.snippets_f1 or 0.0
    by_page = dict(zip((page.digest for page in pages), results, strict=True))
    own = [round(1000 * _own(by_page[digest])) for digest in sorted(by_page)]
    return {"score": int(score * 1000) / 1000, "pages": " ".join(map(str, own))}


def _own(result: PageResult) -> float:
    if result.scored or not result.snippets:
        return result.f1
    found, missed, unwanted = result.snippets
    return 2 * found / max(1, 2 * found + missed + unwanted)


def _worse(
    floor: dict[str, Any], now: dict[str, Any], pages: Sequence[GoldPage]
) -> list[tuple[str, float, float]]:
    ordered = sorted(pages, key=lambda page: page.digest)
    before, after = (list(map(int, each["pages"].split())) for each in (floor, now))
    if len(before) != len(after):
        return []
    worse = [
        (page.url or page.id, then / 1000, score / 1000)
        for page, then, score in zip(ordered, before, after, strict=True)
        if then - score > 1000 * WORSE
    ]
    return sorted(worse, key=lambda each: each[2] - each[1])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m research.gate", description=__doc__.splitlines()[0])
    parser.add_argument("--floors", type=Path, default=FLOORS, metavar="FILE", help="other floors")
    parser.add_argument(
        "--raise", dest="raise_floors", action="store_true", help="pin scores that are above their floor"
    )
    parser.add_argument(
        "--lower", metavar="REASON", help="pin scores that are below their floor, and say why"
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes (default: 2)")
    arguments = parser.parse_args()
    outcome = run_gate(
        arguments.floors,
        raise_floors=arguments.raise_floors,
        lower_reason=arguments.lower,
        workers=arguments.workers,
        progress=sys.stderr.isatty(),
    )
    sys.stdout.writelines(f"{line}\n" for line in outcome_lines(outcome))
    return exit_status(outcome)


def exit_status(outcome: GateOutcome) -> int:
    """Return 1 after a drop; where `CI` is set, also where a corpus is missing: green must mean measured."""
    unchecked = outcome.skipped and os.environ.get("CI")
    return 0 if outcome.passed and not unchecked else 1


if __name__ == "__main__":
    run_script(main)
