"""Photo to transcript: forms, page, cells, and the recognisers that read them."""
