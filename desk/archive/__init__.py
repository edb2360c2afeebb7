"""The archive: cases, what was read, corrected, found and ruled in them, and who did it, in one file.

Everything that happens is an act, and acts are only ever added. What a case looks like now is worked
out from its acts; what it looked like before can be worked out the same way.
"""
