"""A whole run on one machine: the same articles from files of every kind, whatever ends it in between."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.batch.conftest import warc_record, write_jsonl, write_parquet, write_warc
from tests.demo import truth
from webnoise.batch.inputs import expand
from webnoise.batch.run import Batch, Target
from webnoise.batch.state import RunState
from webnoise.config import Config
from webnoise.errors import ConfigError

pytest.importorskip("fastwarc", reason="needs the extra warc")
ROOT = Path(__file__).parents[2]


def run(inputs, output, **options):
    batch = Batch(tuple(expand(map(str, inputs))), Target(output), workers=1, **options)
    return batch.run()


def rows(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def squeezed(text):
    return " ".join(text.replace(" | ", " ").split())


@pytest.fixture(scope="module")
def archive(tmp_path_factory, pages):
    return write_warc(tmp_path_factory.mktemp("archive") / "demo.warc.gz", pages)


@pytest.fixture(scope="module")
def demo_run(tmp_path_factory, archive):
    """Summary and rows of a run over the demo's archive."""
    output = tmp_path_factory.mktemp("run") / "articles.jsonl"
    return run([archive], output), output


def test_every_story_comes_out_once_and_clean(demo_run, pages):
    summary, output = demo_run
    by_path = {article.path: article for article in truth.articles()}
    found = [(row, by_path[urlsplit(row["url"]).path]) for row in rows(output)]
    stories = [article.wire or article.path for _, article in found]
    assert sorted(stories) == sorted({article.wire or article.path for article in truth.articles()})
    for row, article in found:
        assert row["title"] == article.title
        assert squeezed(row["text"]) == squeezed(" ".join(article.paragraphs))
    assert summary.pages == len(pages)
    assert summary.articles == len(found)
    assert summary.duplicates == len(truth.articles()) - len(found)
    assert not summary.troubles


def test_every_row_says_where_it_came_from(demo_run, archive):
    found = rows(demo_run[1])
    assert {row["source"] for row in found} == {str(archive)}
    positions = [row["position"] for row in found]
    assert positions == sorted(set(positions))
    data = archive.read_bytes()
    assert all(data[position : position + 2] == b"\x1f\x8b" for position in positions)


def test_what_gave_no_article_is_listed_with_its_reason(demo_run):
    summary, output = demo_run
    skipped = rows(output.with_name("articles.skipped.jsonl"))
    assert len(skipped) == summary.skipped.total() == summary.pages - summary.articles - summary.duplicates
    assert {one["reason"] for one in skipped} <= {"kind-index", "kind-other"}
    assert all(one["source"] and one["position"] is not None for one in skipped)


def test_nothing_is_left_beside_the_output(demo_run):
    names = sorted(path.name for path in demo_run[1].parent.iterdir())
    assert names == ["articles.jsonl", "articles.skipped.jsonl"]


@pytest.mark.parametrize("write", [write_jsonl, write_parquet], ids=["jsonl", "parquet"])
def test_files_of_other_kinds_give_the_same_articles(tmp_path, pages, demo_run, write):
    stored = write(tmp_path / f"pages.{write.__name__.removeprefix('write_')}", pages)
    run([stored], tmp_path / "articles.jsonl")
    place = ("source", "position")
    for row, other in zip(rows(tmp_path / "articles.jsonl"), rows(demo_run[1]), strict=True):
        assert {**row, **dict.fromkeys(place)} == {**other, **dict.fromkeys(place)}


def test_pages_of_a_folder_without_addresses_teach_each_other(tmp_path, pages):
    for number, (url, body) in enumerate(pages):
        if "valley-courier" in url:
            (tmp_path / "pages").mkdir(exist_ok=True)
            (tmp_path / "pages" / f"{number:03}.html").write_bytes(body)
    run([tmp_path / "pages"], tmp_path / "articles.jsonl", config=Config(duplicates="keep"))
    stated = {article.title: article for article in truth.articles() if article.newspaper == "valley-courier"}
    found = rows(tmp_path / "articles.jsonl")
    assert {row["title"] for row in found} == set(stated)
    for row in found:
        assert squeezed(row["text"]) == squeezed(" ".join(stated[row["title"]].paragraphs))
        assert Path(row["source"]).is_file()
        assert row["position"] is None


KILLED = """
import os, signal, sys
from pathlib import Path
from webnoise.batch import run
from webnoise.batch.inputs import expand

class Killing(run.tqdm):
    left = int(sys.argv[3])
    def update(self, n=1):
        Killing.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    run.tqdm = Killing
    run.Batch(tuple(expand([sys.argv[1]])), run.Target(Path(sys.argv[2])), workers=1).run()
"""


