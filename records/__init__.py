"""What a hand record is: cards, seats, calls, plays, deals, sheets, doubt and places.

Nothing here reads or writes anything, and nothing here judges: a record holds what the paper says,
right or wrong. Where the paper is silent the record holds `None` or an absent `Entry`, never a guess.
"""
