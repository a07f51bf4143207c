"""The two errors that end a command. Each carries one sentence for the user."""

from __future__ import annotations


class UsageError(Exception):
    """What was asked for cannot be done as asked: exit status 2, before anything starts."""


class Interrupted(BaseException):
    """A signal asked the harness to end. Not an Exception, so that no clean-up swallows it."""

    def __init__(self, signal_number: int) -> None:
        super().__init__(signal_number)
        self.exit_status = 128 + signal_number
        """As the shell gives it: 130 for Ctrl-C."""
        self.sentence = "ended"
