"""What a run has done so far, kept beside its output, so that a killed run goes on where it stopped.

A folder `OUTPUT.unfinished` holds the plan, the memories of the first pass, and the journal of the second: a
line for each page that was read, in order, its row or why it gives none. It is gone when the output is there.
"""

from __future__ import annotations

import json
import os
import shutil
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from webnoise.batch.inputs import Place, Skipped
from webnoise.batch.work import Row
from webnoise.dedup.originals import Originality
from webnoise.dedup.signature import Signature
from webnoise.errors import ConfigError, StoreError
from webnoise.file_lock import Locked, lock
from webnoise.stores.lines import last_line_start

_PLAN = "plan.json"
_LEARNED = "learned.json"
_LOCK = "lock"
_LINES_AT_ONCE = 32
_FORMAT = 1

Done = Row | Skipped


class RunState:
    """The folder of one run. `plan` is all that its output depends on; another plan's folder is refused."""

    def __init__(self, folder: Path, plan: dict[str, Any], *, restart: bool = False) -> None:
        self.folder = folder
        self._plan = {"format": _FORMAT, **plan}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = lock(folder / _LOCK)
            if restart:
                (folder / _PLAN).unlink(missing_ok=True)
        except Locked:
            raise ConfigError(f"{folder} is in use: another process writes the same output") from None
        except OSError as error:
            raise StoreError(f"cannot keep what is done in {folder}: {error.strerror}") from error

    def __enter__(self) -> Self:
        try:
            self._check_plan()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def memories(self) -> Path:
        return self.folder / "memories.db"

    @property
    def fetched(self) -> Path:
        return self.folder / "fetched.db"

    def new_index(self) -> Path:
        """Where the index of duplicates is built; what a killed run has left of it is removed."""
        folder = self.folder / "index"
        shutil.rmtree(folder, ignore_errors=True)
        return folder / "duplicates.db"

    @property
    def learned(self) -> tuple[Place | None, bool]:
        """The last page that the first pass has learned for good, and whether it is over."""
        state = _read_json(self.folder / _LEARNED) or {}
        return (Place(*state["place"]) if state.get("place") else None), bool(state.get("over"))

    def put_learned(self, place: Place | None, *, over: bool = False) -> None:
        _write_json(self.folder / _LEARNED, {"place": place, "over": over})

    def journal(self) -> Journal:
        return Journal(self.folder / "journal")

    def remove(self) -> None:
        """Without the plan the rest means nothing: a death in between leaves a folder that begins anew."""
        (self.folder / _PLAN).unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _check_plan(self) -> None:
        path = self.folder / _PLAN
        known = _read_json(path)
        if known is None:
            for left in self.folder.iterdir():
                if left.name != _LOCK:
                    shutil.rmtree(left) if left.is_dir() else left.unlink()
            _write_json(path, self._plan)
            return
        plan = json.loads(json.dumps(self._plan))
        if changed := [name for name in plan if known.get(name) != plan[name]]:
            raise ConfigError(
                f"{self.folder} holds an unfinished run with other {' and '.join(changed)}: finish it by its "
                "own command, or begin anew by --restart"
            )


class Journal:
    r"""Lines `{head}\t{article}`: JSON has no bare tab, so that articles are copied and not read again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("ab+")
        self._file.truncate(last_line_start(self._file))  # half a line of a killed run
        self._file.seek(0, 2)
        self._unwritten = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def size(self) -> int:
        self.flush()
        return self._path.stat().st_size

    @property
    def last(self) -> Place | None:
        """The last page that is done."""
        size = self.size
        if not size:
            return None
        with self._path.open("rb") as file:
            file.seek(last_line_start(file, size - 1))
            return _parsed(file.readline()).place

    def add(self, done: Done) -> None:
        self._file.write(_line(done))
        self._unwritten += 1
        if self._unwritten >= _LINES_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        self._file.flush()
        self._unwritten = 0

    def __iter__(self) -> Iterator[Done]:
        self.flush()
        with self._path.open("rb") as file:
            for line in file:
                yield _parsed(line)


def _line(done: Done) -> bytes:
    if isinstance(done, Skipped):
        return (
            json.dumps({"place": done.place, "skipped": done.reason, "detail": done.detail}).encode() + b"\n"
        )
    head: dict[str, Any] = {"place": done.place, "key": done.key, "original": done.originality}
    if sign := done.signature:
        head["signature"] = [sign.fingerprint, b64encode(sign.sketch).decode(), sign.length]
    return json.dumps(head).encode() + b"\t" + done.article + b"\n"


def _parsed(line: bytes) -> Done:
    head, _, article = line[:-1].partition(b"\t")
    fields = json.loads(head)
    place = Place(*fields["place"])
    if "skipped" in fields:
        return Skipped(place, fields["skipped"], fields["detail"])
    sign = None
    if "signature" in fields:
        fingerprint, sketch, length = fields["signature"]
        sign = Signature(fingerprint, b64decode(sketch), length)
    return Row(place, fields["key"], article, sign, Originality(*fields["original"]))


def _read_json(path: Path) -> dict[str, Any] | None:
    try:
        value = json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def _write_json(path: Path, value: object) -> None:
    aside = path.with_suffix(".part")
    aside.write_text(json.dumps(value), encoding="utf-8")
    aside.replace(path)
