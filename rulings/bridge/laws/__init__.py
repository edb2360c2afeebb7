"""The Laws of Duplicate Bridge 2017 as a director uses them: the ways that they leave open.

One file a family. Each paragraph is a `Provision`, in our words; `branches.py` asks the family of a finding.
"""
