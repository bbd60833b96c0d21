"""The benchmark of the index runs, small, from its first line to its last."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_index_is_measured_at_three_sizes_beside_its_peers(tmp_path):
    pytest.importorskip("datasketch", reason="the benchmark measures beside datasketch")
    pytest.importorskip("simhash", reason="the benchmark measures beside the simhash package")
    command = [
        sys.executable,
        "-m",
        "research.benchmarks.duplicate_index",
        "--entries",
        "30000",
        "--seconds",
        "0.01",
    ]
    run = subprocess.run(
        [*command, "--folder", str(tmp_path)], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert run.returncode == 0, run.stderr
    sizes = [line for line in run.stdout.splitlines() if line.startswith("webnoise, ")]
    assert sizes == ["webnoise, 300 entries", "webnoise, 3,000 entries", "webnoise, 30,000 entries"]
    assert run.stdout.count("1000 of 1000 within three bits") == 3
    assert "against datasketch at" in run.stdout
    assert "against simhash at" in run.stdout
    assert list(tmp_path.iterdir()) == []
