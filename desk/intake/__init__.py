"""Papers to cases: what was added, read, sorted by match, judged; and what each paper is evidence of.

`ledger.py` alone decides what each paper is evidence of; reports, audits, the desk and the library ask it.
"""
