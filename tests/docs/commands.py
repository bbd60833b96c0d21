"""Commands of the documents that a test cannot run: they install, change the machine or take minutes.

Each checks that what it is asked for exists. Run as `commands.py NAME ARGUMENT ...`.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXTRA = re.compile(r"(?:\.|webnoise)?(?:\[([\w,]+)\])?")
# What the documents install beside webnoise.
OTHERS = {
    "pillow",
    "atheris",
    "psycopg[binary]",
    "cibuildwheel",
    "build",
    "twine",
    "setuptools>=77",
    "cython",
}
# Benchmarks that measure without the development corpora, or pages of the demo where those are absent.
NEED_NO_CORPUS = {
    "batch", "crawl", "duplicate_index", "fuzz", "hostile", "import_time", "inspect_page", "install", "kills", "mutants", "patterns",
    "redis_store", "sanitize", "screenshots", "soak",
}  # fmt: skip
FLAGS = {"-e", "--no-build-isolation", "--no-cache-dir", "--no-binary", "--force-reinstall", "--no-deps"}


def pip(action, *wanted):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert action == "install"
    for name in wanted:
        if name in FLAGS | OTHERS:
            continue
        found = EXTRA.fullmatch(name)
        assert found, f"pip install {name}: neither webnoise nor known here"
        missing = {*(found[1] or "").split(","), ""} - {"", *project["optional-dependencies"]}
        assert not missing, f"there is no extra {missing}"


def pytest(*paths):
    """The whole suite, in which this runs."""
    assert all((ROOT / path).exists() for path in paths)


def ruff(action, *_):
    assert action in ("check", "format")


def mypy(*arguments):
    assert not arguments


def apt_get(action, *packages):
    assert (action, *packages) == ("install", "chromium")


def git(*arguments):
    """Another checkout, for a comparison; or a version."""
    from webnoise import __version__

    assert arguments in {("tag", f"v{__version__}"), ("push", "--tags")} or arguments[:2] == (
        "worktree",
        "add",
    )


def cibuildwheel(*arguments):
    """Wheels of all that the classifiers name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert arguments == ("--output-dir", "dist")
    versions = {
        name.removeprefix("cp3").removesuffix("-*") for name in project["tool"]["cibuildwheel"]["build"]
    }
    assert all(
        f"Programming Language :: Python :: 3.{one}" in project["project"]["classifiers"] for one in versions
    )


def twine(action, *_):
    assert action in ("check", "upload")


def scrapyd_deploy(*arguments):
    assert not arguments


def curl(url, *options):
    """A run that scrapyd is asked for: its arguments and settings are those of the spider."""
    from webnoise.config import Config
    from webnoise.spiders.sites import Arguments

    assert url == "http://localhost:6800/schedule.json"
    pairs = [
        pair.partition("=")[::2]
        for option, pair in zip(options[::2], options[1::2], strict=True)
        if option == "-d"
    ]
    settings = dict(value.split("=", 1) for name, value in pairs if name == "setting")
    given = {name: value for name, value in pairs if name != "setting"}
    assert (given.pop("spider"), given.pop("project")) == ("news", "yourproject")
    given["sites"] = given["sites"].removeprefix("/srv/")  # of the machine that scrapyd runs on
    assert Arguments.read(given).sites
    assert Config.from_settings(settings).store == settings["WEBNOISE_STORE"]


def redis_server(*options):
    """A real one, at the address of the tests; the folder's fixture ends it."""
    from tests.redis_server import find_server

    own = ["--bind", os.environ["STAND_IN"], "--pidfile", str(Path("redis.pid").absolute())]
    os.execv(find_server(), ["redis-server", *options, *own, "--dir", str(Path.cwd())])


def spark_submit(*arguments):
    options, job = arguments[:-1], arguments[-1]
    assert job.endswith("job.py")
    assert set(options[::2]) <= {"--master", "--conf", "--archives"}


def venv_pack(*arguments):
    option, name = arguments
    assert option == "-o"
    Path(name).write_text("packed")


def python(*arguments):
    """Benchmarks and the gate measure corpora for minutes: without those, they end when they have read their arguments."""
    if arguments == ("-m", "venv", ".venv"):
        Path(".venv/bin").mkdir(parents=True)
        Path(".venv/bin/activate").touch()
        return
    if arguments == ("-m", "build", "--sdist"):
        assert (ROOT / "setup.py").exists()
        return
    if arguments[1].startswith("research.benchmarks."):
        _, module, *options = arguments
        alone = module.rpartition(".")[2] in NEED_NO_CORPUS
        ended = subprocess.run(
            [sys.executable, "-m", module, *options, *(["--help"] if alone else [])],
            check=False,
            env=os.environ | {"WEBNOISE_CORPUS": "nowhere"},
            capture_output=True,
            text=True,
        )
        assert ("usage:" in ended.stdout) if alone else ("docs/evaluate.md" in ended.stderr), ended.stderr
        return
    os.environ["WEBNOISE_CORPUS"] = "nowhere"
    os.environ.pop("CI", None)  # the gate fails there without corpora
    os.execv(sys.executable, [sys.executable, *arguments])


if __name__ == "__main__":
    globals()[sys.argv[1].replace("-", "_")](*sys.argv[2:])
