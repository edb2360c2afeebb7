"""What was handed in, and what each paper is evidence of: decided here and nowhere else.

`ledger.py` is the way through; reports, audits, the desk and the library ask it.
"""
