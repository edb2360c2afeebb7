"""Measurements: how fast, how right, and how often, each from a seed."""

import os

# As the program itself does (`desk`), before anything loads numpy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
