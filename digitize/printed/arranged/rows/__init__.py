"""What each line and each row of a table is made to in the notation, by the block that it stands in."""
