"""Photos of typed or printed logs: straightened, read by Tesseract, handed on as text. And one of our own
forms without its marks, recognised by its print."""
