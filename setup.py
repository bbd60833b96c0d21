"""Builds the compiled passes where a compiler is at hand; without one the package works in Python alone."""

from pathlib import Path

import lxml
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

MODULES = ("layout", "columns", "walk", "names", "measures", "forest", "attributes")


class BuildWherePossible(build_ext):
    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception as error:  # noqa: BLE001  # no compiler fails in many ways, and none is an obstacle
            self.warn(f"{ext.name} is not built, its Python twin will run: {error}")


setup(
    cmdclass={"build_ext": BuildWherePossible},
    ext_modules=cythonize(
        [
            Extension(
                f"webnoise.native.{name}",
                [f"webnoise/native/{name}.pyx"],
                include_dirs=lxml.get_include(),
                define_macros=[("_GNU_SOURCE", "1")],
                optional=True,
            )
            for name in MODULES
        ],
        include_path=[str(Path(lxml.__file__).parents[1])],
        build_dir="build",
    ),
)
