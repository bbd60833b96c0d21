"""Builds the compiled passes where a compiler is at hand; without one the package works in Python alone.

Nothing here may fail an installation: what cannot be built, for want of a compiler, of Cython or of lxml's
headers, is warned of and left out.
"""

from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

NATIVE = Path("webnoise", "native")


class BuildWherePossible(build_ext):
    def initialize_options(self) -> None:
        super().initialize_options()
        self.cython_c_in_temp = True  # not beside the .pyx, where a source distribution would find it

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # a compiler may be absent in many ways
            self.warn(f"{ext.name} is not built, its Python twin will run: {error}")


def headers() -> list[str]:
    """Those of lxml and of the libxml2 that it brings."""
    try:
        import lxml
    except ImportError:
        return []
    return list(lxml.get_include())


setup(
    cmdclass={"build_ext": BuildWherePossible},
    ext_modules=[
        Extension(
            f"webnoise.native.{path.stem}",
            [path.as_posix()],
            include_dirs=headers(),
            optional=True,  # lets the rest of the build go on without it
        )
        for path in sorted(NATIVE.glob("*.pyx"))
    ],
)
