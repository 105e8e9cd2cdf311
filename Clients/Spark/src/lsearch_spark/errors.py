"""What can go wrong."""


class BulkError(Exception):
    """Nothing was built or answered; the text says why."""
