"""The page of a results directory: its templates, what they show, and the files it becomes."""
