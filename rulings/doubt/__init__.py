"""What doubtful entries may say, how likely each reading is, and how sure findings are."""
