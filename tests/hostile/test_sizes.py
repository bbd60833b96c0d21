"""The largest that a page can be of one thing: it is read, or refused by the limit of its size."""

import pytest

import webnoise
from research.hostile import PAGES
from webnoise.errors import LimitExceeded

URL = "https://news.example/2026/11/17/a-story"
MILLION = 1_000_000
TEXT = "<p>" + "Some words stand here, and a few more. " * 12 + "</p>"
REFUSED = {
    "a million siblings": "<p>a" * MILLION,
    "a million links": "<a href=/x>a</a>" * MILLION,
    "nesting of a hundred thousand": "<div>" * 100_000 + TEXT,
    "more bytes than allowed": "<p>" + "word " * 4_200_000,
}
READ = {
    "one text of 19 MB": "<p>" + "word and " * 2_100_000,
    "one attribute of 10 MB": f"<p title='{'x' * 10_000_000}'>{TEXT}",
    "a million attributes": "<p " + " ".join(f"a{n}=1" for n in range(MILLION)) + ">" + TEXT,
    "a picture of 10 MB in its address": f"<img src='data:image/png;base64,{'A' * 10_000_000}'>{TEXT}",
    "a hundred thousand rows": "<table>" + "<tr><td>a<td>b" * 100_000 + "</table>" + TEXT,
}


@pytest.mark.parametrize("name", REFUSED)
def test_too_much_is_refused_by_its_size_and_not_by_the_time_it_took(name):
    with pytest.raises(LimitExceeded, match=r"max_(?!seconds)"):
        webnoise.extract(REFUSED[name], url=URL)


@pytest.mark.parametrize("name", READ)
def test_much_is_read(name):
    assert webnoise.extract(READ[name], url=URL).text


@pytest.mark.parametrize("name", PAGES)
def test_hostile_page_of_a_megabyte_is_read_or_refused_by_its_size(name):
    page = PAGES[name](1_000)
    page = PAGES[name](1_000 * MILLION // max(len(page), 1_000))[:MILLION]
    outcome = ""
    try:
        webnoise.extract(page, url=URL)
    except webnoise.WebnoiseError as error:
        outcome = str(error)
    assert "max_seconds" not in outcome
