"""The build: setuptools, modules compiled side by side, and a C compiler where the machine has none."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from setuptools import Extension, build_meta
from setuptools.build_meta import *  # noqa: F403  every hook that is not changed below
from setuptools.command.build_ext import build_ext

NO_COMPILER = (
    "webnoise needs a C compiler, and none was found. Install one (Debian and Ubuntu: apt-get install gcc; "
    "macOS: xcode-select --install) or run pip install ziglang, then install webnoise again"
)
FLAGS = [] if sys.platform == "win32" else ["-O2", "-g0"]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *missing_compiler()]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *missing_compiler()]


def missing_compiler() -> list[str]:
    """A compiler from the package registry, where the machine has none."""
    return [] if has_compiler() else ["ziglang"]


def has_compiler() -> bool:
    """Whether the compiler that setuptools would call is there; on Windows it says so itself."""
    name = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return sys.platform == "win32" or shutil.which(name) is not None


def extensions() -> list[Extension]:
    """One for each `.pyx` of the package."""
    paths = sorted(Path("webnoise").rglob("*.pyx"))
    return [
        Extension(".".join(path.with_suffix("").parts), [path.as_posix()], extra_compile_args=FLAGS)
        for path in paths
    ]


class BuildSideBySide(build_ext):
    def run(self) -> None:
        from Cython.Build import cythonize

        self.parallel = os.cpu_count() or 1
        in_c = cythonize(self.extensions, nthreads=self.parallel, build_dir="build/cython", quiet=True)
        sources = {extension.name: extension.sources for extension in in_c}
        for extension in self.extensions:
            extension.sources = sources[extension.name]
        super().run()

    def build_extensions(self) -> None:
        if not has_compiler():
            self.use_ziglang()
        super().build_extensions()

    def use_ziglang(self) -> None:
        if not find_spec("ziglang"):
            raise SystemExit(NO_COMPILER)
        zig = [sys.executable, "-m", "ziglang", "cc"]
        self.compiler.set_executables(
            compiler_so=[*zig, *self.compiler.compiler_so[1:]], linker_so=[*zig, "-shared"]
        )
