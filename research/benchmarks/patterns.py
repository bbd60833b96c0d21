"""Print each regular expression of the package that takes more than twice the time for twice the text.

    python -m research.benchmarks.patterns

It says what is bad for each, and how bad, and ends with status 1 where there is one: CI runs it.
"""

import sys

from research.patterns import patterns, worst_text


def main():
    found = patterns()
    slow = [(pattern.name, text) for pattern in found if (text := worst_text(pattern))]
    for name, text in slow:
        print(f"{name}: {text.before!r} and {text.piece!r} repeated, {text.size} characters")
    print(f"{len(slow)} of {len(found)} patterns")
    return int(bool(slow))


if __name__ == "__main__":
    sys.exit(main())
