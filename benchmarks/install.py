"""Whether webnoise installs and extracts its demo with a compiler, without one, and beside another lxml.

python benchmarks/install.py [--other-lxml 5.4.0]

Each in a virtual environment of its own. Then the warning's remedy is tried: a build beside the other lxml.
What the wheel and the source distribution hold is looked at too. Packages come from where pip finds them.
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
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
UNSEEN = ("*.so", "__pycache__", "build", "dist", "*.egg-info", ".git", ".venv", ".*_cache", ".hypothesis")
WARNING = "webnoise's compiled passes"
DEMO = """
import json, webnoise
from webnoise.demo import newspapers
for paper in newspapers():
    for path in paper.views:
        article = webnoise.extract(paper.render(path).body, url=f"http://{paper.key}.example{path}")
        print(json.dumps({**article.to_dict(also=("blocks",)), "fetched": None}))
"""


class Outcome(NamedTuple):
    """Which twins run, how many warnings tell of it, and what becomes of the demo's pages."""

    kind: str
    warnings: int
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
    there = first.outcome()
    tell("with a compiler", there, "compiled", 0, there)
    bare = Environment(
        folder / "bare", PATH=str(folder / "bare" / "bin"), CC="/nonexistent", CXX="/nonexistent"
    )
    bare.pip("install", copied(folder))
    tell("without a compiler", bare.outcome(), "pure Python", 0, there)
    first.pip("install", f"lxml=={other_lxml}")
    beside = first.outcome()  # the Python twin asks libxml2: another one reads some broken markup otherwise
    tell(f"beside lxml {other_lxml}", beside, "pure Python", 1, beside)
    first.pip("install", "setuptools>=77", "cython")
    again = ("--no-build-isolation", "--no-cache-dir", "--force-reinstall", "--no-deps")
    first.pip("install", *again, copied(folder))
    # The compiled reader reads a page by itself.
    tell(f"built beside lxml {other_lxml}", first.outcome(), "compiled", 0, there)
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
        version = self.run(self.python, "-W", "always", "-m", "webnoise", "--version")
        kind = version.stdout.partition("(")[2].rstrip(")\n")
        articles = self.run(self.python, "-c", DEMO).stdout.splitlines()
        crawled = self.folder / "articles.jsonl"
        crawled.unlink(missing_ok=True)
        self.run(self.python, "-m", "webnoise", "crawl", "-o", crawled)
        return Outcome(kind, version.stderr.count(WARNING), articles, len(crawled.read_text().splitlines()))


def tell(where: str, found: Outcome, kind: str, warnings: int, like: Outcome) -> None:
    others = sum(own != other for own, other in zip(found.articles, like.articles, strict=True))
    pages = f"{len(found.articles)} pages ({others} otherwise than before)"
    print(
        f"{where}: {found.kind}, {found.warnings} warnings, {pages}, {found.crawled} articles crawled",
        flush=True,
    )
    if others or (found.kind, found.warnings, found.crawled) != (kind, warnings, like.crawled):
        sys.exit(f"{where} there should be {kind}, {warnings} warnings, and what came out before")


def look_inside(folder: Path) -> None:
    (wheel,), (archive,) = folder.glob("webnoise-*.whl"), folder.glob("webnoise-*.tar.gz")
    with zipfile.ZipFile(wheel) as packed:
        told(wheel.name, packed.namelist(), (".so", ".pyd"), (".c",))
    with tarfile.open(archive) as packed:
        told(archive.name, packed.getnames(), (".pyx", ".pxd"), (".c", ".so", ".pyd"))


def told(name: str, files: Iterable[str], wanted: tuple[str, ...], unwanted: tuple[str, ...]) -> None:
    native = [Path(file).name for file in files if "/native/" in file]
    print(f"{name}: {', '.join(sorted(native))}")
    if not any(file.endswith(wanted) for file in native) or any(file.endswith(unwanted) for file in native):
        sys.exit(f"{name} must have files {wanted}, and none {unwanted}")


if __name__ == "__main__":
    main()
