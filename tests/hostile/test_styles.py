"""Style sheets of five megabytes that mean harm: the visual methods read the page, or refuse it by name."""

from contextlib import suppress

import pytest

import webnoise
from webnoise.errors import LimitExceeded

LONG = 5_000_000  # characters
PAGE = "".join(
    f"<div class='c{number} a b' id=i{number}><p class=c>Some words stand here, and a few more of them follow.</p></div>"
    for number in range(200)
)
SHEETS = {
    "descendants": "div div div div div div p{color:red;width:1px}\n",
    "siblings": "div ~ div ~ div + div p{width:1px}\n",
    "any element": "* * * * * *{width:1px}\n",
    "attributes": "[class*='c'][id^='i'] ~ [class$='b']{width:1px}\n",
    "deep functions": ":not(",
    "unknown functions": "div:has(p:is(.a,.b,:where(.c))){width:1px}\n",
    "openings": "{",
    "ends": "}",
    "comments": "/*",
    "media": "@media screen{",
    "imports": "@import url(x);",
    "strings": "a{content:'",
    "selectors of one rule": "a,",
    "rules": "p{width:1px}\n",
    "declarations of one rule": "width:1px;",
    "digits": "9",
}


@pytest.mark.parametrize("name", SHEETS)
def test_sheet_is_read_or_refused_by_name(name):
    opened = "p{width:" if name in ("digits", "declarations of one rule") else ""
    css = opened + SHEETS[name] * (LONG // len(SHEETS[name])) + "p{width:2px}"
    html = f"<style>{css}</style>{PAGE}"
    with suppress(LimitExceeded):
        config = webnoise.Config(max_seconds=1)
        assert webnoise.extract(html, url="https://e.example/a", method="evbe", config=config).blocks


def test_number_of_many_digits_spoils_no_sheet():
    html = f"<style>p{{width:{'9' * 6000}px}} p{{display:none}}</style><p style='height:{'1' * 6000}px'>Some words stand here."
    assert webnoise.extract(html, url="https://e.example/a", method="evbe").blocks
