"""Imports point one way: what lies nearer to the bytes knows nothing of what lies behind it."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "webnoise"

# Layers in order; a module may import its own layer and earlier ones. `dedup` stands before the methods: the term
# weights and the fingerprint of a text are what paper 003 tells duplicate blocks by.
LAYERS = [
    ["urls", "text", "model", "errors", "verdicts", "sqlite_file", "file_lock", "native"],
    ["page"],
    ["blocks"],
    ["features", "metadata", "dedup"],
    ["site"],
    ["methods"],
    ["config"],
    ["article"],
    ["flow"],
    ["stores", "discovery"],
    ["api"],
    ["__init__", "demo"],
    ["inspect"],
    ["evaluate"],
    ["middlewares", "spiders", "pipelines", "settings", "batch"],
    ["cli", "__main__"],
]
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
SCRAPY_EDGES = {"middlewares", "spiders", "pipelines", "settings", "cli"}
MODULES = sorted(PACKAGE.rglob("*.py"))


def part_of(module: str) -> str:
    """The top-level part of a dotted name: `webnoise.blocks.segment` belongs to `blocks`."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imports(path: Path):
    """(line, module) of every import of a file, those inside functions too, those for type checkers not."""
    tree = ast.parse(path.read_text("utf-8"))
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


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_module_imports_only_what_lies_before_it(path):
    relative = path.relative_to(PACKAGE)
    own = relative.parts[0].removesuffix(".py")
    assert own in RANK, f"{relative} belongs to no layer"
    rank = RANK[own]
    for line, module in imports(path):
        assert module.split(".")[0] != "research", (
            f"{relative}:{line} imports {module}, which is not packaged"
        )
        if not module.startswith("webnoise"):
            continue
        part = part_of(module)
        if part not in RANK:  # a public name such as webnoise.__version__
            part = "__init__"
            if module in ("webnoise.__version__", "webnoise"):
                continue
        assert RANK[part] <= rank, f"{relative}:{line} imports {module}, which lies behind it"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_the_edges_know_scrapy(path):
    own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if own in SCRAPY_EDGES:
        return
    for line, module in imports(path):
        assert module.split(".")[0] not in {"scrapy", "twisted"}, f"{path}:{line} imports {module}"


@pytest.mark.parametrize(
    "path",
    sorted((PACKAGE / "methods").rglob("*.py")),
    ids=lambda path: str(path.relative_to(PACKAGE / "methods")),
)
def test_one_method_does_not_import_another(path):
    own = path.relative_to(PACKAGE / "methods").parts[0].removesuffix(".py")
    for line, module in imports(path):
        if module.startswith("webnoise.methods."):
            assert module.split(".")[2] in {own, "base", "registry"}, f"{path}:{line} imports {module}"
