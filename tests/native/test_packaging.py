"""What is built and packed, where there is a compiler and where there is none.

`python benchmarks/install.py` installs for real.
"""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from webnoise import __version__

ROOT = Path(__file__).parents[2]
BUILD = ("build_ext", "--inplace")
WITHOUT = """
import runpy, sys
sys.modules[{module!r}] = None
sys.argv = ["setup.py", "build_ext", "--inplace"]
runpy.run_path("setup.py", run_name="__main__")
"""
pytest.importorskip("setuptools", reason="what is built is built with setuptools")
if not (ROOT / "setup.py").exists():
    pytest.skip("only a clone can be packed", allow_module_level=True)


@pytest.fixture
def source(tmp_path):
    """A copy of what is packed, with the smallest of the passes only."""
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "webnoise" / "native").mkdir(parents=True)
    for name in ("__init__.py", "native/__init__.py", "native/layout.pyx", "native/columns.pxd"):
        shutil.copy(ROOT / "webnoise" / name, tmp_path / "webnoise" / name)
    return tmp_path


def run(source, *arguments, **variables):
    environment = {**os.environ, **variables}
    return subprocess.run(
        [sys.executable, *arguments], cwd=source, env=environment, capture_output=True, text=True, check=False
    )


def built(source):
    return [
        path.name.partition(".")[0]
        for path in source.glob("webnoise/native/*layout*")
        if path.suffix != ".pyx"
    ]


def test_without_a_compiler_nothing_is_built_and_nothing_fails(source):
    done = run(source, "setup.py", *BUILD, CC="/nonexistent/cc", CXX="/nonexistent/cc", PATH="/nonexistent")
    assert done.returncode == 0, done.stderr
    assert "webnoise.native.layout is not built, its Python twin will run" in done.stdout + done.stderr
    assert built(source) == []


@pytest.mark.parametrize("module", ["Cython", "lxml"])
def test_without_what_the_build_needs_nothing_is_built_and_nothing_fails(source, module):
    done = run(source, "-c", WITHOUT.format(module=module))
    assert done.returncode == 0, done.stderr
    assert "webnoise.native.layout is not built, its Python twin will run" in done.stdout + done.stderr
    assert built(source) == []


def test_source_that_does_not_compile_fails_nothing(source):
    (source / "webnoise" / "native" / "layout.pyx").write_text(
        "cdef extern from 'nonexistent.h': pass\ndef ("
    )
    done = run(source, "setup.py", *BUILD)
    assert done.returncode == 0, done.stderr
    assert built(source) == []


@pytest.mark.skipif(not shutil.which("cc"), reason="there is no compiler here")
def test_with_a_compiler_it_is_built_and_leaves_no_c_beside_the_source(source):
    pytest.importorskip("Cython", reason="what is built is translated by Cython")
    done = run(source, "setup.py", *BUILD)
    assert built(source) == ["layout"], done.stderr
    assert not list(source.glob("webnoise/**/*.c"))
    done = run(source, "setup.py", "sdist")
    assert done.returncode == 0, done.stderr
    (archive,) = source.glob(f"dist/webnoise-{__version__}.tar.gz")
    with tarfile.open(archive) as packed:
        names = {Path(name).name for name in packed.getnames()}
    assert {"setup.py", "layout.pyx", "columns.pxd"} <= names
    assert not [name for name in names if name.endswith((".c", ".so"))]
