import gzip
import json
import lzma
from collections import Counter

import pytest

from webnoise.errors import ConfigError, InputError
from webnoise.evaluate.corpora import GoldPage, corpus_digest, fixed_sample, read_corpus

PAGES = [
    {
        "id": "1",
        "url": "https://a.example/1",
        "site": "a.example",
        "html": "<p>One</p>",
        "text": "One",
        "authors": "Ann Bee; Cy Dee and Eff",
    },
    {
        "id": "2",
        "url": "https://www.b.example/2",
        "html": "<p>Zwei</p>",
        "text": "",
        "authors": ["G, PhD"],
        "must": ["x"],
        "lang": "de",
    },
    {"id": "3", "url": "", "html": "<p>Drei</p>"},
]


def lines(records):
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.mark.parametrize(
    ("name", "opener"), [("pages.jsonl", open), ("pages.jsonl.xz", lzma.open), ("pages.jsonl.gz", gzip.open)]
)
def test_json_lines_are_read_plain_and_compressed(tmp_path, name, opener):
    with opener(tmp_path / name, "wt", encoding="utf-8") as file:
        file.write(lines(PAGES))
    first, second, third = read_corpus(tmp_path / name)
    assert (first.site, first.text, first.authors, first.corpus) == (
        "a.example",
        "One",
        ("Ann Bee", "Cy Dee", "Eff"),
        "pages",
    )
    assert (second.site, second.text, second.authors, second.must) == (
        "www.b.example",
        "",
        ("G, PhD",),
        ("x",),
    )
    assert (third.site, third.text, third.authors, third.gold_has_title) == ("3", None, None, False)


def test_folder_of_pairs_is_a_corpus(tmp_path):
    (tmp_path / "paper").mkdir()
    for name in ("paper/a", "paper/b", "solo"):
        (tmp_path / f"{name}.html").write_bytes(b"<p>caf\xe9</p>")
        (tmp_path / f"{name}.txt").write_text(name, encoding="utf-8")
    (tmp_path / "without-gold.html").write_text("<p>?</p>", encoding="utf-8")
    pages = list(read_corpus(tmp_path))
    assert [(page.id, page.site, page.text) for page in pages] == [
        ("paper/a", "paper", "paper/a"),
        ("paper/b", "paper", "paper/b"),
        ("solo", "solo", "solo"),
    ]
    assert pages[0].html == b"<p>caf\xe9</p>"


def test_folder_without_pairs_is_an_error(tmp_path):
    with pytest.raises(InputError, match="no pair"):
        list(read_corpus(tmp_path))


def test_broken_line_is_named(tmp_path):
    path = tmp_path / "pages.jsonl"
    path.write_text(lines(PAGES[:1]) + "{broken\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 2"):
        list(read_corpus(path))
    path.write_text(lines([{"id": "1"}]), encoding="utf-8")
    with pytest.raises(InputError, match=r"line 1.*html"):
        list(read_corpus(path))


def test_unknown_corpus_says_what_to_give():
    with pytest.raises(ConfigError, match=r"no corpus 'nowhere'.*JSONL"):
        read_corpus("nowhere")


def page(site, number=0, html="<p>x</p>"):
    return GoldPage(id=f"{site}/{number}", url="", site=site, html=html)


def test_sample_is_fixed_and_grows_by_adding_pages():
    pages = [page(f"site{i}", n) for i in range(30) for n in range(3)]
    small, large = fixed_sample(pages, 20), fixed_sample(pages, 50)
    assert (len(small), len(large)) == (20, 50)
    assert {p.id for p in small} <= {p.id for p in large}
    assert small == fixed_sample(reversed(pages), 20)[::-1]
    assert len(fixed_sample(pages, 1000)) == len(pages)


def test_sample_takes_eight_pages_of_a_site_before_it_takes_more():
    pages = [page(f"site{i}", n) for i in range(5) for n in range(20)]
    counts = Counter(p.site for p in fixed_sample(pages, 40))
    assert set(counts.values()) == {8}
    assert len(fixed_sample(pages, 90)) == 90


def test_digest_changes_with_page_and_gold_but_not_with_order():
    one, two = page("a"), page("b")
    assert corpus_digest([one, two]) == corpus_digest([two, one])
    assert corpus_digest([one, two]) != corpus_digest([one, page("b", html="<p>y</p>")])
    assert one.digest != GoldPage(id=one.id, url="", site="a", html=one.html, text="").digest
