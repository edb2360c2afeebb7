"""Files made to hurt, forged archives and rude visitors: what each does to the program, measured.

Every attack is made by code when it is tried; nothing of them is stored. ``./run soak hostile``.
"""
