"""What the PBN standard demands of a file, game by game."""
