"""The benchmarks and trainings where the corpora that they measure are not at hand."""

import logging
import runpy
import sys
from pathlib import Path

import pytest

from research import corpora
from tests.docs.commands import NEED_NO_CORPUS

FOLDER = Path(__file__).parents[2] / "research" / "benchmarks"
SCRIPTS = [
    path.stem
    for path in sorted(FOLDER.glob("*.py"))
    if "__main__" in path.read_text("utf-8") and path.stem not in NEED_NO_CORPUS
]


@pytest.fixture
def without_corpora(monkeypatch, tmp_path):
    monkeypatch.setenv("WEBNOISE_CORPUS", str(tmp_path / "none"))
    corpora.corpus_folder.cache_clear()
    yield
    corpora.corpus_folder.cache_clear()
    logging.disable(logging.NOTSET)  # a script silences what it measures


def said(capfd, start):
    """The last words of a script that ends, and whether it has failed."""
    with pytest.raises(SystemExit) as end:
        start()
    text = end.value.code if isinstance(end.value.code, str) else capfd.readouterr().err
    return text.splitlines(), end.value.code not in (None, 0)


@pytest.mark.parametrize("name", SCRIPTS)
def test_benchmark_without_its_corpora_says_in_a_line_what_to_do(name, without_corpora, monkeypatch, capfd):
    monkeypatch.setattr(sys, "argv", [str(FOLDER / f"{name}.py")])
    module = f"research.benchmarks.{name}"
    lines, failed = said(capfd, lambda: runpy.run_module(module, run_name="__main__", alter_sys=False))
    assert failed
    assert len(lines) == 1
    assert "WEBNOISE_CORPUS" in lines[0]
    assert "docs/evaluate.md" in lines[0]


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
@pytest.mark.parametrize(
    ("module", "arguments"), [("research.training.kind", []), ("research.training", ["news424"])]
)
def test_training_without_its_corpora_says_in_a_line_what_to_do(
    module, arguments, without_corpora, monkeypatch, capfd
):
    pytest.importorskip("lightgbm", reason="training needs the extra: pip install 'webnoise[train]'")
    monkeypatch.setattr(sys, "argv", [module, *arguments])
    lines, failed = said(capfd, lambda: runpy.run_module(module, run_name="__main__", alter_sys=False))
    assert failed
    assert len(lines) == 1
    assert "docs/evaluate.md" in lines[0]
