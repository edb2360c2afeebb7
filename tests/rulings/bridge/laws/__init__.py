"""Every way that the Laws leave open, by Law and paragraph."""
