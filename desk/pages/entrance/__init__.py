"""Who may come in, and what is refused before a page sees it."""
