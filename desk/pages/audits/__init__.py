"""The pages of audits: folders handed in, audited in the background, and shown."""
