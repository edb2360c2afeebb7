"""What stands over a column, and what the column therefore holds."""
