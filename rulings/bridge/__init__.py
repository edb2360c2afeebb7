"""Contract bridge: its rulebooks, auction, play with a dummy, scoring, matches and sheets.

What it shares with 56 is in `rulings.frame`, `rulings.replay` (turns, hands, tricks) and `rulings.doubt`;
here is what only bridge has.
"""
