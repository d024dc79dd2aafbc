"""What may go wrong: exceptions that say what, where, and what to do."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._ludex import Diagnostic

__all__ = [
    "LossWarning",
    "LudexError",
    "NoSuchFileError",
    "NotAGameError",
    "OptionError",
    "ReadError",
    "SeveralGamesError",
    "WriteError",
]


class LudexError(Exception):
    """Something that Ludex refused.

    ``diagnostics`` has all that it said; the attributes are those of the first error among them, or of the first of
    all where none is an error.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics: list[Diagnostic] = list(diagnostics)
        errors = [each for each in self.diagnostics if each.severity == "error"]
        first = next(iter(errors or self.diagnostics), None)
        self.code: str | None = first.code if first else None
        self.message: str = first.message if first else "nothing was read"
        self.file: str | None = first.file if first else None
        self.line: int | None = first.line if first else None
        self.column: int | None = first.column if first else None
        self.offset: int | None = first.offset if first else None
        self.path: str | None = first.path if first else None
        self.help: str | None = first.help if first else None
        text = str(first) if first else self.message
        if len(errors) > 1:
            text += f" (and {len(errors) - 1} more)"
        if self.help:
            text += f"\n  help: {self.help}"
        super().__init__(text)

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> tuple[Any, ...]:
        # By what it was made of, so that processes can hand it on; with notes that were added.
        return type(self), (self.diagnostics,), self.__dict__


class ReadError(LudexError):
    """A file that is damaged, or cannot be opened."""


class NotAGameError(ReadError):
    """A file that is of no format that Ludex reads, which is nothing bad."""


class NoSuchFileError(ReadError, FileNotFoundError):
    """A path at which there is nothing."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.errno = errno.ENOENT
        self.filename = self.file


class SeveralGamesError(ReadError, ValueError):
    """A folder, an archive or a file that holds more than one document, or none; :func:`ludex.scan` gives each."""


class OptionError(LudexError, ValueError):
    """A format or an encoding that there is not, or a document without the board or position that it was given for."""


class WriteError(LudexError):
    """A document that cannot be written in that format."""


class LossWarning(UserWarning):
    """What a format cannot hold of a document, or what is odd about the result: ``diagnostic`` has code and place."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic: Diagnostic = diagnostic
        text = str(diagnostic)
        if diagnostic.help:
            text += f"\n  help: {diagnostic.help}"
        super().__init__(text)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.diagnostic,)
