"""Site memory on the command line, through the real command."""

import json
import subprocess
import sys

import pytest

from webnoise import Site
from webnoise.cli.main import main

PROMO = "Join the readers' walking club, every Sunday at nine by the old mill, and bring a friend along."
WORDS = "harbour ferry council winter rope tide market lantern bridge orchard signal kettle meadow granite".split()


def story(number):
    """A page of its own words with a promo inside that all pages share."""
    paragraphs = [
        " ".join(
            f"{WORDS[(number * part + step) % len(WORDS)]}{'abcdefghij'[number]}{'klmnop'[part]}{'abcdefgh'[step % 8]}"
            for step in range(40)
        )
        for part in range(1, 6)
    ]
    body = "".join(f"<p>{paragraph.capitalize()}.</p>" for paragraph in paragraphs[:3])
    body += f"<p>{PROMO}</p>" + "".join(f"<p>{paragraph.capitalize()}.</p>" for paragraph in paragraphs[3:])
    return (
        f"<html lang=en><title>{paragraphs[0][:40]} | The Mill</title><body><ul><li><a href=/>Home</a></ul>"
        f"<div class=story><h1>{paragraphs[0][:40]}</h1>{body}</div></body></html>"
    )


@pytest.fixture
def pages(tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(5):
        (folder / f"{number}.html").write_text(story(number))
    return folder


@pytest.fixture
def store(tmp_path):
    path = tmp_path / "sites.db"
    with Site("mill.example", store=f"sqlite:///{path}") as site:
        for number in range(5):
            site.learn(story(number), url=f"https://mill.example/{number}")
    return path


def webnoise(*arguments):
    run = subprocess.run(
        [sys.executable, "-m", "webnoise.cli.main", *map(str, arguments)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return run.returncode, run.stdout, run.stderr


def texts(output):
    return [json.loads(line)["text"] for line in output.splitlines()]


def test_pages_of_one_site_teach_each_other_what_is_no_content(tmp_path, pages):
    _, alone, _ = webnoise("extract", pages)
    status, together, errors = webnoise("extract", "--site-memory", tmp_path / "mill.memory", pages)
    assert (status, errors) == (0, "")
    assert all(PROMO in text for text in texts(alone))
    assert not any(PROMO in text for text in texts(together))
    assert all("Harbour" in text or "harbour" in text for text in texts(together))


def test_a_later_page_is_judged_by_what_the_file_remembers(tmp_path, pages, capsys):
    memory, late = tmp_path / "mill.memory", tmp_path / "late.html"
    assert main(["extract", "--site-memory", str(memory), str(pages)]) == 0
    late.write_text(story(9))
    capsys.readouterr()
    assert main(["extract", "--site-memory", str(memory), str(late)]) == 0
    assert PROMO not in texts(capsys.readouterr().out)[0]


def test_show_lists_sites_and_what_recurs_on_one(store, capsys):
    assert main(["site", "show", str(store)]) == 0
    assert "mill.example\tcore\t5 pages" in capsys.readouterr().out
    assert main(["site", "show", str(store), "mill.example"]) == 0
    shown = capsys.readouterr().out
    assert "5 pages remembered, 2 texts recur" in shown
    assert PROMO.lower()[:60] in shown


def test_an_exported_memory_serves_extract(store, tmp_path, pages, capsys):
    file = tmp_path / "mill.memory"
    assert main(["site", "export", str(store), "mill.example", "-o", str(file)]) == 0
    assert main(["site", "show", str(file)]) == 0
    (tmp_path / "late.html").write_text(story(7))
    capsys.readouterr()
    assert main(["extract", "--site-memory", str(file), str(tmp_path / "late.html")]) == 0
    assert PROMO not in texts(capsys.readouterr().out)[0]


def test_merged_files_and_stores_hold_what_each_of_them_held(store, tmp_path, capsys):
    other = tmp_path / "other.db"
    with Site("mill.example", store=f"sqlite:///{other}") as site:
        for number in range(3, 8):
            site.learn(story(number), url=f"https://mill.example/{number}")
    for number, source in enumerate((store, other)):
        assert (
            main(["site", "export", str(source), "mill.example", "-o", str(tmp_path / f"{number}.memory")])
            == 0
        )
    assert (
        main(
            [
                "site",
                "merge",
                str(tmp_path / "all.memory"),
                str(tmp_path / "0.memory"),
                str(tmp_path / "1.memory"),
            ]
        )
        == 0
    )
    assert main(["site", "merge", str(store), str(other)]) == 0
    assert main(["site", "export", str(store), "mill.example", "-o", str(tmp_path / "again.memory")]) == 0
    assert "all.memory: 8 pages" in capsys.readouterr().out
    assert (tmp_path / "again.memory").read_bytes() == (tmp_path / "all.memory").read_bytes()


def test_a_forgotten_site_is_gone(store, capsys):
    assert main(["site", "forget", str(store), "mill.example"]) == 0
    capsys.readouterr()
    assert main(["site", "show", str(store)]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["site", "show", "{tmp}/none.db"], "there is no site store {tmp}/none.db"),
        (["site", "forget", "{store}", "mil.example"], "did you mean 'mill.example'?"),
        (["site", "export", "{store}", "other.org", "-o", "{tmp}/x"], "remembers nothing of 'other.org'"),
        (["site", "export", "{store}", "mill.example", "-o", "{tmp}/no/x"], "cannot write {tmp}/no/x"),
        (
            ["site", "export", "{store}", "mill.example", "-o", "{tmp}/x", "--method", "desea"],
            "those that do: core",
        ),
        (["site", "merge", "{store}", "{tmp}/none"], "there is no file {tmp}/none"),
        (["site", "merge", "{store}", "{tmp}/page.html"], "merge either stores or exported memories"),
        (["site", "show", "{tmp}/page.html"], "{tmp}/page.html is no site memory of method 'core'"),
        (
            ["extract", "--site-memory", "{store}", "{tmp}/page.html"],
            "webnoise site export {store} SITE -o FILE",
        ),
        (
            ["extract", "--site-memory", "{tmp}/page.html", "{tmp}/page.html"],
            "is no site memory of method 'core'",
        ),
        (
            ["extract", "--method", "desea", "--site-memory", "{tmp}/m", "{tmp}/page.html"],
            "learns nothing from other pages",
        ),
    ],
)
def test_errors_name_the_input_and_the_remedy(store, tmp_path, capsys, arguments, printed):
    (tmp_path / "page.html").write_text(story(1))
    names = {"tmp": tmp_path, "store": store}
    assert main([argument.format(**names) for argument in arguments]) == 2
    error = capsys.readouterr().err
    assert printed.format(**names) in error
    assert error.count("\n") == 1
    assert not (tmp_path / "none.db").exists()
