"""Print each regular expression of the package that takes more than twice the time for twice the text.

`tests/hostile/test_patterns.py` lets none of them be; this says what is bad for one, and how bad.
"""

from research.patterns import patterns, worst_text


def main():
    found = patterns()
    slow = [(pattern.name, text) for pattern in found if (text := worst_text(pattern))]
    for name, text in slow:
        print(f"{name}: {text.before!r} and {text.piece!r} repeated, {text.size} characters")
    print(f"{len(slow)} of {len(found)} patterns")


if __name__ == "__main__":
    main()
