"""Whether two versions of webnoise make the same articles of every page of the development corpora.

    git worktree add ../before ad722bd
    python -m research.benchmarks.compare --before ../before

Both trees extract all pages, each in a process of its own; then the fields are compared page by page.
What differs is counted by field and shown. With `--speed` their times are compared instead.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import subprocess
import sys
from collections import Counter
from itertools import islice, zip_longest
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parents[2]
CORPORA = ("wcxb-dev", "news424", "fundus", "snippets", "siblings")
FIELDS = (
    "text", "title", "authors", "published", "modified", "kind", "markdown", "fingerprint", "canonical_url",
    "site", "language", "section", "tags", "description", "images", "media", "paywalled", "word_count",
    "noise", "html", "evidence", "error",
)  # fmt: skip
ROUNDS, TIMED_PAGES = 3, 100
MADE = "2026-11-16T00:00:00+00:00"  # when all pages were fetched: no date may lie behind it


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--before", type=Path, default=ROOT.parent / "before", help="a checkout of the older version"
    )
    parser.add_argument(
        "--corpus", type=Path, help="their folder; default: WEBNOISE_CORPUS, else beside this"
    )
    parser.add_argument("--sets", default=",".join(CORPORA))
    parser.add_argument("--limit", type=int, default=0, help="only so many pages of each set")
    parser.add_argument("--show", type=int, default=3, help="so many differences of each field")
    parser.add_argument("--folder", type=Path, default=ROOT / ".compare", help="where the results lie")
    parser.add_argument(
        "--reuse", action="store_true", help="take the older version's results if they are there"
    )
    parser.add_argument(
        "--speed", action="store_true", help="compare the time instead, on 100 pages of each set"
    )
    parser.add_argument("--extract", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--timed", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.corpus is None:
        arguments.corpus = corpora_folder()
    names = arguments.sets.split(",")
    if arguments.extract:
        for name in names:
            extract_all(
                arguments.corpus / f"{name}.jsonl.xz", arguments.extract / f"{name}.jsonl", arguments.limit
            )
        return
    if arguments.timed:
        time_all(arguments.corpus, names)
        return
    if arguments.speed:
        compare_speed(arguments, names)
        return
    run(arguments, names)
    different = sum(
        compare(
            arguments.folder / "before" / f"{name}.jsonl",
            arguments.folder / "after" / f"{name}.jsonl",
            arguments,
        )
        for name in names
    )
    print(f"\n{different} fields differ")


def corpora_folder() -> Path:
    """Asked for in this version only: an older one may have another name for it."""
    from research.corpora import needed_folder
    from webnoise.errors import ConfigError

    try:
        return needed_folder()
    except ConfigError as error:
        sys.exit(f"compare.py: {error}")


def run(arguments: argparse.Namespace, names: list[str]) -> None:
    """Both versions side by side, each on the sets whose results are not there yet."""
    processes = []
    for version, tree in (("before", arguments.before), ("after", ROOT)):
        folder = arguments.folder / version
        folder.mkdir(parents=True, exist_ok=True)
        wanted = [
            name
            for name in names
            if not (arguments.reuse and version == "before" and (folder / f"{name}.jsonl").exists())
        ]
        if not wanted:
            continue
        command = [
            sys.executable, "-P", __file__, "--extract", str(folder), "--corpus", str(arguments.corpus),
            "--sets", ",".join(wanted), "--limit", str(arguments.limit),
        ]  # fmt: skip
        environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
        processes.append(subprocess.Popen(command, env=environment, cwd=tree))
    codes = [process.wait() for process in processes]
    if any(codes):
        sys.exit("one of the versions failed")


def compare_speed(arguments: argparse.Namespace, names: list[str]) -> None:
    """Processor time of both versions, in turns, so that both meet the same noise; the best counts."""
    best: dict[tuple[str, str], list[float]] = {}
    for _ in range(ROUNDS):
        for version, tree in (("before", arguments.before), ("after", ROOT)):
            command = [
                sys.executable, "-P", __file__, "--timed",
                "--corpus", str(arguments.corpus), "--sets", ",".join(names),
            ]  # fmt: skip
            environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
            found = subprocess.run(
                command, env=environment, cwd=tree, check=True, capture_output=True, text=True
            )
            for line in found.stdout.splitlines():
                name, *times = line.split()
                known = best.setdefault((name, version), [float("inf")] * len(times))
                best[name, version] = [min(pair) for pair in zip(known, map(float, times), strict=True)]
    print("milliseconds of a page, the text alone and with every field: before, after, ratio")
    for name in names:
        rows = zip(best[name, "before"], best[name, "after"], strict=True)
        print(f"{name:10}", "   ".join(f"{was:6.2f} {now:6.2f} {now / was:5.2f}" for was, now in rows))


def time_all(corpus: Path, names: list[str]) -> None:
    import webnoise

    for name in names:
        some = list(pages(corpus / f"{name}.jsonl.xz", TIMED_PAGES))
        times = []
        for fields in ((), ("markdown", "images", "media", "kind", "noise", "html", "evidence")):
            best = float("inf")
            for _ in range(2):
                start = process_time()
                for page in some:
                    article = webnoise.extract(page["html"], url=page.get("url") or "")
                    for field in fields:
                        getattr(article, field)
                best = min(best, process_time() - start)
            times.append(best / len(some) * 1000)
        print(name, *times, flush=True)


def pages(path: Path, limit: int):
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if limit and number >= limit:
                return
            yield json.loads(line)


def extract_all(source: Path, target: Path, limit: int) -> None:
    import webnoise
    from webnoise import flow

    config = webnoise.Config()
    with target.open("w", encoding="utf-8") as lines:
        for page in pages(source, limit):
            record = {"id": page["id"]}
            try:
                made = webnoise.Page(url=page.get("url") or "", html=page["html"], fetched=MADE)
                article = flow.extract(made, config)
                record |= article.to_dict(also=("html", "evidence"))
                record["fingerprint"] = webnoise.signature(
                    article.text, language=article.language
                ).fingerprint
            except webnoise.WebnoiseError as error:
                record["error"] = str(error)
            lines.write(json.dumps(record, ensure_ascii=False, default=str) + "\n")


def compare(before: Path, after: Path, arguments: argparse.Namespace) -> int:
    counts: Counter[str] = Counter()
    print(f"\n{before.stem}")
    with before.open(encoding="utf-8") as older, after.open(encoding="utf-8") as newer:
        for number, (one, other) in enumerate(islice(zip_longest(older, newer), arguments.limit or None)):
            if one is None or other is None:
                sys.exit(f"{before} and {after} have not the same number of pages")
            was, now = json.loads(one), json.loads(other)
            for field in FIELDS:
                if was.get(field) != now.get(field):
                    counts[field] += 1
                    if counts[field] <= arguments.show:
                        print(f"  {field} of page {number} ({was['id']})")
                        print(f"    before {was.get(field)!r:.300}")
                        print(f"    after  {now.get(field)!r:.300}")
    print(
        f"  {number + 1} pages; "
        + (", ".join(f"{name} {count}" for name, count in counts.items()) or "all equal")
    )
    return counts.total()


if __name__ == "__main__":
    main()
