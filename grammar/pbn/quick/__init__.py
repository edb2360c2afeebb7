"""Games in which nothing is unusual, read without the grammar: as it would read them, or not at all."""
