"""Reports to be printed and sent."""
