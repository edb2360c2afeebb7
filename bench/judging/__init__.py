"""How long judging takes: audits and claims."""
