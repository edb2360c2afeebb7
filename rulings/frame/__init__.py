"""What every ruling is made of, whatever the game: findings, coverage, what was set aside."""
