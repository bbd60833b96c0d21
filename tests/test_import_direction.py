"""Imports point one way: what is nearer to the bytes knows nothing of what follows it."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "webnoise"
LAYERS = (
    "errors files text urls hashes sqlite_file model page blocks decisions features metadata dedup site "
    "methods config article flow stores discovery api __init__ demo inspect evaluate settings pipelines "
    "middlewares spiders batch cli __main__"
).split()
"""Each module or folder of the package, in order: it may import itself and what precedes it.

`dedup` precedes the methods: paper 003 finds duplicate blocks by the term weights and fingerprints of texts.
"""
RANK = {name: rank for rank, name in enumerate(LAYERS)}
SCRAPY_EDGES = {"middlewares", "spiders", "pipelines", "settings", "cli"}
CYTHON_IMPORT = re.compile(r"\s*(?:from|cimport|import)\s+([\w.]+)")


def part_of(path):
    return path.relative_to(PACKAGE).parts[0].split(".")[0]


def imports(path):
    """Yield (line, module) of every import of a file, those inside functions too, those for type checkers not."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        for number, line in enumerate(text.splitlines(), 1):
            if found := CYTHON_IMPORT.match(line):
                yield number, found[1]
        return
    tree = ast.parse(text)
    for_types = {
        node
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and "TYPE_CHECKING" in ast.unparse(branch.test)
        for node in ast.walk(branch)
    }
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            if node.module == "webnoise":
                yield from ((node.lineno, f"webnoise.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, node.module


@pytest.fixture(scope="module")
def all_imports():
    modules = sorted(path for ending in ("py", "pyx", "pxd") for path in PACKAGE.rglob(f"*.{ending}"))
    return [(path, line, module) for path in modules for line, module in imports(path)]


def test_every_part_of_the_package_has_a_layer():
    parts = {part_of(path) for ending in ("py", "pyx") for path in PACKAGE.rglob(f"*.{ending}")}
    assert parts <= set(LAYERS)


def test_modules_import_only_what_precedes_them(all_imports):
    upward = []
    for path, line, module in all_imports:
        _, _, part = module.partition("webnoise.")
        imported = part.split(".")[0] if part.split(".")[0] in RANK else "__init__"  # webnoise.__version__
        if part and part != "__version__" and RANK[imported] > RANK[part_of(path)]:
            upward.append(f"{path.relative_to(PACKAGE)}:{line} imports {module}")
    assert not upward


def test_the_package_does_not_need_research(all_imports):
    assert not [module for _, _, module in all_imports if module.split(".")[0] == "research"]


def test_only_the_edges_know_scrapy(all_imports):
    assert not [
        f"{path.relative_to(PACKAGE)}:{line} imports {module}"
        for path, line, module in all_imports
        if module.split(".")[0] in {"scrapy", "twisted"} and part_of(path) not in SCRAPY_EDGES
    ]


def test_one_method_does_not_import_another(all_imports):
    crossing = []
    for path, line, module in all_imports:
        relative = path.relative_to(PACKAGE)
        if relative.parts[0] == "methods" and module.startswith("webnoise.methods."):
            own = relative.parts[1].split(".")[0]
            if module.split(".")[2] not in {own, "base", "chain", "registry"}:
                crossing.append(f"{relative}:{line} imports {module}")
    assert not crossing
