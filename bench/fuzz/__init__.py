"""Inputs made by damaging good ones, by the thousand: nothing may fail, stall, swell or be lost.

``./run soak fuzz --count 20000 --seed 0``. Every input follows from its seed alone.
"""
