"""Contract bridge: its rulebooks, auction, play with a dummy, scoring, matches and sheets.

What it shares with 56 (turns, hands, tricks, doubt, findings) is taken from `rulings.fifty_six.replay`
and its neighbours; here is what only bridge has.
"""
