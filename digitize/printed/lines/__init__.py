"""Where print stands on a straightened page: its marks, the runs of text that they make, each cut out
level."""
