"""Write trained models as the package reads them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import xxhash

from webnoise.article.kind import KindModel
from webnoise.features.forest import Forest
from webnoise.features.measures import NAMES
from webnoise.methods.core.model import MODEL_FILES, NAME, SECOND, TREES, WORDS, CoreModel
from webnoise.methods.core.roles import model as roles
from webnoise.methods.core.roles.features import NAMES as ROLE_NAMES
from webnoise.methods.core.second_stage import NAMES as SECOND_NAMES
from webnoise.model import ROLES


def save_core(model: CoreModel, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    save_forest(
        _half(model.forest), folder / TREES, names=np.array(NAMES), threshold=np.float32(model.threshold)
    )
    if model.second is not None:
        threshold = np.float32(model.second.threshold)
        save_forest(
            _half(model.second.forest), folder / SECOND, names=np.array(SECOND_NAMES), threshold=threshold
        )
    lexicon = model.lexicon
    lines = [f"{NAME}\t{word}\t{own:g}\t{around:g}" for word, (own, around) in sorted(lexicon.names.items())]
    for part, words in lexicon.words.items():
        lines += [f"{part}\t{word}\t{weight:g}" for word, weight in sorted(words.items())]
    (folder / WORDS).write_text("\n".join(lines) + "\n", encoding="utf-8")


def save_roles(model: roles.RoleModel, folder: Path) -> None:
    names = {"names": np.array(ROLE_NAMES), "roles": np.array(ROLES)}
    save_forest(_half(model.forest), folder / roles.TREES, neighbours=model.neighbours, **names)
    save_forest(_half(model.second), folder / roles.SECOND, **names)


def save_kind(model: KindModel, path: Path) -> None:
    save_forest(model.forest, path, types=np.array(model.types), names=np.array(model.features))


def save_forest(forest: Forest, path: Path, **beside: Any) -> None:
    np.savez_compressed(
        path, columns=forest.columns.astype(np.int16), thresholds=forest.thresholds, leaves=forest.values,
        bias=np.float32(forest.bias), **beside,
    )  # fmt: skip


def digest(folder: Path) -> str:
    """Return what names the weights in a folder; the model card has it."""
    hasher = xxhash.xxh3_128()
    for name in MODEL_FILES:
        if (folder / name).is_file():
            hasher.update((folder / name).read_bytes())
    return hasher.hexdigest()


def _half(forest: Forest) -> Forest:
    """Return the forest with leaves in half precision: the sum of 400 trees errs by less than 0.01."""
    return replace(forest, values=forest.values.astype(np.float16))
