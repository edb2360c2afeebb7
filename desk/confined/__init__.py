"""Files from outside, looked at in a process of their own with a limit of time and of memory.

A file comes from a disputing party: two kilobytes of PDF can ask for twenty gigabytes, and a text for a
search that never ends. So whatever is in a file is decoded, read, judged and drawn by a *worker*: a process
that this one watches, stops where it exceeds a limit, and replaces. One file costs at most its own limit,
and never the others.

`workers()` is the pool that everybody shares who needs one answer at a time, `Workers` a pool of one's own,
`Work` what is asked for and how much it may take.
"""

from fairdeal.desk.confined.limits import ConfinedError, Work, more_time
from fairdeal.desk.confined.pool import Workers, workers

__all__ = ["ConfinedError", "Work", "Workers", "more_time", "workers"]
