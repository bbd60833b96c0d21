"""The trained part of the default method: word weights and trees, read from the package's own data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from webnoise.errors import ConfigError
from webnoise.features.forest import Forest
from webnoise.features.lexicon import PARTS, Lexicon
from webnoise.features.measures import NAMES
from webnoise.methods.core.second_stage import NAMES as SECOND_NAMES
from webnoise.methods.core.second_stage import SecondModel

TREES, WORDS, SECOND = MODEL_FILES = ("core.npz", "core.words.tsv", "core.second.npz")
NAME = "place"
"""The first column of the words of names in the file of words; words of texts have their part there."""


@dataclass(frozen=True)
class CoreModel:
    """The trained stages. `threshold` is the score (log-odds) above which a block is kept.

    A model without a second stage decides by the first.
    """

    lexicon: Lexicon
    forest: Forest
    threshold: float = 0.0
    second: SecondModel | None = None

    @classmethod
    def load(cls, folder: Path) -> CoreModel:
        return replace(cls.load_first_stage(folder), second=_second(folder))

    @classmethod
    def load_first_stage(cls, folder: Path) -> CoreModel:
        """Load all but the second stage, which may have been trained on other features."""
        forest, beside = Forest.load(folder / TREES)
        if tuple(beside["names"]) != NAMES:
            raise ConfigError(f"the model in {folder} was trained on other features: train it again")
        names: dict[str, tuple[float, float]] = {}
        words: dict[str, dict[str, float]] = {part: {} for part in PARTS}
        for line in (folder / WORDS).read_text(encoding="utf-8").rstrip("\n").split("\n"):
            part, word, *weights = line.split("\t")
            if part == NAME:
                names[word] = (float(weights[0]), float(weights[1]))
            else:
                words[part][word] = float(weights[0])
        return cls(Lexicon(names, words), forest, beside["threshold"])


def _second(folder: Path) -> SecondModel | None:
    if not (folder / SECOND).is_file():
        return None
    forest, beside = Forest.load(folder / SECOND)
    if tuple(beside["names"]) != SECOND_NAMES:
        raise ConfigError(f"the second stage in {folder} was trained on other features: train it again")
    return SecondModel(forest, beside["threshold"])


def model_folder() -> Path:
    return Path(str(files("webnoise") / "model_data"))


@cache
def shipped_model() -> CoreModel:
    """The weights that come with the package, read once."""
    return CoreModel.load(model_folder())
