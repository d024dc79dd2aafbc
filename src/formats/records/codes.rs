//! The diagnostics of record files, for the code lists of their formats.

crate::codes! {
    CUT_OFF = "BR001", "the file ends inside its records";
        "Each record has a fixed length. The file ends inside one, or before the last one that it must have.";
        "Look for another copy. --salvage reads what is there.";
    NOT_UNDERSTOOD = "BR002", "bytes that are no value of their field";
        "The field cannot have these bytes: a length beyond its end, a number that is too small or too large. They are kept as hexadecimal digits in the document.";
        "A planet belongs to player 77.";
        "Compare the file with the program it is of: another version of that may have other records.";
    BYTES_BEHIND = "BR003", "bytes after the last record";
        "The file is longer than its records. What follows them is kept as it is.";
        "XMODEM fills the last block of a file.";
        "Nothing, if a transfer added them. Otherwise the file may be of another version of its program.";
}
