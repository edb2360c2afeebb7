"""A deal of 56 entered by taps: the taps as they were made, and the record that they come to."""
