"""Sample matches, and in `samples.making` the generators that made them. All of it is synthetic."""
