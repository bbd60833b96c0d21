"""Everything that reads what strangers wrote, under a fuzzer that looks for new ways through the code.

`python -m research.benchmarks.fuzz [--seconds N] [--readers NAME,NAME]`, with `pip install atheris`.
Each reader of `research.fuzz` gets its share of the time, in a process of its own. An input that raises
anything but an error of ours, or takes longer than ten seconds, is printed: it becomes a test.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

LONGEST = 4_000  # bytes of an input
SLOWEST = 10  # seconds that an input may take
NO_ATHERIS = "the fuzzer is missing: pip install atheris (Linux and macOS)"


def fuzz(name, arguments):
    """Fuzz one reader in this process; libFuzzer ends it."""
    try:
        import atheris
    except ImportError:
        sys.exit(NO_ATHERIS)
    with atheris.instrument_imports(include=["webnoise"], enable_loader_override=False):
        from research.fuzz import READERS
    read = READERS[name]

    def one(data):
        read(data)

    atheris.Setup([sys.argv[0], *arguments], one)
    atheris.Fuzz()


def seeds(name, folder):
    """Inputs to begin with: those of the reader, or small hostile pages."""
    from research.hostile import PAGES

    own = json.loads(Path(__file__).with_name("fuzz_seeds.json").read_text("utf-8")).get(name)
    for number, text in enumerate(own or [make(4) for make in PAGES.values()]):
        (folder / f"seed-{number}").write_bytes(text.encode("utf-8", "surrogatepass"))


def run(name, seconds):
    """Fuzz one reader for so long; what was found, and how much was tried."""
    with tempfile.TemporaryDirectory() as corpus, tempfile.TemporaryDirectory() as found:
        seeds(name, Path(corpus))
        command = [
            sys.executable, "-m", "research.benchmarks.fuzz", "--child", name,
            f"-max_total_time={seconds}", f"-max_len={LONGEST}",
            f"-timeout={SLOWEST}", f"-artifact_prefix={found}/", "-rss_limit_mb=4096", "-verbosity=1", corpus,
        ]  # fmt: skip
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        bad = [file.read_bytes() for file in Path(found).iterdir()]
    if "the fuzzer is missing" in ended.stderr:
        sys.exit(NO_ATHERIS)
    counts = re.findall(r"^#(\d+)\s.*?cov: (\d+)", ended.stderr, re.MULTILINE)
    inputs, ways = counts[-1] if counts else ("0", "0")
    tried = f"{int(inputs):,} inputs in {seconds} s, {int(ways):,} ways through the code"
    print(f"{name}: {tried}, {len(bad)} bad", flush=True)
    for data in bad:
        shown = ended.stdout.rpartition("Uncaught Python exception")[2] or ended.stderr[-2000:]
        print(f"  {data!r}\n{shown}")
    return len(bad)


def main():
    if sys.argv[1:2] == ["--child"]:
        fuzz(sys.argv[2], sys.argv[3:])
        return
    from research.fuzz import READERS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--readers", default=",".join(READERS))
    args = parser.parse_args()
    names = args.readers.split(",")
    sys.exit(bool(sum(run(name, max(1, args.seconds // len(names))) for name in names)))


if __name__ == "__main__":
    main()
