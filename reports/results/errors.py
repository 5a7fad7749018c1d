"""What can be wrong with a results directory. Knows nothing else."""


class DamagedResults(ValueError):  # noqa: N818 - says what happened
    """A results directory that cannot be read or contradicts itself.

    Parameters
    ----------
    message
        Names the file and what is wrong with it. Line breaks become spaces, so that the message
        is one line wherever it is printed.
    """

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))
