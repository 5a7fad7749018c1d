"""Measurements: speed against the C reference, threads, memory, start-up, estimators."""
