"""How well the roles of blocks are told, over the pages that were labelled by hand.

python benchmarks/roles.py [--folds DIR]

Each page is judged by models, of content and of roles, that have seen no page of its site; the role must
agree with the verdict, so that a block of the text that was dropped counts as wrong. The models of the folds
are those that `benchmarks/quality.py` keeps.
"""

import argparse
from collections import Counter
from pathlib import Path

from webnoise.article.roles.model import ROLES
from webnoise.lab.evaluate.run import default_cache_folder
from webnoise.lab.script import run_script
from webnoise.lab.training.boosting import ClassPlan
from webnoise.lab.training.roles import cross_validated, read_role_pages


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folds", type=Path, default=default_cache_folder() / "folds")
    options = parser.parse_args()
    pages = list(read_role_pages(options.folds))
    labelled = [page for page in pages if page.labelled]
    by_set = Counter(page.corpus for page in labelled)
    print(
        f"{len(labelled)} labelled pages: {', '.join(f'{count} of {name}' for name, count in by_set.items())}"
    )
    truth, told = cross_validated(pages, ClassPlan())
    wanted, given, right = Counter(truth), Counter(told), Counter()
    right.update(role for role, other in zip(truth, told, strict=True) if role == other)
    scores = {role: 2 * right[role] / (wanted[role] + given[role]) for role in ROLES if wanted[role]}
    for role, f1 in scores.items():
        precision = right[role] / max(given[role], 1)
        print(f"  {role:15} {wanted[role]:5} blocks  precision {precision:.3f}  "
              f"recall {right[role] / wanted[role]:.3f}  F1 {f1:.3f}")  # fmt: skip
    print(f"  macro F1 {sum(scores.values()) / len(scores):.3f}, accuracy {right.total() / len(truth):.3f}")


if __name__ == "__main__":
    run_script(main)
