"""Cases to other committees and from them: packed, signed, checked, taken in."""
