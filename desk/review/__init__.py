"""Work on a case: documents added and read, entries corrected, findings decided, signed off.

Every function adds acts to the archive; none changes what is there. The pages and the command line
both go through here.
"""
