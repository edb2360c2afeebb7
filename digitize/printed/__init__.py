"""Photos of typed or printed logs: straightened, read by Tesseract, handed on as text. And one of our own
forms without its marks, told by its print."""

from fairdeal.digitize.printed.in_fields import printed_in
from fairdeal.digitize.printed.log import may_be_print, read_printed
from fairdeal.digitize.printed.looks import Look
from fairdeal.digitize.printed.own_form import without_marks
from fairdeal.digitize.printed.straighten import plainly_dark
from fairdeal.digitize.printed.text_layer import not_used, read_text_layer

__all__ = [
    "Look",
    "may_be_print",
    "not_used",
    "plainly_dark",
    "printed_in",
    "read_printed",
    "read_text_layer",
    "without_marks",
]
