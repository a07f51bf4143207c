"""The errors that end a command. Each carries one sentence for the user."""

from __future__ import annotations


class UsageError(Exception):
    """The command cannot be executed as given: exit status 2, before anything starts."""


class CommandFailed(Exception):
    """The command cannot go on: exit status 1 unless a subclass has another. An empty message is not printed."""

    exit_status = 1


class Interrupted(BaseException):
    """A signal ends the command. It is no Exception, so that no clean-up catches it."""

    def __init__(self, signal_number: int) -> None:
        super().__init__(signal_number)
        self.exit_status = 128 + signal_number
        """As a shell shows it: 130 for Ctrl-C."""
        self.sentence = "ended"
