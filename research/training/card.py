"""The model card: what the weights were made from, when, how good they are, and what they look at."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from webnoise.errors import ConfigError

CARD = "core.card.json"
# A model may lose this much on the mean of the sets and still replace the present one: seeds differ so.
TOLERANCE = 0.0005

SOURCES: dict[str, str] = {
    "wcxb-dev": "WCXB 1.0, development part, CC-BY-4.0",
    "news424": "AndyTheFactory/article-extraction-dataset, Apache-2.0",
    "fundus": "flairNLP/fundus test data, MIT",
    "snippets": "adbar/trafilatura evaluation data, Apache-2.0",
}


@dataclass(frozen=True, slots=True)
class ModelCard:
    digest: str
    made: str
    command: str
    data: Mapping[str, Mapping[str, Any]]
    """By set: its source and licence, pages, sites, and the digest of its pages."""
    plan: Mapping[str, Any]
    threshold: float
    """Of the first stage."""
    out_of_fold: Mapping[str, float]
    """By set, on sites that neither trees nor words have seen."""
    left_out_set: Mapping[str, float]
    """By set, trained without the set and without its sites; by the first stage alone."""
    importance: Mapping[str, float]
    """By measure, its share of the gain of the first stage's trees."""
    overridden: str | None = None
    second: Mapping[str, Any] = field(default_factory=dict)
    """Plan and threshold of the second stage."""


def write_card(folder: Path, card: ModelCard) -> None:
    text = json.dumps(asdict(card), indent=1, ensure_ascii=False)
    (folder / CARD).write_text(text + "\n", encoding="utf-8")


def read_card(folder: Path) -> ModelCard | None:
    path = folder / CARD
    return ModelCard(**json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None


def refuse_worse(present: ModelCard | None, scores: Mapping[str, float], reason: str | None) -> None:
    """ConfigError when the new scores are worse than the present ones on the sets that both have."""
    common: Sequence[str] = [name for name in scores if present and name in present.out_of_fold]
    if not present or not common or reason:
        return
    before = sum(present.out_of_fold[name] for name in common) / len(common)
    after = sum(scores[name] for name in common) / len(common)
    if after < before - TOLERANCE:
        raise ConfigError(
            f"not written: {after:.4f} out of fold on {', '.join(common)}, the present model has "
            f"{before:.4f}; "
            f"write elsewhere with --out, or give a reason with --although"
        )
