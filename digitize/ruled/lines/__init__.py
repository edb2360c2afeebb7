"""The lines of a ruled page, from ink to crossings."""
