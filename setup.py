"""What pyproject.toml cannot say: the compiled modules."""

from setuptools import setup

from webnoise_build import BuildSideBySide, extensions

setup(cmdclass={"build_ext": BuildSideBySide}, ext_modules=extensions())
