"""The benchmark of batches runs, small, from its first line to its last."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_pool_and_growth_are_measured(tmp_path):
    pytest.importorskip("trafilatura", reason="the benchmark measures beside trafilatura")
    command = [
        sys.executable,
        "-m",
        "research.benchmarks.batch",
        "--no-spark",
        "--pages",
        "8",
        "--sizes",
        "8,16",
    ]
    environment = {
        "PATH": "",
        "HOME": str(tmp_path),
        "WEBNOISE_CORPUS": str(tmp_path / "none"),
        "PYTHONPATH": str(ROOT),
    }
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert any(line.startswith("webnoise, one pass over 8 pages: 1 worker") for line in lines)
    assert any(line.startswith("trafilatura, one pass over 8 pages") for line in lines)
    assert any("private MB" in line for line in lines)
    assert lines[-1].startswith("work per page from 8 to 16 pages")
