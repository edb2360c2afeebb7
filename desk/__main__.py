"""``python -m desk``: the same as ``fairdeal``."""

import sys

from desk.cli import main

if __name__ == "__main__":
    sys.exit(main())
