"""The build: every module is compiled, by a compiler of the machine or one from the package registry."""

import shutil
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytest.importorskip("setuptools", reason="what is built is built with setuptools")
pytest.importorskip("Cython", reason="what is built is translated by Cython")
if not (ROOT / "setup.py").exists():
    pytest.skip("only a clone can be packed", allow_module_level=True)
HASHES = ("webnoise/__init__.py", "webnoise/hashes.pyx", "webnoise/hashes.pxd")


@pytest.fixture
def source(tmp_path):
    """A copy of what is packed, with the smallest of the compiled modules only."""
    for name in (
        "setup.py",
        "webnoise_build.py",
        "MANIFEST.in",
        "pyproject.toml",
        "README.md",
        "LICENSE",
        *HASHES,
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def run(source, *arguments, **variables):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=source,
        env=variables or None,
        capture_output=True,
        text=True,
        check=False,
    )


def built(source):
    return [
        path.name.partition(".")[0] for path in source.glob("webnoise/*") if path.suffix in (".so", ".pyd")
    ]


def test_modules_are_built_and_leave_no_c_beside_the_source(source):
    done = run(source, "setup.py", "build_ext", "--inplace")
    assert built(source) == ["hashes"], done.stderr
    assert not list(source.glob("webnoise/**/*.c"))


def test_source_distribution_has_what_the_build_needs_and_nothing_built(source):
    done = run(source, "setup.py", "sdist")
    assert done.returncode == 0, done.stderr
    (archive,) = source.glob("dist/webnoise-*.tar.gz")
    with tarfile.open(archive) as packed:
        names = {Path(name).name for name in packed.getnames()}
    assert {"setup.py", "webnoise_build.py", "hashes.pyx", "hashes.pxd"} <= names
    assert not [name for name in names if name.endswith((".c", ".so"))]


ASK_FOR_REQUIREMENTS = "import webnoise_build; print(webnoise_build.get_requires_for_build_wheel())"


def test_compiler_is_a_build_requirement_only_where_the_machine_has_none(source):
    assert "ziglang" not in run(source, "-c", ASK_FOR_REQUIREMENTS).stdout
    assert "'ziglang'" in run(source, "-c", ASK_FOR_REQUIREMENTS, PATH="/nonexistent").stdout


@pytest.mark.skipif(find_spec("ziglang") is not None, reason="a compiler from the registry is installed")
def test_build_without_any_compiler_says_what_to_install(source):
    done = run(source, "setup.py", "build_ext", "--inplace", PATH="/nonexistent")
    assert done.returncode != 0
    assert "webnoise needs a C compiler" in done.stderr
    assert "pip install ziglang" in done.stderr
    assert built(source) == []


def test_source_that_does_not_compile_fails_the_build(source):
    (source / "webnoise" / "hashes.pyx").write_text("cdef extern from 'nonexistent.h': pass\ndef (")
    assert run(source, "setup.py", "build_ext", "--inplace").returncode != 0
    assert built(source) == []
