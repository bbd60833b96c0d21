"""Whether the tests of methods and baselines notice when a step of a paper is done wrong.

    python -m research.benchmarks.mutants [--workers 2] [--only DESEA ...]

Each mutant is one change of one line: a threshold moved, a comparison turned, an order swapped, a step left
out. It is made in a copy of the package and the tests of its module run on it. Prints every mutant as killed
or survived, then the sums; a survivor that is known says why no test can see it. Exit status 1 where
another one survives, or where a mutant's line is no longer in its module.
"""

import argparse
import compileall
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
COPIED = ("webnoise", "research", "tests", "pyproject.toml")


class Mutant(NamedTuple):
    module: str
    before: str
    after: str
    survives: str = ""
    """Why no test can kill it, where none can."""


TESTS = {
    "webnoise/methods/tag_simhash/tags.py": ("papers/test_tag_simhash.py", "methods/tag_simhash"),
    "webnoise/methods/tag_simhash/method.py": ("papers/test_tag_simhash.py", "methods/tag_simhash"),
    "webnoise/methods/tag_simhash/score.py": ("papers/test_tag_simhash.py",),
    "webnoise/methods/tag_simhash/duplicates.py": ("papers/test_tag_simhash.py", "methods/tag_simhash"),
    "webnoise/features/advertising.py": ("methods/tag_simhash",),
    "webnoise/methods/content_extractor.py": ("papers/test_content_extractor.py",),
    "webnoise/methods/desea.py": ("papers/test_desea.py",),
    "webnoise/methods/key_patterns.py": ("papers/test_key_patterns.py",),
    "webnoise/methods/word_leaf_ratio.py": ("papers/test_word_leaf_ratio.py",),
    "webnoise/article/media.py": ("article/test_media.py",),
    "webnoise/methods/visual/evbe.py": ("papers/test_evbe.py", "papers/test_eifce.py"),
    "webnoise/methods/visual/eifce.py": ("papers/test_eifce.py",),
    "webnoise/methods/visual/visual_page.py": ("papers/test_evbe.py",),
    "research/baselines/blocks.py": ("research/test_baselines.py",),
    "research/baselines/nodes.py": ("research/test_baselines.py",),
    "research/baselines/sites.py": ("research/test_baselines.py",),
    "research/baselines/existing.py": ("research/test_paper_baselines.py",),
    "research/baselines/stages.py": ("research/test_paper_baselines.py",),
    "research/baselines/duplicates.py": ("research/test_baselines_duplicates.py",),
    "research/baselines/vips/rules.py": ("research/test_vips.py",),
    "research/baselines/vips/structure.py": ("research/test_vips.py",),
}

TAGS, METHOD, SCORE = (f"webnoise/methods/tag_simhash/{name}.py" for name in ("tags", "method", "score"))
COPIES, ADS, EXTRACTOR = (
    "webnoise/methods/tag_simhash/duplicates.py",
    "webnoise/features/advertising.py",
    "webnoise/methods/content_extractor.py",
)
DESEA, PATTERNS, RATIO = (
    f"webnoise/methods/{name}.py" for name in ("desea", "key_patterns", "word_leaf_ratio")
)
BLOCKS, NODES, SITES = (f"research/baselines/{name}.py" for name in ("blocks", "nodes", "sites"))
EXISTING, STAGES, NEAR = (f"research/baselines/{name}.py" for name in ("existing", "stages", "duplicates"))
MEDIA = "webnoise/article/media.py"
DIVIDED, PARTED = (f"research/baselines/vips/{name}.py" for name in ("rules", "structure"))
EVBE, EIFCE, LOOKS = (f"webnoise/methods/visual/{name}.py" for name in ("evbe", "eifce", "visual_page"))

