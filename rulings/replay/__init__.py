"""What deals of every game have in common: entries in plain values, turns, hands, tricks, signs of faults."""