def test_run_that_was_killed_at_ten_moments_gives_the_same_output(tmp_path, pages, demo_run, archive):
    """A moment is any step of the three passes; what a killed run has done is not done again."""
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    chance = random.Random(19)
    output = tmp_path / "out" / "articles.jsonl"
    output.parent.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for _ in range(10):
        steps = chance.randint(1, 3 * len(pages) // 4)
        command = [sys.executable, str(script), str(archive), str(output), str(steps)]
        code = subprocess.run(command, env=environment, timeout=120, check=False).returncode
        assert code in (-9, 0)
        if code == 0:
            break
    run([archive], output)
    assert output.read_bytes() == demo_run[1].read_bytes()
    assert sorted(path.name for path in output.parent.iterdir()) == [
        "articles.jsonl",
        "articles.skipped.jsonl",
    ]


def test_unfinished_run_of_other_inputs_is_refused_until_it_is_given_up(tmp_path, archive, pages):
    output = tmp_path / "articles.jsonl"
    with RunState(Target(output).unfinished, {"inputs": ["others"], "settings": {}, "output": []}):
        pass
    with pytest.raises(ConfigError, match=r"other inputs and settings and output.*--restart"):
        run([archive], output)
    small = write_warc(tmp_path / "small.warc.gz", pages[:5])
    run([small], output, restart=True)
    assert output.exists()


def test_two_runs_do_not_write_one_output(tmp_path, archive):
    output = tmp_path / "articles.jsonl"
    with (
        RunState(Target(output).unfinished, {}),
        pytest.raises(ConfigError, match="another process writes the same output"),
    ):
        run([archive], output)


@pytest.fixture(scope="module")
def wire(tmp_path_factory):
    """Two papers' pages of one agency story."""
    pages = {
        (article.newspaper, article.path): article
        for article in next(iter(truth.wire_stories().values()))
        if article.newspaper
        != "harbour-post"  # its page adds too much as long as nothing is known of its site
    }
    from tests.batch.conftest import demo_pages

    folder = tmp_path_factory.mktemp("wire")
    by_url = dict(demo_pages())
    urls = [f"https://{newspaper}.example{path}" for newspaper, path in pages]
    return write_warc(folder / "wire.warc.gz", [(url, by_url[url]) for url in urls]), urls


@pytest.mark.parametrize("action", ["mark", "outlets", "keep"])
def test_repetitions_are_marked_joined_or_kept(tmp_path, wire, action):
    archive, urls = wire
    summary = run([archive], tmp_path / "out.jsonl", config=Config(duplicates=action))
    found = rows(tmp_path / "out.jsonl")
    original = next(row["url"] for row in found if not row["duplicate_of"])
    if action == "mark":
        assert [row["url"] for row in found] == urls
        assert {row["duplicate_of"] for row in found} == {None, original}
        assert sum(row["duplicate_of"] is None for row in found) == 1
    elif action == "outlets":
        [row] = found
        assert {row["url"], *row["outlets"]} == set(urls)
    else:
        assert [row["url"] for row in found] == urls
        assert summary.duplicates == 0


def test_what_cannot_be_read_is_counted_and_the_rest_comes_out(tmp_path, pages):
    """A corrupt record, a truncated gzip, no HTML, 50 megabytes, no column, no file: each by its place."""
    import gzip

    articles = [(url, body) for url, body in pages if any(url.endswith(a.path) for a in truth.articles())][:6]
    parts = [gzip.compress(warc_record(url, body), 1) for url, body in articles]
    corrupt = bytearray(parts[1])
    corrupt[50:70] = bytes(20)
    pdf = gzip.compress(warc_record("https://a.example/x.pdf", b"%PDF", mime="application/pdf"))
    huge = gzip.compress(warc_record("https://a.example/huge", b"<p>" + b"rain " * 10_000_000), 1)
    (tmp_path / "a.warc.gz").write_bytes(parts[0] + corrupt + pdf + huge + parts[2] + parts[3][:-30])
    (tmp_path / "cut.jsonl.gz").write_bytes(gzip.compress(json.dumps({"html": "x" * 999}).encode())[:-9])
    inputs = [tmp_path / "a.warc.gz", tmp_path / "cut.jsonl.gz", tmp_path / "none.html"]
    from pyarrow import Table, parquet

    parquet.write_table(Table.from_pylist([{"body": "<p>Rain"}]), tmp_path / "b.parquet")
    inputs.append(tmp_path / "b.parquet")
    inputs.append(write_jsonl(tmp_path / "last.jsonl", articles[4:]))
    summary = run(inputs, tmp_path / "out.jsonl", config=Config(duplicates="keep", min_siblings=0))
    assert [row["url"] for row in rows(tmp_path / "out.jsonl")] == [
        url for url, _ in (articles[0], articles[2], *articles[4:])
    ]
    assert summary.skipped == {
        "damaged": 3, "not-html": 1, "beyond-limits": 1, "unreadable": 1, "no-column": 1,
    }  # fmt: skip
    assert len(summary.troubles) == 6
    skipped = {one["reason"]: one for one in rows(tmp_path / "out.skipped.jsonl")}
    assert skipped["beyond-limits"]["position"] == len(parts[0]) + len(corrupt) + len(pdf)
    assert "max_bytes" in skipped["beyond-limits"]["detail"]


def test_memories_of_a_run_last_where_a_store_is_named(tmp_path, wire):
    from webnoise import stores
    from webnoise.methods.registry import learning_method

    store = f"sqlite:///{tmp_path}/sites.db"
    run([wire[0]], tmp_path / "out.jsonl", config=Config(site_store=store))
    with stores.open(store) as opened:
        assert {site for site, _ in opened.sites.known()} == {urlsplit(url).hostname for url in wire[1]}
        for site, _ in opened.sites.known():
            assert opened.sites.read(site, learning_method("core")).pages == 1
