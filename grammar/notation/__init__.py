"""The hand record notation: read leniently, written canonically."""
