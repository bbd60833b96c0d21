"""Which of the twins run, where, and what is said of it."""

import os
import subprocess
import sys

import pytest

from webnoise import __version__, native

compiled_only = pytest.mark.skipif(native.kind() != "compiled", reason="the passes are not built here")
EXTRACT = """
import webnoise
print(webnoise.native.kind(), webnoise.extract("<p>Some words here.</p>").text)
"""
OTHER_LXML = """
from lxml import etree
etree.LIBXML_VERSION = (2, 9, 14)
"""
UNBUILT = """
import sys
sys.modules["webnoise.native.walk"] = None
"""
UNLOADABLE = """
import sys
from importlib.util import spec_from_file_location

class Finder:
    def find_spec(name, path, target=None):
        return spec_from_file_location(name, "broken.so") if name == "webnoise.native.layout" else None

sys.meta_path.insert(0, Finder)
"""


@pytest.fixture
def run(tmp_path):
    def run(*arguments, **variables):
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path)),
            **variables,
        }
        command = [sys.executable, "-W", "always", *arguments]
        done = subprocess.run(
            command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout, [
            line for line in done.stderr.splitlines() if "webnoise's compiled passes" in line
        ]

    return run


def test_python_twins_run_when_asked_for(run):
    assert run("-c", EXTRACT, WEBNOISE_PURE="1") == ("pure Python Some words here.\n", [])


def test_where_one_pass_is_not_built_none_runs(run):
    assert run("-c", UNBUILT + EXTRACT) == ("pure Python Some words here.\n", [])


@compiled_only
def test_where_lxml_brings_another_libxml2_the_python_twins_run_and_one_warning_tells_it(run):
    said, warnings = run("-c", OTHER_LXML + EXTRACT)
    assert said == "pure Python Some words here.\n"
    (warning,) = warnings
    assert " brings 2.9: those in Python run" in warning
    assert "--no-build-isolation" in warning


@compiled_only
def test_where_the_passes_were_built_for_another_machine_the_python_twins_run(run, tmp_path):
    (tmp_path / "broken.so").write_bytes(b"no library")
    said, warnings = run("-c", UNLOADABLE + EXTRACT)
    assert said == "pure Python Some words here.\n"
    (warning,) = warnings
    assert "cannot be loaded" in warning


@pytest.mark.parametrize(
    ("pure", "kind"), [("1", "pure Python"), pytest.param("0", "compiled", marks=compiled_only)]
)
def test_version_says_which_twins_run(run, pure, kind):
    assert run("-m", "webnoise", "--version", WEBNOISE_PURE=pure) == (
        f"webnoise {__version__} ({kind})\n",
        [],
    )
