"""Photos of typed or printed logs: straightened, read by Tesseract, handed on as text. And one of our own
forms without its marks, told by its print."""

from digitize.printed.log import read_printed
from digitize.printed.own_form import without_marks

__all__ = ["read_printed", "without_marks"]
