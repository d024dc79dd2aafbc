//! Diagnostics of logs.

crate::codes! {
    NO_START_DATE = "GW201", "a log without its first line";
        "The first line of a WARxx.LOG is the date on which the game began. This log begins with something else.";
        "Look for another copy, which may have the missing lines. In JSON, details.log_started is that date.";
    NOT_A_DATE = "GW202", "not a date";
        "Expected a date and time such as `Sun Jul 16, 1989 10:42 pm`, on a day that exists.";
        "A turn that begins like this has a player, but no date.";
        "Compare with another copy. It is kept as it stands.";
    UNKNOWN_LINE = "GW203", "a line that no document describes";
        "A line of a log begins with a letter for the action, followed by a blank. The lines of versions up to 1.5 are known, and most of 2.40; those of later ones may be others.";
        "Nothing. It is kept as an action that was not understood.";
    WRONG_COUNT = "GW204", "a line with too few numbers, or too many";
        "Each letter is followed by a fixed number of numbers. With more or fewer, their meaning is unknown.";
        "Compare with another copy. It is kept as an action that was not understood.";
    NOT_AN_ARGUMENT = "GW205", "not a country, a player or a number";
        "Countries are 1 to 42, players 1 to 6, continents 1 to 6; numbers of armies have at most 32 bits.";
        "Compare with another copy. It is kept as it stands.";
    BEFORE_FIRST_TURN = "GW206", "actions before the first turn";
        "A turn begins with a line B, which names its player. Actions before the first one have no player.";
        "Look for another copy: lines are missing here. In JSON these actions are a turn without a player.";
    CLOCK_BACKWARDS = "GW207", "a turn before the one before it";
        "By its date this turn began earlier than the turn before it. The board's clock may have been wrong, or lines are not in their order.";
        "Compare with another copy.";
    CONQUEST_WITHOUT_ATTACK = "GW208", "a conquest without an attack";
        "A country is conquered by an attack in the same turn. Here there is none before it, so the origin of the armies that move in is unknown.";
        "Look for another copy: a line is missing here, or damaged.";
    SECOND_LOG = "GW209", "a second log in the same file";
        "A date stands alone on a line, as the first line of a log does: two logs were joined into one file. Nothing is written for it without --salvage.";
        "In a copy, cut the file in two at that line. --salvage reads both as one game.";
    NO_LOG = "GW210", "not a log of Global War";
        "No line of the file begins a turn or is an action.";
        "Leave -f out, or name the right format.";
    CUT_OFF_LINE = "GW211", "the log ends in the middle of a line";
        "The last line has no line end. The file may be cut off there, as by a crash or a full disk, and a number at the end may have lost digits: such a line is an action that was not understood. If it makes no sense as it is, nothing is written without --salvage.";
        "Look for another copy. `ludex convert --salvage` keeps the line as it stands.";
    WRONG_WEEKDAY = "GW212", "a date with the wrong day of the week";
        "The day of the week does not match the date: one of the two may be damaged. The date counts.";
        "Compare with another copy. It is written back as it was.";
}