MUTANTS = [
    # 003, tag analysis
    Mutant(TAGS, "or plug_in(page, element)", "or None"),
    Mutant(TAGS, "or foreign_image(page, element, own)", "or None"),
    Mutant(TAGS, "or background(page, element)", "or None"),
    Mutant(TAGS, "or signs.by_size(element)\n", "or None\n"),
    Mutant(TAGS, "2 * count > len(images)", "2 * count >= len(images)"),
    Mutant(TAGS, "domain not in own else None", "domain in own else None"),
    Mutant(TAGS, 'and not page.outline.attributes[element].get("src")', "and False"),
    Mutant(TAGS, "len(removed) < len(things)", "False"),
    Mutant(TAGS, "if any(punctuation(page.blocks[index].text) for index in texts):", "if False:"),
    Mutant(TAGS, "if linked and 2 * linked > len(text):", "if linked:"),
    Mutant(ADS, "return None if self._holds_sentence(element) else", "return"),
    Mutant(ADS, "return 2 * inside > offsets[-1]", "return False"),
    # 003, blocks, minimum subtree, punctuation
    Mutant(
        METHOD,
        "owners.append(element if tag in tags or element == 0 else owners[parent])",
        "owners.append(element if tag in tags or element == 0 else 0)",
    ),
    Mutant(METHOD, "if tag in SEEN or", "if"),
    Mutant(METHOD, "b.index not in dropped and punctuation(b.text)", "b.index not in dropped"),
    Mutant(METHOD, "subtree = minimum_subtree(page, dropped)", "subtree = 0"),
    Mutant(METHOD, "outline.last_block[element] <= last", "outline.last_block[element] < last"),
    Mutant(METHOD, "len(text) < short and", "len(text) <= short and"),
    Mutant(METHOD, "SHORT_TEXT = 25", "SHORT_TEXT = 24"),
    Mutant(
        METHOD, "limit = threshold(len(distinct), len(blocks))", "limit = threshold(len(distinct), len(left))"
    ),
    Mutant(METHOD, "keep = score > limit", "keep = score >= 0.7"),
    Mutant(METHOD, "keep = score > limit", "keep = score >= limit"),
    Mutant(METHOD, 'last_stage: ClassVar[Stage] = "duplicates"', 'last_stage: ClassVar[Stage] = "score"'),
    # 003, score
    Mutant(SCORE, "title: float = 0.3", "title: float = 0.2"),
    Mutant(SCORE, "content: float = 0.4", "content: float = 0.5"),
    Mutant(SCORE, "titles = sum(term in title for term in found)", "titles = len(title.intersection(found))"),
    Mutant(SCORE, "links = [term for term in linked if term not in title]", "links = linked"),
    Mutant(SCORE, "page_content += len(set(found) - title - set(links))", "page_content += len(found)"),
    Mutant(SCORE, '[page.title or "", *headings]', '[page.title or ""]'),
    Mutant(SCORE, "max(len(found) - titles - len(links), 0)", "len(set(found) - title - set(links))"),
    # 003, duplicates
    Mutant(COPIES, "NEAR = 3", "NEAR = 2"),
    Mutant(COPIES, "LEAST_TERMS = 10", "LEAST_TERMS = 9"),
    Mutant(COPIES, "earlier = min(close)", "earlier = max(close)"),
    Mutant(COPIES, "hamming(mark, marks[earlier]) <= k]", "hamming(mark, marks[earlier]) <= k + 1]"),
    Mutant(COPIES, "found |= {owner, block.index}", "found |= {owner}"),
    # 001, ContentExtractor
    Mutant(EXTRACTOR, 'page_mark("\\n".join([block.text for block in page.blocks]))', "page_mark(page.url)"),
    Mutant(EXTRACTOR, "return 1 / (1 + others)", "return 1 / (2 + others)"),
    Mutant(EXTRACTOR, "if others:", "if others > 1:"),
    Mutant(
        EXTRACTOR,
        'TAGS = ("table", "tr", "p", "hr", "ul", "div", "span")',
        'TAGS = ("table", "tr", "p", "ul", "div", "span")',
    ),
    Mutant(EXTRACTOR, "memory.pages - (prepared.mark in memory)", "memory.pages"),
    Mutant(EXTRACTOR, "key=lambda number: (lengths[number], -number)", "key=lambda number: -lengths[number]"),
    Mutant(EXTRACTOR, '_COUNTED = ("img", "form", "script", "li")', '_COUNTED = ("form", "script", "li")'),
    # 001, DeSeA
    Mutant(DESEA, "window: int = 300", "window: int = 299"),
    Mutant(DESEA, "anchor: int = 80", "anchor: int = 81"),
    Mutant(DESEA, "top: int = 10", "top: int = 11"),
    Mutant(
        DESEA,
        "_by_visual_attribute(node, page)\n        or _by_structure(node, page.outline, delimiters)",
        "_by_structure(node, page.outline, delimiters)\n        or _by_visual_attribute(node, page)",
    ),
    Mutant(
        DESEA,
        "or _by_structure(node, page.outline, delimiters)\n        or _by_domain(node, page, domain)",
        "or _by_domain(node, page, domain)\n        or _by_structure(node, page.outline, delimiters)",
    ),
    Mutant(
        DESEA,
        "for depth, level in enumerate(LEVELS, start=1)",
        "for depth, level in enumerate((LEVELS[1], LEVELS[0], LEVELS[2]), start=1)",
    ),
    Mutant(DESEA, "best = max(best, cues[position][2:])", "best = best if best[0] else cues[position][2:]"),
    Mutant(DESEA, "cues[position][1] <= start", "cues[position][0] <= start + 99"),
    Mutant(
        DESEA,
        "keep = positions[i] <= params.top and (dor > 0 or not cue_found)",
        "keep = positions[i] <= params.top",
    ),
    Mutant(DESEA, "key=lambda i: (-relevance[i][0], -lengths[i], i)", "key=lambda i: (-relevance[i][0], i)"),
    Mutant(DESEA, '_NEXT_TO = (".", ";", "。", "；")', '_NEXT_TO = (".", "。")'),
    Mutant(DESEA, "return blocks[left[0].first].level == after.level", "return True"),
    # 000, key patterns
    Mutant(PATTERNS, "threshold: int = 3", "threshold: int = 4"),
    Mutant(PATTERNS, "keep = importance >= threshold", "keep = importance > threshold"),
    Mutant(PATTERNS, "limit = min(len(sequence) // 2, longest)", "limit = min(len(sequence), longest)"),
    Mutant(PATTERNS, "if position >= free:", "if True:"),
    Mutant(PATTERNS, "if count < 2:", "if count < 1:"),
    Mutant(PATTERNS, 'frozenset({"a", "b", "script", "span"})', 'frozenset({"a", "b", "script"})'),
    # 002
    Mutant(EVBE, "not view.has_text_node(node) and all(", "all("),
    Mutant(EVBE, "len(children) == 1 and not view.has_text_node(node)", "len(children) == 1"),
    Mutant(EVBE, "    rule_7_coloured_edge,\n    rule_8_floats,", "    rule_8_floats,"),
    Mutant(EVBE, "    rule_5_separator,\n    rule_6_coloured_columns,", "    rule_5_separator,"),
    Mutant(EVBE, "if columns < 2 or any(len(found) > 1 for found in colours)", "if columns < 2"),
    Mutant(EVBE, "        if above:\n            cuts.append(view.first[child])\n", ""),
    Mutant(EVBE, "return sides and (view", "return sides or (view"),
    Mutant(EVBE, "distance > params.valid_distance and", "distance >= params.valid_distance and"),
    Mutant(EVBE, "distance = max(distance, view.distance(child, sibling))", "pass"),
    Mutant(EVBE, "valid_distance: int = 2", "valid_distance: int = 3"),
    Mutant(EVBE, "tree.parents.append(around.pop())", "tree.parents.append(0)"),
    Mutant(EVBE, "whole.get(min(around)) == size", "False"),
    Mutant(EVBE, "if self.parents[inner] in found:", "if False:"),
    Mutant(EVBE, "            around[index] += value", "            around[index] += 0"),
    Mutant(EVBE, "least_share: float = 0.25", "least_share: float = 0.5"),
    Mutant(EVBE, "block.words > block.link_words and", ""),
    Mutant(
        EIFCE, "block.link_words + block.links + block.form_fields + 1", "block.link_words + block.links + 1"
    ),
    Mutant(LOOKS, "<= self._width(parent) + 1", "<= self._width(parent) + 1000"),
    Mutant(LOOKS, 'or other["clear"] != "none":', "or False:"),
    Mutant(LOOKS, 'self.styles[element]["background-color"] not in _WHITE', "True"),
    Mutant(LOOKS, "return self.inline[element] and below == 0", "return self.inline[element]"),
    # VIPS
    Mutant(DIVIDED, "permitted: int = 5", "permitted: int = 9"),
    Mutant(DIVIDED, "if not parts:  # rule 1", "if False:"),
    Mutant(DIVIDED, "len(of.parts) == 1 and not of.parts[0].is_text", "len(of.parts) == 1"),
    Mutant(DIVIDED, "coherence=10 if fonts", "coherence=9 if fonts"),
    Mutant(DIVIDED, "for part in of.parts) > of.box.area", "for part in of.parts) >= of.box.area"),
    Mutant(DIVIDED, "of.box.area < of.params.small * of.area", "of.box.area <= of.params.small * of.area"),
    Mutant(DIVIDED, "return _whole(of) if largest < of.params", "return _whole(of) if largest <= of.params"),
    Mutant(DIVIDED, "p.element in decision.kept and not p.is_text", "False"),
    Mutant(DIVIDED, '"tr": (2, 3, 7, 8, 10, 13)', '"tr": (2, 3, 7, 10, 13)'),
    Mutant(DIVIDED, '"td": (2, 3, 4, 9, 10, 11, 13)', '"td": (2, 3, 4, 9, 10, 12)'),
    Mutant(PARTED, "weight = max(end - start, 0) / 10", "weight = max(end - start, 0) / 20"),
    Mutant(PARTED, "view.font(one)[0] < view.font(other)[0]", "view.font(one)[0] > view.font(other)[0]"),
    Mutant(PARTED, "if place and start >= edge - 1:", "if place and start >= edge:"),
    Mutant(PARTED, "        weight -= 2\n", "        weight -= 1\n"),
    Mutant(PARTED, "if each.weight == weights[way]]", "]"),
    Mutant(PARTED, "if coherence < params.permitted and", "if coherence <= params.permitted and"),
    Mutant(PARTED, ", least) >= params.permitted:", ", least) > params.permitted:"),
    # 004
    Mutant(RATIO, "if ratio >= least]", "if ratio > least]"),
    Mutant(RATIO, "least = sqrt(max(ratios.values()) * ratios[0])", "least = max(ratios.values()) / 2"),
    Mutant(
        RATIO,
        "relevance = ratios[node] * max(weights.get(node, 0.0), of_children[node])",
        "relevance = ratios[node] * (weights.get(node, 0.0) + of_children[node])",
    ),
    Mutant(RATIO, "return 1 - (node - first) / (last - first)", "return (node - first) / (last - first)"),
    Mutant(RATIO, "key=lambda node: (relevance[node], -node)", "key=lambda node: (relevance[node], node)"),
    Mutant(MEDIA, "return width * height > LARGE_AREA", "return width * height >= LARGE_AREA"),
    # the baselines
    Mutant(
        BLOCKS,
        "(likely[block.index], len(words(block.text)), -block.index)",
        "(len(words(block.text)), -block.index)",
    ),
    Mutant(
        BLOCKS,
        "keep = [block is best and likely[block.index] > 0 for",
        "keep = [likely[block.index] > 0.5 for",
    ),
    Mutant(BLOCKS, "ITEM_WORDS = 5", "ITEM_WORDS = 4"),
    Mutant(BLOCKS, "wanted = _mean(text, in_second) >= _mean(text, ~in_second)", "wanted = False"),
    Mutant(EXISTING, "redundancy=1 - len(distinct) / len(found)", "redundancy=len(distinct) / len(found)"),
    Mutant(EXISTING, "number not in repeats and total >= mean", "number not in repeats"),
    Mutant(
        NODES,
        "child_score, ratio_weight, text_weight = 0.9, 0.99, 0.01",
        "child_score, ratio_weight, text_weight = 0.4, 0.99, 0.01",
    ),
    Mutant(NODES, "wrapped, link_share = 0.5, 0.5", "wrapped, link_share = 0.9, 0.5"),
    Mutant(NODES, "densest = 10", "densest = 2"),
    Mutant(NODES, "densest = 10", "densest = 11"),
    Mutant(NODES, "amount / (outline.ends[e] - e)", "amount"),
    Mutant(NODES, "radius, deviations = 2, 1.0", "radius, deviations = 2, 0.0"),
    Mutant(SITES, "threshold = 0.7", "threshold = 0.69"),
    Mutant(SITES, "threshold = 0.7", "threshold = 0.76"),
    Mutant(SITES, "/ len(terms) if terms else 1.0", "if terms else 1.0"),
    Mutant(SITES, "entropy <= self.threshold for", "entropy < self.threshold for"),
    Mutant(SITES, 'tag == "table" or element == 0', 'tag == "td" or element == 0'),
    Mutant(SITES, 'decay = self.attenuation ** len(node["styles"])', "decay = self.attenuation"),
    Mutant(SITES, "attenuation, threshold = 0.9, 0.6", "attenuation, threshold = 0.8, 0.6"),
    Mutant(
        SITES, "(math.log(total) - logs / total) / math.log(memory.pages)", "math.log(total) - logs / total"
    ),
    Mutant(STAGES, 'last_stage: ClassVar[Stage] = "primary"', 'last_stage: ClassVar[Stage] = "score"'),
    Mutant(NEAR, "LEAST_JACCARD = 0.8", "LEAST_JACCARD = 0.5"),
    Mutant(NEAR, "NEAR_BITS = 3", "NEAR_BITS = 4"),
    Mutant(NEAR, "[1] * len(unique)", "[1.0 + n for n in range(len(unique))]"),
]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", nargs="+", metavar="PART", help="modules whose path holds one of these")
    options = parser.parse_args()
    os.nice(10)
    chosen = [m for m in MUTANTS if not options.only or any(p.lower() in m.module for p in options.only)]
    folders: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(options.workers) as pool:
        for number in range(options.workers):
            folders.put(copied(Path(temporary) / str(number)))
        bad = untouched(folders, chosen)
        outcomes = list(pool.map(lambda mutant: tried(mutant, folders), chosen))
    survived = [mutant for mutant, killed in zip(chosen, outcomes, strict=True) if not killed]
    print(f"\n{len(chosen)} mutants, {len(chosen) - len(survived)} killed, {len(survived)} survived")
    for mutant in survived:
        print(f"  {mutant.module}: {mutant.after!r}: {mutant.survives or 'NOT EXPLAINED'}")
    return int(bad or any(not mutant.survives for mutant in survived))


