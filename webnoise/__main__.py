"""`python -m webnoise` is the command line."""

import sys

from webnoise.cli.main import main

sys.exit(main())
