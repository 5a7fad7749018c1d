"""A results directory in memory: its documents, its tables, and what they are records of.

Knows files and what is counted in them; what follows from the counts is for `reports.analysis`.
"""
