"""The score of a match: as written, by the rulebook, as ruled. Every page takes its figures from here."""
