"""The benchmark of the index runs, small, from its first line to its last."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_index_and_clusters_are_measured(tmp_path):
    command = [sys.executable, "-m", "research.benchmarks.duplicate_index", "--entries", "3000"]
    run = subprocess.run(
        [*command, "--folder", str(tmp_path)], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert run.returncode == 0, run.stderr
    clusters, index = run.stdout.splitlines()
    assert clusters.startswith("clusters of 3,000: ")
    assert index.endswith("20 of 20 within three bits")
    assert list(tmp_path.iterdir()) == []
