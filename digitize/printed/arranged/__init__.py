"""Lines of words as lines of the hand record notation: what each word may be there, and what it then is.

What a line may hold is grammar, never legality: after ``tricks`` stand seats, in ``Hands`` cards, right or
wrong. What fits nothing stays as it was seen.
"""
