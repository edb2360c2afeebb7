"""The committee's desk: the command line, the audit and the reports."""
