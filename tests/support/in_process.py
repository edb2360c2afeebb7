"""What a worker would do, done here: for tests that put a fault into the program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any
from unittest.mock import patch

from fairdeal.desk.confined import Work
from fairdeal.desk.confined.child import failed
from fairdeal.desk.confined.pool import Workers, answered


@contextmanager
def in_this_process() -> Iterator[None]:
    """What is called is called here, without any limit; what it raises comes as from a worker."""

    def printing(_: Workers, out: Any, task: Work, function: Callable[..., Any], *args: Any) -> Any:
        try:
            with redirect_stdout(out):
                return function(*args)
        except Exception as error:
            raise answered(failed(error), task) from error

    with patch.object(Workers, "printing", printing):
        yield
