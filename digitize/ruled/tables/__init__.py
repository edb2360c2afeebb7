"""The tables that lines make: frames, rows and columns, laid flat."""
