//! Diagnostics for saved games.

crate::codes! {
    NOT_A_SAVED_GAME = "DO061", "not a saved game";
        "A saved game of the Python engine is a JSON object with a list of \"phases\". This text is something else.";
        "`{\"orders\": []}`";
        "Leave out -f to find out what the file is.";
    CUT_OFF = "DO062", "saved game that is cut off";
        "The text ends inside the game. With --salvage Ludex reads the phases that are complete.";
        "`{\"id\": \"x\", \"phases\": [{\"name\": \"S1901M\"}, {\"name\": \"F19` after a download that was interrupted.";
        "Look for another copy, or read what there is with --salvage.";
    NOT_A_PHASE = "DO063", "element that is not a phase";
        "An element of \"phases\" is not an object, has no \"name\", or cannot be read.";
        "`{\"phases\": [null]}`";
        "Correct it or take it out. With --salvage Ludex reads the other phases.";
    KEY_TWICE = "DO064", "duplicate key";
        "An object has the same key twice. Some programs take the first value and some the last; Ludex does not choose.";
        "`{\"phases\": [{\"name\": \"S1901M\", \"name\": \"F1901M\"}]}`";
        "Take one of the two out. With --salvage Ludex takes the first.";
    ODD_VALUE = "DO065", "key or value in an unexpected form";
        "The engine writes this key or value in another form. It is kept as it is, among the \"extras\" of the document, but Ludex does not understand it.";
        "`{\"phases\": [{\"name\": \"S1901M\", \"results\": {\"A PAR\": \"bounce\"}}]}`, where the result is a text instead of a list.";
        "Correct it if Ludex is to understand it; otherwise do nothing.";
    NO_BOARD = "DO066", "unknown map";
        "Ludex has the standard board built in, and not the board of this map. Names of provinces are kept as they are written, and orders as text.";
        "`{\"map\": \"modern\", \"phases\": []}`";
        "Give a map file of the same board with --board.";
    NOT_ON_BOARD = "DO067", "unit or centre that is not on the board";
        "The board has no province with this code. The code is kept as it is written.";
        "`{\"map\": \"standard\", \"phases\": [{\"name\": \"S1901M\", \"state\": {\"units\": {\"FRANCE\": [\"A XYZ\"]}}}]}`";
        "Write the code of a province of the board.";
    NO_POSITION = "DO068", "phases without units";
        "The engine starts each phase from the units and centres that the saved game states. These phases have none, so the engine cannot judge their orders.";
        "`S1901M\nFRANCE: A PAR - BUR`, a file of orders alone, converted to diplomacy-game.";
        "Give the position that the orders start from with --position.";
    SEVERAL_GAMES = "DO069", "several games in one file";
        "A document holds one game. Only in a file called *.jsonl or *.ndjson does Ludex read a game from each line, and make a document of each.";
        "`{\"phases\": []}\n{\"phases\": []}` in a file called games.json.";
        "Call the file games.jsonl, or put each line into a file of its own.";
}
