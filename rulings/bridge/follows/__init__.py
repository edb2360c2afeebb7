"""Which wrong entries of bridge are only consequences of others."""
