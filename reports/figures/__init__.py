"""What is drawn of matchups and of comparisons; returns figures, writes no files."""
