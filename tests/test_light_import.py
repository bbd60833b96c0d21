"""`import webnoise` and `webnoise extract` stay light: no Scrapy, no Twisted, nothing heavy that is not needed."""

import subprocess
import sys

PAGE = (
    "<html lang=en><title>Rain</title><article><h1>Rain</h1>"
    + "<p>It rained all day, and the river rose by a foot.</p>" * 5
)

HEAVY = (
    "scrapy",
    "twisted",
    "nltk",
    "sklearn",
    "lightgbm",
    "tldextract",
    "py3langid",
    "jinja2",
    "tqdm",
    "requests",
)


def modules_after(code):
    run = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sorted(sys.modules))"],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return set(run.stdout.split()[-10_000:])


def test_import_loads_nothing_heavy():
    assert not modules_after("import webnoise").intersection(HEAVY)


def test_extract_on_the_command_line_loads_neither_scrapy_nor_twisted(tmp_path):
    page = tmp_path / "page.html"
    page.write_text(PAGE)
    loaded = modules_after(
        f"from webnoise.cli.main import main\nassert main(['extract', {str(page)!r}, '-o', {str(tmp_path / 'out')!r}]) == 0"
    )
    assert not loaded.intersection({"scrapy", "twisted"})
    assert "river rose" in (tmp_path / "out").read_text()


def test_public_names_are_all_there():
    import webnoise

    for name in webnoise.__all__:
        assert getattr(webnoise, name) is not None
    assert set(dir(webnoise)) == set(webnoise.__all__)
