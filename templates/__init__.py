"""How everything looks: the Jinja environment, the report, and the print styles."""
