"""Compiles the Cython modules, side by side; without a C compiler, by the one in the `ziglang` package."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

NO_COMPILER = (
    "webnoise needs a C compiler, and none was found. Install one (Debian and Ubuntu: apt-get install gcc; "
    "macOS: xcode-select --install; Windows: the Microsoft C++ Build Tools) or run pip install ziglang, "
    "then install webnoise again"
)


class BuildSideBySide(build_ext):
    def finalize_options(self) -> None:
        workers = os.cpu_count() or 1
        self.distribution.ext_modules = cythonize(
            self.distribution.ext_modules,
            nthreads=workers,
            build_dir="build/cython",
            compiler_directives={"language_level": 3},
            quiet=True,
        )
        super().finalize_options()
        self.parallel = workers

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "unix" and not shutil.which(compiler_name()):
            self.use_ziglang()
        super().build_extensions()

    def use_ziglang(self) -> None:
        if not find_spec("ziglang"):
            raise SystemExit(NO_COMPILER)
        zig = [sys.executable, "-m", "ziglang", "cc"]
        python_flags = self.compiler.compiler_so[1:]
        self.compiler.set_executables(compiler_so=[*zig, *python_flags], linker_so=[*zig, "-shared"])


def compiler_name() -> str:
    """The compiler that setuptools would call."""
    return (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]


FLAGS = [] if sys.platform == "win32" else ["-O2", "-g0"]

setup(
    cmdclass={"build_ext": BuildSideBySide},
    ext_modules=[
        Extension(".".join(path.with_suffix("").parts), [path.as_posix()], extra_compile_args=FLAGS)
        for path in sorted(Path("webnoise").rglob("*.pyx"))
    ],
)
