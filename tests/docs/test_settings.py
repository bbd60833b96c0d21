"""docs/settings.md names every setting, its default and its values."""

import dataclasses
import re
from typing import get_args

import pytest

import webnoise
from tests.docs.snippets import ROOT
from webnoise import settings
from webnoise.config import _EDGE_SETTINGS, Config, DuplicateAction
from webnoise.model import PageKind
from webnoise.spiders.components import _DEFAULTS

CODE = re.compile(r"`([^`]*)`")
NOT_FOR_READERS = {"BOT_NAME", "SPIDER_MODULES", "ADDONS"}
CHOICES = {
    "method": webnoise.method_names(),
    "duplicates": get_args(DuplicateAction),
    "export_kinds": get_args(PageKind),
    "export_extra": ("blocks", "html", "evidence"),
    "auto_extract": ("marked", "all"),
    "site_store": ("project",),
}


def rows(document):
    """By setting: the cells behind its name."""
    found = {}
    for line in (ROOT / document).read_text("utf-8").splitlines():
        names, *cells = (cell.strip() for cell in line.strip("|").split(" |"))
        if line.startswith("| `") and cells:
            found |= dict.fromkeys(CODE.findall(names), cells)
    return found


def as_written(value):
    """As it is given after `-s`."""
    if isinstance(value, tuple):
        return ",".join(value)
    return f"{value:.0f}" if isinstance(value, float) else str(value)


DOCUMENTED = rows("docs/settings.md")


@pytest.mark.parametrize("field", dataclasses.fields(Config), ids=lambda field: field.name)
def test_setting_stands_with_its_default_and_its_values(field):
    default, values = DOCUMENTED[f"WEBNOISE_{field.name.upper()}"]
    usual = {} if field.default is dataclasses.MISSING else field.default
    assert "".join(CODE.findall(default)) == as_written(usual)
    assert set(CHOICES.get(field.name, ())) <= set(CODE.findall(values))
    assert values


def test_no_setting_stands_there_that_is_none():
    known = {f"WEBNOISE_{field.name.upper()}" for field in dataclasses.fields(Config)}
    known |= {f"WEBNOISE_{name}" for name in _EDGE_SETTINGS}
    assert {name for name in DOCUMENTED if name.startswith("WEBNOISE_")} == known


def test_values_of_scrapys_own_settings_are_those_of_the_project():
    own = {name: value for name, value in vars(settings).items() if name.isupper() and "WEBNOISE" not in name}
    stated = {name: cells[0] for name, cells in DOCUMENTED.items() if "WEBNOISE" not in name}
    assert stated == {name: f"`{value}`" for name, value in own.items() if name not in NOT_FOR_READERS}
    assert set(list(stated)[:6]) == _DEFAULTS.keys() & own.keys()


def test_readme_agrees():
    short = rows("README.md")
    assert short
    assert all(cells[0] == DOCUMENTED[name][0] for name, cells in short.items())
