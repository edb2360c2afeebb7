"""The committee's desk: the command line, the audit and the reports."""

import os

# Before anything loads numpy; the reason is in `digitize`.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
