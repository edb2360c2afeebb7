"""The committee's desk: the command line, the audit and the reports."""

import os
from typing import Final

# Before anything loads numpy; the reason is in `digitize`.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

VERSION: Final = "0.1.0"
