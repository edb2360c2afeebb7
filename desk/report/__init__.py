"""The dispute report: one page of a match, its deals, its findings and the evidence."""
