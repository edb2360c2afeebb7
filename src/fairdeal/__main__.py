"""``python -m fairdeal``: the same as ``fairdeal``."""

import sys

from fairdeal.desk.cli import program

if __name__ == "__main__":
    sys.exit(program())
