"""Tables for a terminal 80 columns wide, and the JSON document of a comparison."""
