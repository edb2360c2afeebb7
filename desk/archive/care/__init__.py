"""Whether the archive is whole, where it lies, and its second copies."""
