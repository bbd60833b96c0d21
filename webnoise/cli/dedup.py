"""`webnoise dedup`: near duplicates among the records of a file, and the file without them."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from webnoise.batch.inputs import kind_of, open_file, unpacked
from webnoise.cli.files import json_object, open_output
from webnoise.dedup.clusters import Cluster, Fields, cluster
from webnoise.errors import ConfigError, InputError
from webnoise.files import atomic_write

HELP = "Find near duplicates among the records of a JSONL or Parquet file; one line per cluster comes out."

_ROWS_AT_ONCE = 1024
_HEAD = 1 << 16


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", help="JSONL or Parquet, with a text in every record; - for standard input")
    add("-o", "--output", metavar="FILE", help="where clusters go; default: standard output")
    add(
        "--deduplicated", metavar="FILE", type=Path, help="write the records, of each cluster the first alone"
    )
    add("--text-field", default="text", metavar="NAME", help="default: text")
    add("--key-field", default="url", metavar="NAME", help="default: url")
    add("--language-field", default="language", metavar="NAME", help="default: language")


def run(args: argparse.Namespace) -> int:
    from tqdm import tqdm

    fields = Fields(text=args.text_field, key=args.key_field, language=args.language_field)
    with _opened(args.file) as (path, name):
        records = _ParquetRecords(path, name) if _is_parquet(path, name) else _JsonRecords(path, name)
        if args.deduplicated is not None and args.deduplicated.suffix != records.suffix:
            raise ConfigError(
                f"{args.deduplicated}: the file without duplicates is {records.suffix}, as {name} is"
            )
        with tqdm(unit="record", disable=not sys.stderr.isatty()) as bar:
            clusters = cluster(records.read(fields), fields, progress=bar.update)
        if args.output is not None or args.deduplicated is None:
            _write_clusters(clusters, args.output)
        repeated = {member.number for found in clusters for member in found.duplicates}
        summary = f"{len(clusters)} clusters of near duplicates, {len(repeated)} records repeat another"
        if args.deduplicated is not None:
            with atomic_write(args.deduplicated) as aside:
                kept = records.write(aside, repeated)
            summary += f"; {kept} records in {args.deduplicated}"
    print(summary, file=sys.stderr)
    return 0


def _write_clusters(clusters: list[Cluster], name: str | None) -> None:
    with open_output(name) as output:
        for found in clusters:
            output.write(json.dumps(found.to_dict(), ensure_ascii=False) + "\n")


@contextmanager
def _opened(name: str) -> Iterator[tuple[str, str]]:
    """The path of an input and what to call it; standard input is kept in a file, to be read again."""
    if name != "-":
        yield name, name
        return
    with tempfile.NamedTemporaryFile() as kept:
        for step in iter(lambda: sys.stdin.buffer.read(_HEAD), b""):
            kept.write(step)
        kept.flush()
        yield kept.name, "standard input"


def _is_parquet(path: str, name: str) -> bool:
    try:
        with open_file(path) as file:
            return kind_of(file.read(_HEAD)) == "parquet"
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror}") from error


class _JsonRecords:
    suffix = ".jsonl"

    def __init__(self, path: str, name: str) -> None:
        self._path, self._name = path, name

    def read(self, _fields: Fields) -> Iterator[dict[str, Any]]:
        for number, line in self._lines():
            yield json_object(line, self._name, number)

    def write(self, path: Path, without: set[int]) -> int:
        """Write the lines as they are, but those of these records."""
        kept = 0
        with path.open("wb") as output:
            for record, (_, line) in enumerate(self._lines(), 1):
                if record not in without:
                    output.write(line.rstrip(b"\r\n") + b"\n")
                    kept += 1
        return kept

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        with open_file(self._path) as file:
            yield from ((number, line) for number, line in enumerate(unpacked(file), 1) if line.strip())


class _ParquetRecords:
    suffix = ".parquet"

    def __init__(self, path: str, name: str) -> None:
        self._path, self._name = path, name

    def read(self, fields: Fields) -> Iterator[dict[str, Any]]:
        """The columns that are asked for, row by row."""
        with self._file() as file:
            known = file.schema_arrow.names
            if fields.text not in known:
                problem = f"{self._name} has no column {fields.text!r} but {', '.join(known)}"
                raise InputError(f"{problem}: name it by --text-field")
            columns = [name for name in (fields.text, fields.key, fields.language) if name in known]
            for batch in file.iter_batches(_ROWS_AT_ONCE, columns=columns):
                # A missing text is an empty one here: a column has a value in every row, or none.
                yield from ({**row, fields.text: row[fields.text] or ""} for row in batch.to_pylist())

    def write(self, path: Path, without: set[int]) -> int:
        import pyarrow as pa
        from pyarrow import parquet

        row = kept = 0
        with (
            self._file() as file,
            parquet.ParquetWriter(path, file.schema_arrow, compression="zstd") as output,
        ):
            for batch in file.iter_batches(_ROWS_AT_ONCE):
                wanted = [number not in without for number in range(row + 1, row + 1 + batch.num_rows)]
                output.write_batch(batch.filter(pa.array(wanted)))
                row += batch.num_rows
                kept += sum(wanted)
        return kept

    def _file(self) -> AbstractContextManager[Any]:
        try:
            import pyarrow as pa
            from pyarrow import parquet
        except ImportError:
            raise ConfigError(
                f"{self._name} is a Parquet file, which pyarrow reads: pip install 'webnoise[parquet]'"
            ) from None
        try:
            opened: AbstractContextManager[Any] = parquet.ParquetFile(self._path)
        except (pa.ArrowException, OSError) as error:
            raise InputError(f"{self._name} is no whole Parquet file: {error}") from error
        return opened
