"""The trained part of the default method: word weights and trees, read from the package's own data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np
import xxhash

from webnoise.errors import ConfigError
from webnoise.features.columns import NAMES
from webnoise.features.forest import Forest
from webnoise.features.lexicon import Lexicon

TREES, WORDS = "core.npz", "core.words.tsv"


@dataclass(frozen=True)
class CoreModel:
    """Measures to contributions. `threshold` is the score (log-odds) above which a block is kept."""

    lexicon: Lexicon
    forest: Forest
    threshold: float = 0.0

    def save(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        # Half precision for the leaves: the sum of 200 trees errs by less than 0.01.
        half = replace(self.forest, values=self.forest.values.astype(np.float16))
        half.save(folder / TREES, names=np.array(NAMES), threshold=np.float32(self.threshold))
        lines = [
            f"{word}\t{own:g}\t{around:g}" for word, (own, around) in sorted(self.lexicon.places.items())
        ]
        lines += [f"{word}\t{weight:g}" for word, weight in sorted(self.lexicon.words.items())]
        (folder / WORDS).write_text("\n".join(lines) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> CoreModel:
        forest, beside = Forest.load(folder / TREES)
        if tuple(beside["names"]) != NAMES:
            raise ConfigError(f"the model in {folder} was trained on other measures: train it again")
        places: dict[str, tuple[float, float]] = {}
        words: dict[str, float] = {}
        for line in (folder / WORDS).read_text(encoding="utf-8").split("\n"):
            word, _, weights = line.partition("\t")
            if not weights:
                continue
            own, _, around = weights.partition("\t")
            if around:
                places[word] = (float(own), float(around))
            else:
                words[word] = float(own)
        return cls(Lexicon(places, words), forest, beside["threshold"])

    @staticmethod
    def digest(folder: Path) -> str:
        """Names the weights in a folder; the model card carries it."""
        hasher = xxhash.xxh3_128()
        for name in (TREES, WORDS):
            hasher.update((folder / name).read_bytes())
        return hasher.hexdigest()


def model_folder() -> Path:
    return Path(str(files("webnoise") / "model_data"))


@cache
def shipped_model() -> CoreModel:
    """The weights that come with the package, read once."""
    return CoreModel.load(model_folder())
