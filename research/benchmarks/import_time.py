"""Time of `import webnoise` as a multiple of `import lxml.html, numpy`, measured in turn in fresh processes.

python -m research.benchmarks.import_time
"""

import statistics
import subprocess
import sys

ROUNDS = 15
CODE = "import time; start = time.perf_counter(); import {}; print(time.perf_counter() - start)"


def seconds(modules: str) -> float:
    run = subprocess.run(
        [sys.executable, "-c", CODE.format(modules)], check=True, capture_output=True, text=True
    )
    return float(run.stdout)


def main() -> None:
    seconds("webnoise, lxml.html, numpy")  # warm the file cache
    ground, ours = [], []
    for _ in range(ROUNDS):
        ground.append(seconds("lxml.html, numpy"))
        ours.append(seconds("webnoise"))
    base, own = statistics.median(ground), statistics.median(ours)
    print(f"import lxml.html, numpy  {base * 1000:7.1f} ms")
    print(f"import webnoise          {own * 1000:7.1f} ms   ratio {own / base:.2f} (bar: 1.50)")


if __name__ == "__main__":
    main()
