import pytest

from research.papers.sheets import has_its_sheets, sheets_elsewhere
from webnoise.evaluate.corpora import GoldPage, page_address
from webnoise.model import Page
from webnoise.page.parse import parse

ADDRESS = "https://example.com/news/a"


def document(head, url=ADDRESS):
    return parse(Page(url, f"<html><head>{head}</head><body><p>Text</p></body></html>"))


@pytest.mark.parametrize(
    ("head", "has"),
    [
        ("", False),
        ("<style> </style>", False),
        ("<style>p {color: red}</style>", True),
        ("<style media=print>p {color: red}</style>", False),
        ("<style>p {color: red}</style><link rel=stylesheet href=/a.css>", False),
        ("<style>p {color: red}</style><link rel='preload' as='style' href=/a.css>", False),
        ("<style>p {color: red}</style><link rel=stylesheet media=print href=/a.css>", True),
        ("<style>p {color: red}</style><link rel='alternate stylesheet' href=/a.css>", True),
        ("<style>p {color: red}</style><link rel=icon href=/a.ico>", True),
        ("<style>@import url('b.css'); p {color: red}</style>", False),
    ],
)
def test_page_has_its_sheets_where_there_is_one_and_none_is_elsewhere(head, has):
    assert has_its_sheets(document(head), ADDRESS) is has


def test_sheets_that_were_loaded_are_not_missing():
    page = document("<link rel=stylesheet href='/a b.css#x'><style>@import 'c.css';</style>")
    wanted = ["https://example.com/a%20b.css", "https://example.com/news/c.css"]
    assert list(sheets_elsewhere(page, ADDRESS)) == wanted
    assert has_its_sheets(page, ADDRESS, frozenset(wanted))
    assert not has_its_sheets(page, ADDRESS, frozenset(wanted[:1]))


def test_page_without_an_address_stands_in_its_corpus():
    gold = GoldPage("site/a b", "", "site", "")
    assert page_address(gold) == "http://corpus.invalid/site/a%20b.html"
    page = document("<link rel=stylesheet href=../style.css>", url="")
    assert list(sheets_elsewhere(page, page_address(gold))) == ["http://corpus.invalid/style.css"]
