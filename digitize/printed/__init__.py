"""Photos of typed or printed logs: straightened, read by Tesseract, handed on as text."""

from digitize.printed.log import read_printed

__all__ = ["read_printed"]
