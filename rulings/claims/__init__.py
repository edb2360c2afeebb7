"""Claims of all remaining tricks: article 4.10 of the international rulebook."""
