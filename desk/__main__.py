"""``python -m desk``: the same as ``fairdeal``."""

import sys

from desk.cli import program

if __name__ == "__main__":
    sys.exit(program())
