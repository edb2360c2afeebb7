"""How well pages and ruled tables are found."""
