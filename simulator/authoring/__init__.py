"""What a policy's author is told of mistakes: one line, with the file, the line and a remedy."""
