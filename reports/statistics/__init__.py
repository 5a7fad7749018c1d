"""Numbers in, numbers out: counts and moments to rates, intervals, ratings and tests.

Knows the columns of counts (`reports.statistics.columns`) and nothing of files, words or figures.
"""
