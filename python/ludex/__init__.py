"""Reads and writes the files of BBS door games and play-by-mail games without losing anything.

>>> import ludex
>>> document = ludex.read(b"FRANCE:\\nA PAR - BUR\\n", name="spring.orders")
>>> document.game["turns"][0]["actions"][0]["to"]
'bur'
>>> document.write("diplomacy-orders")
b'FRANCE:\\nA PAR - BUR\\n'
"""

from ._ludex import (
    VERSIONS,
    Diagnostic,
    Difference,
    Document,
    Format,
    Guess,
    Scan,
    Table,
    TableBuilder,
    Unread,
    __version__,
    check,
    convert,
    diff,
    explain,
    formats,
    identify,
    list_files,
    read,
    scan,
    tables,
)
from .errors import (
    LossWarning,
    LudexError,
    NoSuchFileError,
    NotAGameError,
    OptionError,
    ReadError,
    SeveralGamesError,
    WriteError,
)

__all__ = [
    "VERSIONS",
    "Diagnostic",
    "Difference",
    "Document",
    "Format",
    "Guess",
    "LossWarning",
    "LudexError",
    "NoSuchFileError",
    "NotAGameError",
    "OptionError",
    "ReadError",
    "Scan",
    "SeveralGamesError",
    "Table",
    "TableBuilder",
    "Unread",
    "WriteError",
    "__version__",
    "check",
    "convert",
    "diff",
    "explain",
    "formats",
    "identify",
    "list_files",
    "read",
    "scan",
    "tables",
]
