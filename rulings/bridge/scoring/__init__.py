"""What hands, matches and sheets of bridge come to."""
