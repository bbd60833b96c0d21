"""How benchmarks and trainings are run: what is wrong is said in a line, as the commands do."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from webnoise.errors import WebnoiseError


def run_script(main: Callable[[], int | None]) -> None:
    """End the process with the status of `main`, or with the line of one of our errors."""
    try:
        sys.exit(main())
    except WebnoiseError as error:
        sys.exit(f"{Path(sys.argv[0]).name}: {error}")
