"""Where lines, columns and tables stand on a page, before anybody asks what they say."""
