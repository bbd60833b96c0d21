"""Every fenced block of README, CONTRIBUTING and docs does what it is there for, as it is written.

Shell blocks run in bash, in a folder that has the reader's files; sites below `.example` are played by a proxy
(`stand_in.py`), what installs or measures for minutes by stand-ins (`commands.py`). Python blocks run with the
names that documents take as given; those whose first line names a file make a project. A block of a kind
that is not known here fails.
"""

import json
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib.util import find_spec

import pytest
from scrapy.http import HtmlResponse

import webnoise
from research.corpora import read_corpus
from tests.docs import stand_in
from tests.docs.snippets import projects, snippets
from tests.redis_server import require_redis
from webnoise.cli.main import main
from webnoise.evaluate.corpora import GoldPage
from webnoise.page.rendered import installed_browser
from webnoise.spiders.sites import read_sites

SNIPPETS = list(snippets())
LANGUAGES = {"sh", "python", "json", "toml", "crontab", "text", ""}
OUTPUT = re.compile(r"-[oO] '?([\w.-]+)")


def written_in(language, *, file=None):
    """The blocks of a language; of Python ones those that name a file, or none."""
    chosen = [
        one for one in SNIPPETS if one.language == language and (file is None or bool(one.file) == file)
    ]
    assert chosen
    return pytest.mark.parametrize("snippet", chosen, ids=str)


