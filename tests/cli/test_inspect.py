"""`webnoise inspect`, `webnoise report` and `webnoise site show --html` on the command line."""

import json

import pytest

from webnoise.cli.main import main
from webnoise.demo import newspapers, serve

PAGE = "<html lang=en><title>Rain</title><body><nav><a href=/>Home</a></nav><article><h1>Rain</h1>" + "".join(
    f"<p>It rained all day in the valley, and the river rose by {number} feet, which nobody had seen before.</p>"
    for number in range(5)
)


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    return path


@pytest.fixture
def articles(tmp_path, page):
    path = tmp_path / "articles.jsonl"
    assert main(["extract", str(page), "--url", "https://a.example/rain", "--blocks", "-o", str(path)]) == 0
    other = json.loads(path.read_text()) | {"url": "https://a.example/other"}
    with path.open("a") as lines:
        lines.write(json.dumps(other) + "\n")
    return path


def data_of(path):
    """What a report's script reads."""
    return json.loads(path.read_text().partition('id="data">')[2].partition("</script>")[0])


def test_a_file_is_shown_by_several_methods(tmp_path, page):
    out = tmp_path / "out.html"
    assert main(["inspect", str(page), "--methods", "core,word_leaf_ratio", "-o", str(out)]) == 0
    data = data_of(out)
    assert [view["method"] for view in data["views"]] == ["core", "word_leaf_ratio"]
    assert any("the river rose" in text for text in data["views"][0]["text"])
    assert "path" not in data["views"][0]


def test_verbose_shows_where_blocks_lie(tmp_path, page):
    out = tmp_path / "out.html"
    assert main(["inspect", str(page), "--verbose", "-o", str(out)]) == 0
    assert "html/body/article/p" in data_of(out)["views"][0]["path"]


def test_an_address_is_fetched_with_its_styles_and_judged_with_its_siblings(tmp_path, capsys):
    paper, out = newspapers()[0], tmp_path / "out.html"
    with serve() as server:
        addresses = [server.urls[0] + paper.path_of(story) for story in paper.stories[:6]]
        assert main(["inspect", addresses[0], "--siblings", *addresses[1:], "-o", str(out)]) == 0
        assert capsys.readouterr().err == ""
        styled = out.read_text()
        assert main(["inspect", addresses[0], "--no-styles", "-o", str(out)]) == 0
    style = next(line for line in paper.render("/static/style.css").body.decode().splitlines() if "{" in line)
    assert style[:20] in styled
    assert style[:20] not in out.read_text()
    assert "of 5 other pages of this site" in styled
    assert "of 5 other pages of this site" not in out.read_text()


def test_a_sites_memory_speaks(tmp_path, page):
    out, memory = tmp_path / "out.html", tmp_path / "memory"
    siblings = tmp_path / "siblings"
    siblings.mkdir()
    for number in range(3):
        (siblings / f"{number}.html").write_text(
            PAGE.replace("valley", f"valley of {'ABC'[number]}").replace("Rain", "Sun")
        )
    assert main(["extract", "--site-memory", str(memory), str(siblings), "-o", str(tmp_path / "x")]) == 0
    before = memory.read_bytes()
    assert main(["inspect", str(page), "--site-memory", str(memory), "-o", str(out)]) == 0
    assert "3 of 3 other pages of this site have the same text" in out.read_text()
    assert memory.read_bytes() == before


def test_a_result_is_chosen_by_its_address(tmp_path, articles):
    out = tmp_path / "out.html"
    assert main(["inspect", str(articles), "--url", "https://a.example/rain", "-o", str(out)]) == 0
    assert any("the river rose" in text for text in data_of(out)["views"][0]["text"])


def test_a_report_is_written_with_its_figures_and_inspect_pages(tmp_path, articles, capsys):
    out, dropped = tmp_path / "report.html", tmp_path / "dropped.jsonl"
    dropped.write_text(
        '{"url": "https://a.example/", "reason": "kind-index", "detail": "not among export_kinds"}\n'
    )
    command = [
        "report",
        str(articles),
        "--dropped",
        str(dropped),
        "--inspect",
        str(tmp_path / "pages"),
        "-o",
        str(out),
    ]
    assert main(command) == 0
    assert f"wrote {out}" in capsys.readouterr().err
    figures = json.loads(out.with_suffix(".json").read_text())
    assert (figures["articles"], figures["left_out"]) == (2, {"kind-index": 1})
    links = [own["inspect"] for own in figures["listed"]["articles"]]
    assert all((tmp_path / link).is_file() for link in links)
    assert len(set(links)) == 2
    assert all(f'href="{link}"' in out.read_text() for link in links)


def test_a_template_is_written_as_html(tmp_path, page):
    memory, out = tmp_path / "memory", tmp_path / "out.html"
    assert main(["extract", "--site-memory", str(memory), str(page), "-o", str(tmp_path / "x")]) == 0
    assert main(["site", "show", str(memory), "--html", "--least", "1", "-o", str(out)]) == 0
    assert "the river rose" in out.read_text()
    assert "<b>1</b> remembered pages" in out.read_text()


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["inspect", "{tmp}/none.html"], "cannot read {tmp}/none.html"),
        (["inspect", "{page}", "--methods", "cor"], "did you mean 'core'?"),
        (["inspect", "{articles}"], "holds 2 articles: name one of them by --url"),
        (["inspect", "{articles}", "--url", "https://x.example/"], "holds 0 articles of https://x.example/"),
        (["inspect", "{articles}", "--siblings", "{page}"], "a result is judged already"),
        (["inspect", "{page}", "--methods", "desea", "--site-memory", "{page}"], "put it among --methods"),
        (["inspect", "{tmp}/bare.jsonl"], "WEBNOISE_EXPORT_EXTRA=blocks,evidence"),
        (["report", "{articles}", "-o", "{tmp}/report.txt"], "name it {tmp}/report.html"),
        (["report", "{tmp}/none.jsonl", "-o", "{tmp}/r.html"], "cannot read {tmp}/none.jsonl"),
        (["report", "{page}", "-o", "{tmp}/r.html"], "line 1 is no JSON"),
        (["site", "show", "{store}", "--html"], "name it after {store}"),
    ],
)
def test_errors_name_the_input_and_the_remedy(tmp_path, page, articles, capsys, arguments, printed):
    from webnoise import Site

    (tmp_path / "bare.jsonl").write_text('{"url": "https://a.example/", "text": "Rain"}\n')
    with Site("a.example", store=f"sqlite:///{tmp_path / 'store.db'}") as site:
        site.learn(PAGE, url="https://a.example/rain")
    names = {"tmp": tmp_path, "page": page, "articles": articles, "store": tmp_path / "store.db"}
    capsys.readouterr()
    assert main([argument.format(**names) for argument in arguments]) == 2
    error = capsys.readouterr().err
    assert printed.format(**names) in error
    assert error.count("\n") == 1
