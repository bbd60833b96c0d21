"""How well the roles of blocks are shown, over the pages that were labelled by hand.

python -m research.benchmarks.roles [--folds DIR]

Each page is judged by models, of content and of roles, that have seen no page of its site; the role must
agree with the verdict, so that a block of the text that was dropped counts as wrong. The models of the folds
are those that `research/benchmarks/quality.py` keeps.
"""

import argparse
from collections import Counter
from pathlib import Path

from research.corpora import models_folder
from research.script import run_script
from research.training.roles import RolePlan, cross_validated, read_role_pages, scores_by_role


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folds", type=Path, default=models_folder())
    options = parser.parse_args()
    pages = list(read_role_pages(options.folds))
    by_set = Counter(page.corpus for page in pages)
    print(f"{len(pages)} labelled pages: {', '.join(f'{count} of {name}' for name, count in by_set.items())}")
    truth, shown = cross_validated(pages, RolePlan())
    scores = scores_by_role(truth, shown)
    for role, score in scores.items():
        print(f"  {role:15} {score.blocks:5} blocks  precision {score.precision:.3f}  "
              f"recall {score.recall:.3f}  F1 {score.f1:.3f}")  # fmt: skip
    right = sum(role == other for role, other in zip(truth, shown, strict=True))
    macro = sum(score.f1 for score in scores.values()) / len(scores)
    print(f"  macro F1 {macro:.3f}, accuracy {right / len(truth):.3f}")


if __name__ == "__main__":
    run_script(main)
