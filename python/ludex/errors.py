"""Exceptions and warnings: each says what is wrong, where, and what to do."""

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
    """Base class of all exceptions of Ludex.

    ``diagnostics`` lists all diagnostics. ``code``, ``message``, ``file``, ``line``, ``column``, ``offset``, ``path``
    and ``help`` are those of the first error among them, or of the first diagnostic if none is an error.
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
        # Rebuilt from its diagnostics, so that it can be passed between processes, together with any added notes.
        return type(self), (self.diagnostics,), self.__dict__


class ReadError(LudexError):
    """Raised if a file is damaged or cannot be opened."""


class NotAGameError(ReadError):
    """Raised if a file has no format that Ludex reads; the file itself is not damaged."""


class NoSuchFileError(ReadError, FileNotFoundError):
    """Raised if a path does not exist."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.errno = errno.ENOENT
        self.filename = self.file


class SeveralGamesError(ReadError, ValueError):
    """Raised if a single document is expected and a source holds several or none; :func:`ludex.scan` returns each."""


class OptionError(LudexError, ValueError):
    """Raised if an option is invalid.

    This is a format or an encoding that does not exist, or a document that lacks the board or the position that it was
    given for.
    """


class WriteError(LudexError):
    """Raised if a document cannot be written in a format."""


class LossWarning(UserWarning):
    """Warns that a format cannot hold a part of a document, or that something about the result is odd.

    ``diagnostic`` has the code and the place.
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic: Diagnostic = diagnostic
        text = str(diagnostic)
        if diagnostic.help:
            text += f"\n  help: {diagnostic.help}"
        super().__init__(text)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.diagnostic,)