def lines_of(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def run(command, folder, environment):
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder,
        env={**environment, "HOME": str(folder)},
        check=False,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, f"{done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done


def test_every_block_is_of_a_kind_that_is_tried():
    assert {one.language for one in SNIPPETS} == LANGUAGES


def require(code):
    """Skip a block that needs more than the extra of the tests."""
    if "archive/" in code:
        pytest.importorskip("fastwarc", reason="needs the extra warc")
    if "parquet" in code:
        pytest.importorskip("pyarrow", reason="needs the extra parquet")
    if "--spark" in code or "batch.spark" in code:
        pytest.importorskip("pyspark", reason="needs the extra spark")
        if shutil.which("java") is None:
            pytest.skip("needs Java: Debian's default-jre-headless")
    if "--rendered" in code or "screenshots" in code:
        pytest.importorskip("playwright", reason="needs the extra: pip install 'webnoise[render]'")
        if installed_browser() is None:
            pytest.skip("no Chromium here: apt-get install chromium")
    if "redis-server" in code:
        require_redis()


@written_in("sh")
def test_shell_blocks(snippet, folder, environment, proxy):
    require(snippet.code)
    outputs = [folder / name for name in OUTPUT.findall(snippet.code)]
    for output in outputs:
        output.unlink(missing_ok=True)
    # Redis at an address of the tests' own: nobody's data are touched
    code = snippet.code.replace("redis://localhost", f"redis://{proxy.host}")
    run(f"{code}\nwait", folder, environment)
    if "redis-server" in code:  # the one site was in the hands of one of the processes
        (output,) = (one for one in outputs if one.exists() and one.stat().st_size)
        outputs = [output]
    for output in outputs:
        assert output.stat().st_size > 0
        if output.suffix == ".jsonl":
            assert all(item["title"] and item["text"] for item in lines_of(output))


@written_in("crontab")
def test_lines_of_cron(snippet, folder, environment):
    for line in snippet.code.splitlines():
        command = line.split(maxsplit=5)[5]
        assert "%" not in command, "cron makes a new line of it"
        for _ in range(2):
            run(command, folder, environment)
    assert len(lines_of(folder / "news" / "articles.jsonl")) == len(stand_in.STORIES)


@written_in("python", file=False)
def test_python_blocks(snippet, folder, capsys, request):
    if "import pandas" in snippet.code:
        pytest.importorskip("pandas", reason="pip install 'webnoise[test]' brings pandas")
    pages = [(html, stand_in.NEWS + path) for path, html in stand_in.pages().items() if path != "/"]
    html, url = pages[0]
    given = {"webnoise": webnoise, "html": html, "url": url, "pages": pages, "body": html.encode()}
    given["response"] = HtmlResponse(
        url, body=html.encode(), headers={"Content-Type": "text/html; charset=utf-8"}
    )
    require(snippet.code)
    if "batch.spark" in snippet.code:
        given["spark"] = request.getfixturevalue("spark")
    exec(compile(snippet.code.replace("s3a://bucket", str(folder)), str(snippet), "exec"), given)
    made = [value for value in given.values() if isinstance(value, webnoise.Article)]
    assert all(
        article.title == stand_in.STORIES[-1 if "for html" in snippet.code else 0].title for article in made
    )
    if (folder / "benchmark.jsonl").exists():
        assert len(list(read_corpus("benchmark.jsonl"))) == len(stand_in.STORIES)


@pytest.fixture(scope="session")
def fresh_project(tmp_path_factory):
    """As `scrapy startproject` makes it."""
    folder = tmp_path_factory.mktemp("project")
    subprocess.run(
        [sys.executable, "-m", "scrapy", "startproject", "yourproject", str(folder)],
        check=True,
        capture_output=True,
    )
    return folder


@pytest.mark.parametrize("project", list(projects()), ids=lambda project: str(project[0]))
def test_projects(project, fresh_project, tmp_path, environment, proxy):
    root = tmp_path / "project"
    shutil.copytree(fresh_project, root)
    settings = root / "yourproject" / "settings.py"
    settings.write_text(settings.read_text() + "\nDOWNLOAD_DELAY = 0\nROBOTSTXT_OBEY = False\n")
    for snippet in project:
        file = root / "yourproject" / snippet.file
        earlier = file.read_text() if snippet.file == "settings.py" else ""
        file.write_text(earlier + snippet.code)
    code = "".join(snippet.code for snippet in project)
    spider = re.search(r'^    name = "(\w+)"', code, re.MULTILINE)
    crawl = spider[1] if spider else f"news -a site={stand_in.NEWS}/"
    proxies = {"https_proxy": "", "http_proxy": ""} if "class Proxies" in code else {}
    run(f"scrapy crawl {crawl} -O out.jsonl", root, environment | proxies)
    items = lines_of(root / "out.jsonl")
    assert len(items) == (1 if "news.example/a" in code else len(stand_in.STORIES))
    assert {item["title"] for item in items} <= {story.title for story in stand_in.STORIES}
    assert {item.get("desk") for item in items} == {"night" if '"desk"' in code else None}
    for name, check in CHECKS.items():
        if f"class {name}" in code:
            check(root, items)


def rows(name):
    def check(root, items):
        with closing(sqlite3.connect(root / name)) as database:
            found = database.execute("SELECT url, title, text FROM article").fetchall()
        assert sorted(found) == sorted((item["url"], item["title"], item["text"]) for item in items)

    return check


def pictures(root, items):
    for item in items:
        (file,) = item["files"]
        assert (root / "pictures" / file).stat().st_size > 0


CHECKS = {"IntoSqlite": rows("articles.db"), "IntoPostgres": rows("postgres.db"), "Pictures": pictures}


@pytest.mark.parametrize("snippet", [one for one in SNIPPETS if one.file.startswith("dags/")], ids=str)
def test_tasks_of_schedulers(snippet, folder, environment):
    (folder / "dag.py").write_text(snippet.code)
    run(f"{shlex.quote(sys.executable)} dag.py", folder, environment)
    assert len(lines_of(folder / "news" / "articles.jsonl")) == len(stand_in.STORIES)


@written_in("toml")
def test_files_of_sites(snippet, folder):
    (folder / "sites.toml").write_text(snippet.code)
    assert len(read_sites(folder / "sites.toml")) == snippet.code.count("[[site]]")


@written_in("json")
def test_records(snippet, folder, capsys):
    """README's is an article of the demo, which is compared where the demo is crawled."""
    record = json.loads(snippet.code)
    if snippet.document == "README.md":
        return
    assert snippet.document == "evaluate.md"
    (folder / "one.jsonl").write_text(json.dumps(record))
    (page,) = read_corpus("one.jsonl")
    assert record.keys() <= GoldPage.__dataclass_fields__.keys()
    assert all(
        getattr(page, name) == (tuple(value) if isinstance(value, list) else value)
        for name, value in record.items()
    )
    assert main(["evaluate", "one.jsonl", "--workers", "1"]) == 0


@written_in("text")
def test_text_is_a_picture(snippet):
    assert "─▶" in snippet.code


@written_in("")
def test_what_was_printed_stands_beside_its_command(snippet):
    """Blocks without a language: the output of a command that the text before them names, or a long command."""
    if snippet.code.startswith("python -m research."):
        assert find_spec(shlex.split(snippet.code)[2])
        return
    named = re.findall(
        r"`python -m (research\.benchmarks\.\w+)|`(--parts \w+)`",
        snippet.before.rpartition("\n\n")[2] or snippet.before,
    )
    assert named
    assert all(script == "" or find_spec(script) for script, _ in named)
