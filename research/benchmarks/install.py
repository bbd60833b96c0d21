"""Whether webnoise installs and extracts its demo with a compiler, without one, and beside another lxml.

python -m research.benchmarks.install [--other-lxml 5.4.0]

Each in a virtual environment of its own. What the wheel and the source distribution hold is looked at too.
Packages come from where pip finds them; where there is no compiler, the build fetches ziglang from there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
UNSEEN = ("*.so", "__pycache__", "build", "dist", "*.egg-info", ".git", ".venv", ".*_cache", ".hypothesis")
DEMO = """
import json, webnoise
from webnoise.demo import newspapers
for paper in newspapers():
    for path in paper.views:
        article = webnoise.extract(paper.render(path).body, url=f"http://{paper.key}.example{path}")
        print(json.dumps({**article.to_dict(also=("blocks",)), "fetched": None}))
"""


class Outcome(NamedTuple):
    """The demo's articles, extracted one by one, and the number that a crawl gives."""

    articles: list[str]
    crawled: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--other-lxml", default="5.4.0", help="one that brings another libxml2 than the newest"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="webnoise-install-") as folder:
        try_all(Path(folder), arguments.other_lxml)


def try_all(folder: Path, other_lxml: str) -> None:
    first = Environment(folder / "compiler")
    first.pip("install", copied(folder))
    expected = first.outcome()
    compare("with a compiler", expected, expected)
    bare = Environment(
        folder / "bare", PATH=str(folder / "bare" / "bin"), CC="/nonexistent", CXX="/nonexistent"
    )
    bare.pip("install", copied(folder))
    compare("without a compiler", bare.outcome(), expected)
    first.pip("install", f"lxml=={other_lxml}")
    compare(f"beside lxml {other_lxml}", first.outcome(), expected)
    first.pip("install", "setuptools>=77", "cython")
    source = copied(folder)
    first.pip("wheel", "--no-deps", "--wheel-dir", folder, source)
    first.run(first.python, "setup.py", "--quiet", "sdist", "--dist-dir", folder, cwd=source)
    look_inside(folder)


def copied(folder: Path) -> Path:
    """The sources as nobody has built anything from them."""
    source = Path(tempfile.mkdtemp(prefix="source-", dir=folder))
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(*UNSEEN), dirs_exist_ok=True)
    return source


class Environment:
    """A virtual environment; `variables` are those of all that runs in it."""

    def __init__(self, folder: Path, **variables: str) -> None:
        venv.create(folder, with_pip=True)
        self.folder = folder
        self.python = folder / "bin" / "python"
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "WEBNOISE"))
        }
        self._variables = {**inherited, **variables}

    def run(self, *command: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [*map(str, command)], cwd=cwd or self.folder, env=self._variables, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        if done.returncode:
            sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
        return done

    def pip(self, *arguments: object) -> None:
        self.run(self.python, "-m", "pip", "--quiet", *arguments)

    def outcome(self) -> Outcome:
        articles = self.run(self.python, "-c", DEMO).stdout.splitlines()
        crawled = self.folder / "articles.jsonl"
        crawled.unlink(missing_ok=True)
        self.run(self.python, "-m", "webnoise", "crawl", "-o", crawled)
        return Outcome(articles, len(crawled.read_text().splitlines()))


def compare(where: str, found: Outcome, expected: Outcome) -> None:
    others = sum(own != other for own, other in zip(found.articles, expected.articles, strict=True))
    print(f"{where}: {len(found.articles)} pages, {others} differ; {found.crawled} crawled", flush=True)
    if others or found.crawled != expected.crawled:
        sys.exit(f"{where} the demo must give what it gives with a compiler")


def look_inside(folder: Path) -> None:
    (wheel,), (archive,) = folder.glob("webnoise-*.whl"), folder.glob("webnoise-*.tar.gz")
    with zipfile.ZipFile(wheel) as packed:
        check_files(wheel.name, packed.namelist(), wanted=(".so", ".pyd"), unwanted=(".c",))
    with tarfile.open(archive) as packed:
        check_files(archive.name, packed.getnames(), wanted=(".pyx", ".pxd"), unwanted=(".c", ".so", ".pyd"))


def check_files(
    name: str, files: Sequence[str], *, wanted: tuple[str, ...], unwanted: tuple[str, ...]
) -> None:
    found = sorted(Path(file).name for file in files if file.endswith(wanted))
    print(f"{name}: {', '.join(found)}")
    research = [file for file in files if "research/" in file]
    if not found or research or any(file.endswith(unwanted) for file in files):
        sys.exit(f"{name} must have files {wanted}, and none {unwanted}, and nothing of research/")


if __name__ == "__main__":
    main()
