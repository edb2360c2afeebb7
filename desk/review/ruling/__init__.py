"""What a committee decides: its settings, decisions on findings, the record judged by them, a draft."""
