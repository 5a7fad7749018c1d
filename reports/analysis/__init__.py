"""What a page or a terminal says of results, as data: analysed once for all that show it."""
