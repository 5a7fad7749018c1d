"""Results on disk: the directory, committed parts of runs, rows of games, tidy frames.

Knows texts, mappings, arrays and data frames; not which designs there are.
"""
