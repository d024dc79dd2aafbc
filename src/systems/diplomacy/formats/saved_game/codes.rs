//! Diagnostics of saved games.

crate::codes! {
    NOT_A_SAVED_GAME = "DO061", "no saved game";
        "A saved game of the Python engine is a JSON object with a list of \"phases\". This text is none.";
        "`{\"orders\": []}`";
        "Leave -f away to find out what the file is.";
    CUT_OFF = "DO062", "the saved game is cut off";
        "The text ends inside the game. With --salvage the phases that are whole are read.";
        "A download that was interrupted.";
        "Look for another copy; --salvage takes what is there.";
    NOT_A_PHASE = "DO063", "no phase";
        "An element of \"phases\" is no object, has no name, or cannot be read.";
        "`\"phases\": [null]`";
        "Mend it, or take it out; --salvage takes the other phases.";
    KEY_TWICE = "DO064", "a key twice";
        "An object has the same key twice. Programs take the last or the first; Ludex does not choose.";
        "`{\"name\": \"S1901M\", \"name\": \"F1901M\"}`";
        "Take one out; --salvage takes the first.";
    ODD_VALUE = "DO065", "a value of another form";
        "The engine writes this value in another form. It is kept as it stands, as JSON among the extras, and means nothing to Ludex.";
        "`\"results\": {\"A PAR\": \"bounce\"}`, a list being expected";
        "Mend it if it is to be understood.";
    NO_BOARD = "DO066", "the board of this map is not at hand";
        "Ludex knows the standard board. Names on another are kept as they are written, and orders as texts.";
        "`\"map\": \"modern\"`";
        "Give a map of the same board with --board.";
    NOT_ON_BOARD = "DO067", "a unit or centre that is not on the board";
        "The board has no province with this code. It is kept as it is written.";
        "`\"units\": {\"FRANCE\": [\"A XYZ\"]}`";
        "Write the code of a province of the board.";
    NO_POSITION = "DO068", "phases without units";
        "The engine starts each phase from the units and centres that the saved game states. These phases have none, so it cannot judge the orders.";
        "A saved game made of orders alone.";
        "Give the position that the orders start from with --position.";
    SEVERAL_GAMES = "DO069", "several games in one file";
        "A document holds one game. In a file called *.jsonl or *.ndjson each line is a game, and becomes a document of its own.";
        "Saved games, one a line, in a file called games.json.";
        "Call the file games.jsonl, or write each line to a file of its own.";
}
