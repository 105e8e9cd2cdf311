"""What can go wrong."""


class BulkError(Exception):
    """Nothing was built, or there are no responses; the text says why."""
