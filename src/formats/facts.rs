//! Facts about a format as data, from which the possible conversions and their losses follow.

/// Description of a format, and the parts of a game it can hold.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// Description of its files in a sentence or two.
    pub about: &'static str,
    /// Parts of a game that the format can hold.
    pub holds: &'static [GamePart],
    /// Parts of which a game needs at least one to be written; if empty, any game can be written.
    pub needs: &'static [GamePart],
    /// Parts that are kept only for games from files of the same format; games from other formats lose them.
    pub only_its_own: &'static [GamePart],
}

impl Facts {
    /// Value for a format without a description.
    pub const NONE: Facts = Facts { about: "", holds: &[], needs: &[], only_its_own: &[] };

    /// Returns whether a game with these parts can be written.
    pub fn take(&self, parts: &[GamePart]) -> bool {
        self.needs.is_empty() || self.needs.iter().any(|part| parts.contains(part))
    }

    /// Returns whether a part from another format is written.
    pub fn keep(&self, part: GamePart) -> bool {
        let has = |part: &GamePart| self.holds.contains(part) && !self.only_its_own.contains(part);
        // A position of the game becomes that of a turn.
        has(&part) || part == Position && has(&TurnPositions)
    }
}

/// A part of a game that some formats have room for and others do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GamePart {
    /// The title or number of the game.
    Title,
    /// The days on which it began and ended.
    Dates,
    /// The options it is played with.
    Options,
    /// The players.
    Players,
    /// The board itself: its territories, and which of them adjoin.
    Board,
    /// Sections of a map beyond its provinces, such as incomes and storms.
    Sections,
    /// Positions of pieces and armies on the board.
    Position,
    /// Ownership and the state of the game, as the judge keeps them.
    Accounts,
    /// Settings of a Global War game, such as its kind and its passwords.
    Settings,
    /// A turn that was interrupted.
    Interruption,
    /// The actions of each turn.
    Turns,
    /// The position that each turn starts from.
    TurnPositions,
    /// The outcome of each order.
    Results,
    /// The time of each move.
    Times,
    /// Moves that were taken back.
    Undone,
    /// The identity of each piece among those of its kind.
    Serials,
    /// Variations: other ways in which a turn could have gone.
    Alternatives,
    /// Comments and chat.
    Remarks,
    /// The result of the game.
    Result,
    /// Values of a JSON file that are not part of the game.
    Extras,
}

use GamePart::*;

impl GamePart {
    /// All parts, in the order in which they are shown.
    pub const ALL: &[GamePart] = &[
        Title,
        Dates,
        Options,
        Players,
        Board,
        Sections,
        Position,
        Accounts,
        Settings,
        Interruption,
        Turns,
        TurnPositions,
        Results,
        Times,
        Undone,
        Serials,
        Alternatives,
        Remarks,
        Result,
        Extras,
    ];

    /// Returns the name in lists.
    pub fn words(self) -> &'static str {
        match self {
            Title => "title",
            Dates => "dates",
            Options => "options",
            Players => "players",
            Board => "board",
            Sections => "map sections",
            Position => "position",
            Accounts => "ownership and accounts",
            Settings => "settings",
            Interruption => "interrupted turn",
            Turns => "turns",
            TurnPositions => "positions of turns",
            Results => "results of orders",
            Times => "times of moves",
            Undone => "moves taken back",
            Serials => "letters of pieces",
            Alternatives => "variations",
            Remarks => "comments and chat",
            Result => "result",
            Extras => "other JSON values",
        }
    }

    /// Returns the paths in a document, below `game`, with `[]` for every element of a list.
    pub fn paths(self) -> &'static [&'static str] {
        match self {
            Title => &["title"],
            Dates => &["started", "ended"],
            Options => &["variants"],
            Players => &["players"],
            Board => &["board.territories"],
            Sections => &["details.sections"],
            Position => &["position"],
            Accounts => &["details.ownership", "details.accounts", "details.game_block"],
            Settings => &["details.game_kind", "details.team_passwords"],
            Interruption => &["details.interruption"],
            Turns => &["turns[].actions"],
            TurnPositions => &["turns[].position"],
            Results => &["turns[].actions[].results"],
            Times => &["turns[].actions[].when"],
            Undone => &["turns[].undone"],
            Serials => &["turns[].actions[].serial"],
            Alternatives => &["turns[].alternatives"],
            Remarks => &["turns[].remarks", "turns[].actions[].remarks"],
            Result => &["result"],
            Extras => &["details.extras", "turns[].extras"],
        }
    }
}
