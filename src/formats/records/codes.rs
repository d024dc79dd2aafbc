//! The diagnostics of files that are records, for the lists of codes of their formats.

crate::codes! {
    CUT_OFF = "BR001", "the file ends inside its records";
        "Records have a length, and the file ends before the last one that it must have does, or inside one.";
        "A file of records of 64 bytes that has 100 bytes.";
        "Look for another copy. --salvage reads what is there.";
    NOT_UNDERSTOOD = "BR002", "bytes that are no value of their field";
        "The field cannot have these bytes: a length beyond its end, a number that is too small or too large. They are kept, and stand in the document as hexadecimal digits.";
        "A planet that belongs to player 77.";
        "Compare the file with the program it is of; another version of that may have other records.";
    BYTES_BEHIND = "BR003", "bytes behind the last record";
        "The file is longer than its records. What follows them is kept as it is.";
        "A file that was sent with XMODEM, which fills the last block.";
        "Nothing, where a transfer added them. Else the file may be of another version of its program.";
}
