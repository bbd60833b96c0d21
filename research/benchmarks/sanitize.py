"""The compiled passes under the address and undefined-behaviour sanitizers, fed with broken pages.

python -m research.benchmarks.sanitize [--minutes 60] [--seed 0] [--sets news424 ...] [--pages 20]

Builds the package with gcc's sanitizers into a temporary folder, with the bounds of lists checked as well,
and runs it there: some pages of each development corpus, the hostile pages, then generated pages and markup
and broken corpus pages for as long as is asked. Each of them becomes an article with all fields. The first
finding ends it, and names the page; the same seed brings it again.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from time import monotonic

from research.broken import broken_markup, broken_page, mutated
from research.corpora import corpus_folder, find_corpus, read_corpus
from research.fuzz import extracted
from research.hostile import PAGES
from research.script import run_script

ROOT = Path(__file__).resolve().parents[2]
SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
CORPORA = ("wcxb-dev", "news424", "fundus", "snippets", "siblings")
FOUND = 99
FAULTS = """
#include <stdlib.h>
int beyond(int size) { char *array = calloc(size, 1); return array[size]; }
int overflow(int number) { return 0x7fffffff + number; }
"""


def main() -> int:
    arguments = parsed()
    if arguments.worker:
        return work(arguments)
    for name in arguments.sets:
        find_corpus(name)
    with tempfile.TemporaryDirectory(prefix="webnoise-sanitized-") as folder:
        build(Path(folder))
        environment = sanitized(Path(folder))
        prove(Path(folder), environment)
        command = [sys.executable, "-m", "research.benchmarks.sanitize", "--worker", *sys.argv[1:]]
        status = subprocess.run(command, env=environment, check=False, cwd=folder).returncode
        doing = Path(folder, "doing")
        if status:
            print(f"a finding (status {status}) at: {doing.read_text() if doing.exists() else 'the start'}")
    return status


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60, help="how long generated pages are tried")
    parser.add_argument("--seed", type=int, default=0, help="the first page's number")
    parser.add_argument("--sets", nargs="*", default=CORPORA, help="corpora; none for generated pages alone")
    parser.add_argument("--pages", type=int, default=20, help="so many of each corpus, as they are")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def build(folder: Path) -> None:
    """Copy the package, and build its extensions with the sanitizers."""
    for name in ("setup.py", "webnoise_build.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    for package in ("webnoise", "research"):
        shutil.copytree(
            ROOT / package, folder / package, ignore=shutil.ignore_patterns("*.so", "__pycache__")
        )
    for path in folder.glob("webnoise/**/*.pyx"):
        source = path.read_text("utf-8")
        path.write_text(re.sub("boundscheck=False", "boundscheck=True", source), "utf-8")
    flags = {"CFLAGS": f"-O1 -g -fno-wrapv {SANITIZERS}", "LDFLAGS": SANITIZERS}
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    subprocess.run(command, cwd=folder, env={**os.environ, **flags}, check=True)


def sanitized(folder: Path) -> dict[str, str]:
    """Load the sanitizers before Python, which is not built with them; its leaks do not count."""
    libraries = [gcc(f"-print-file-name={name}") for name in ("libasan.so", "libubsan.so")]
    return {
        **os.environ,
        "LD_PRELOAD": " ".join(libraries),
        "ASAN_OPTIONS": f"detect_leaks=0:halt_on_error=1:exitcode={FOUND}",
        "UBSAN_OPTIONS": f"halt_on_error=1:print_stacktrace=1:exitcode={FOUND}",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": str(folder),
        "WEBNOISE_CORPUS": str(corpus_folder() or ""),
    }


def gcc(*arguments: str) -> str:
    return subprocess.run(["gcc", *arguments], capture_output=True, text=True, check=True).stdout.strip()


def prove(folder: Path, environment: dict[str, str]) -> None:
    """That faults are found, before it is believed that there are none."""
    (folder / "faults.c").write_text(FAULTS)
    gcc(*SANITIZERS.split(), "-shared", "-fPIC", "-o", str(folder / "faults.so"), str(folder / "faults.c"))
    for fault, message in (("beyond", "heap-buffer-overflow"), ("overflow", "signed integer overflow")):
        command = [sys.executable, "-c", f"import ctypes; ctypes.CDLL('./faults.so').{fault}(4)"]
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != FOUND or message not in done.stderr:
            sys.exit(f"the sanitizers do not work with this Python: {done.returncode}, {done.stderr[:500]}")


def work(arguments: argparse.Namespace) -> int:
    """What runs under the sanitizers."""
    sys.unraisablehook = stop  # what is raised where nothing may be, as by an index out of bounds
    started = printed = monotonic()
    counts: Counter[str] = Counter()
    for kind, name, html in inputs(arguments, started):
        Path("doing").write_text(f"{kind} {name}")
        extracted(html)
        counts[kind] += 1
        if monotonic() - printed > 300:
            printed = monotonic()
            print(summary(counts, started), flush=True)
    print(f"{summary(counts, started)}: no finding")
    return 0


def stop(unraisable) -> None:
    print(f"{unraisable.exc_value!r} in {unraisable.object!r}", file=sys.stderr, flush=True)
    os._exit(FOUND)


def summary(counts: Counter[str], started: float) -> str:
    tried = ", ".join(f"{count:,} {kind}" for kind, count in counts.items())
    return f"{(monotonic() - started) / 60:.1f} minutes, {tried}"


def inputs(arguments: argparse.Namespace, started: float) -> Iterator[tuple[str, object, bytes | str]]:
    """Yield kind, name and HTML of all that is tried."""
    golds = [gold for name in arguments.sets for gold in islice(read_corpus(name), arguments.pages)]
    for gold in golds:
        yield "corpus pages", gold.id, gold.html
    for name, make in PAGES.items():
        yield "hostile pages", name, make(1500)
    short = [gold for gold in golds if len(gold.html) < 100_000]
    for seed in count(arguments.seed):
        if monotonic() - started > 60 * arguments.minutes:
            return
        yield "generated pages", seed, broken_page(seed)
        yield "generated markup", seed, broken_markup(seed)
        if short:
            random = Random(seed)
            gold = random.choice(short)
            yield "broken corpus pages", f"{gold.id}, {seed}", mutated(gold.html, random)


if __name__ == "__main__":
    run_script(main)
