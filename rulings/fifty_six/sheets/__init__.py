"""Score sheets of 56 beside the logs and their copies: what agrees, and how sure findings are."""
