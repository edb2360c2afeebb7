"""Which wrong entries of 56 are only consequences of others."""