def copied(folder: Path) -> Path:
    for name in COPIED:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    compileall.compile_dir(folder / "webnoise", quiet=1)  # once, not in every run
    return folder


def untouched(folders: SimpleQueue[Path], chosen: list[Mutant]) -> bool:
    """Whether a test fails without any mutant: then it would kill all of them."""
    folder = folders.get()
    bad = False
    for tests in sorted({TESTS[mutant.module] for mutant in chosen}):
        if not passes(folder, tests):
            print(f"fails without a mutant: {' '.join(tests)}")
            bad = True
    folders.put(folder)
    return bad


def tried(mutant: Mutant, folders: SimpleQueue[Path]) -> bool:
    """Whether the tests of its module kill the mutant."""
    folder = folders.get()
    path = folder / mutant.module
    text = path.read_text(encoding="utf-8")
    try:
        if text.count(mutant.before) != 1:
            sys.exit(f"{mutant.module} holds {text.count(mutant.before)} times: {mutant.before!r}")
        path.write_text(text.replace(mutant.before, mutant.after), encoding="utf-8")
        killed = not passes(folder, TESTS[mutant.module])
    finally:
        path.write_text(text, encoding="utf-8")
        folders.put(folder)
    shown = (mutant.after or f"without {mutant.before.strip()}").splitlines()[0][:90]
    print(f"{'killed' if killed else 'SURVIVED':8}  {mutant.module:32} {shown}", flush=True)
    return killed


def passes(folder: Path, tests: tuple[str, ...]) -> bool:
    options = ["-x", "-q", "-o", "addopts=", "--import-mode=importlib", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *options]
    environment = os.environ | {
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # to load them takes longer than most tests here
    }
    run = subprocess.run(
        [*command, *(f"tests/{test}" for test in tests)],
        cwd=folder, env=environment, capture_output=True, check=False,
    )  # fmt: skip
    return run.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
