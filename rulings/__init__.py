"""Records to findings and scores: rulebooks as data, replay, and one small unit for each rule."""
