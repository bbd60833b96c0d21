"""Find the earlier near duplicates of a text, in memory or in an SQLite file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Self

from webnoise.dedup.compare import MOST_MATCHES, Candidate, Match, Thresholds, best_matches
from webnoise.dedup.hashes import MOST_SHARING, text_hashes
from webnoise.dedup.signature import RECORD, Signature, as_records
from webnoise.errors import StoreError
from webnoise.sqlite_file import SqliteFile, sqlite_path

__all__ = ["DuplicateIndex", "Match", "Thresholds"]

_TABLES = """
CREATE TABLE IF NOT EXISTS duplicate_text (
    number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, signature BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS duplicate_hash (
    hash INTEGER NOT NULL, text INTEGER NOT NULL, PRIMARY KEY (hash, text)
) WITHOUT ROWID;
"""


class DuplicateIndex:
    """Find the earlier near duplicates of a text.

    `url` says where the index lives: nowhere but in memory (None), or `sqlite:///some/file.db`; `file` is an
    open file that other stores use too. What `add` returned for outlives the death of the process at any
    moment. `most` bounds the matches returned for one text. Methods block while they read and write; any
    thread may call them, and any number of processes may share the file.

    >>> index = DuplicateIndex()
    >>> from webnoise.dedup.signature import signature
    >>> story = "Ministers agreed in Geneva on Monday to cut tariffs on steel, " * 3
    >>> index.add("https://a.example/1", signature(story, "en"))
    []
    >>> [match.key for match in index.add("https://b.example/2", signature(story, "en"))]
    ['https://a.example/1']
    """

    def __init__(
        self,
        url: str | None = None,
        thresholds: Thresholds | None = None,
        most: int | None = MOST_MATCHES,
        file: SqliteFile | None = None,
    ) -> None:
        self.thresholds = thresholds or Thresholds()
        self._most = most
        path = sqlite_path(url)
        if path:
            refuse_old_index(path)
        self._file = file or SqliteFile(path)
        self._file.create(_TABLES)

    def __len__(self) -> int:
        return int(self._file.rows("SELECT count(*) FROM duplicate_text")[0][0])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; an index in memory is gone."""
        self._file.close()

    def add(self, key: str, signature: Signature) -> list[Match]:
        """File a text under its key; return its earlier near duplicates, the best first.

        A known key is replaced: it keeps its place in the order of first sight, so that later texts do not
        make it a duplicate, and it is no duplicate of itself.
        """
        return self.add_many([key], [signature])[0]

    def add_many(self, keys: Sequence[str], signatures: Iterable[Signature]) -> list[list[Match]]:
        """`add` many texts in one transaction, which is faster; each is compared with those before it."""
        with self._file.transaction():
            return [self._add(key, one.to_bytes()) for key, one in zip(keys, signatures, strict=True)]

    def find(self, signature: Signature) -> list[Match]:
        """Return the near duplicates of a text, the best first, without filing it."""
        data = signature.to_bytes()
        texts = {text for _, text in self._filed_under(_hashes_of(data))}
        return self._matches(data, sorted(texts))

    def _add(self, key: str, data: bytes) -> list[Match]:
        file, encoded, hashes = self._file, key.encode("utf-8", "surrogatepass"), _hashes_of(data)
        known = file.row("SELECT number, signature FROM duplicate_text WHERE key = ?", (encoded,))
        if known:
            number, old = known
            old_hashes = [(value, number) for value in _hashes_of(self._checked(old))]
            file.run_many("DELETE FROM duplicate_hash WHERE hash = ? AND text = ?", old_hashes)
            file.run("UPDATE duplicate_text SET signature = ? WHERE number = ?", (data, number))
        else:
            statement = "INSERT INTO duplicate_text (key, signature) VALUES (?, ?)"
            number = file.run(statement, (encoded, data)).lastrowid
        filed = self._filed_under(hashes)
        sharing = Counter(value for value, _ in filed)
        new = [(value, number) for value in hashes if sharing[value] < MOST_SHARING]
        file.run_many("INSERT INTO duplicate_hash VALUES (?, ?)", new)
        return self._matches(data, sorted({text for _, text in filed if text < number}))

    def _filed_under(self, hashes: list[int]) -> list[tuple[int, int]]:
        """Return the hashes among these that texts share, each with the number of the text."""
        marks = ", ".join("?" * len(hashes))
        statement = f"SELECT hash, text FROM duplicate_hash WHERE hash IN ({marks})"  # noqa: S608 - marks alone
        return self._file.rows(statement, tuple(hashes))

    def _matches(self, data: bytes, texts: list[int]) -> list[Match]:
        candidates = []
        for number in texts:
            row = self._file.row("SELECT key, signature FROM duplicate_text WHERE number = ?", (number,))
            if row:
                candidates.append(
                    Candidate(number, row[0].decode("utf-8", "surrogatepass"), self._checked(row[1]))
                )
        return best_matches(data, candidates, self.thresholds, self._most)

    def _checked(self, data: bytes) -> bytes:
        if len(data) != RECORD.itemsize:
            raise StoreError(f"{self._file.url} holds a damaged signature: move it away and begin anew")
        return data


def refuse_old_index(path: Path) -> None:
    """Raise StoreError where an older version has left an index beside an SQLite file."""
    folder = path.with_name(f"{path.name}.duplicates")
    if folder.exists():
        raise StoreError(
            f"{folder} holds an index of duplicates of an older version, which this one cannot read: remove "
            f"the folder, and texts count as new once more; all else in {path} stays"
        )


def _hashes_of(data: bytes) -> list[int]:
    return [value for value in text_hashes(as_records([data]))[0].tolist() if value >= 0]
