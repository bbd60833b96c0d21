"""What the container files start is what the command line takes."""

import re
import shlex
from pathlib import Path

import pytest

from webnoise.cli.main import _parser

ROOT = Path(__file__).parents[1]


def test_crawlers_of_the_compose_file_are_commands_that_exist():
    yaml = pytest.importorskip("yaml", reason="reads compose.yaml by PyYAML")
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    [line] = services["crawler"]["command"]
    words = shlex.split(re.sub(r"\$\{[^}]*\}", "https://you.example/bot", line).replace("$$", "$"))
    assert words[:2] == ["exec", "webnoise"]
    arguments = words[2:]
    parsed = _parser(arguments).parse_args(arguments)
    assert parsed.store == "redis://redis:6379/0"
    assert "--appendonly" in services["redis"]["command"], "what is found must outlive the server"


def test_image_installs_extras_that_exist():
    import tomllib

    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    asked = set(re.findall(r"\[([\w,]+)\]'", (ROOT / "Dockerfile").read_text()))
    assert asked
    assert all(name in extras for names in asked for name in names.split(","))
