//! The diagnostics of files that are records, for the lists of codes of their formats.

crate::codes! {
    CUT_OFF = "BR001", "file that ends inside its records";
        "The records of this format have a fixed length, and the file ends inside one of them, or before the last one.";
        "A file of 100 bytes whose records have 64 bytes.";
        "Look for another copy, or read what there is with --salvage.";
    NOT_UNDERSTOOD = "BR002", "bytes that are not a value of their field";
        "The field cannot hold these bytes: a length beyond its end, or a number that is too small or too large. They are kept, and written into the document as hexadecimal digits.";
        "A planet that belongs to player 77.";
        "Compare the file with the program that wrote it; another version of the program may have other records.";
    BYTES_BEHIND = "BR003", "bytes after the last record";
        "The file is longer than its records. What follows the last one is kept as it is.";
        "A file that was sent with XMODEM, which fills up the last block.";
        "Nothing, if a transfer added them. Otherwise the file may be of another version of its program.";
}
