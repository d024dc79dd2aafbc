//! What a format is and has room for, as data: what converts into what, and what is left out, follows from it.

/// What a format is, for people, and what it has room for.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// What its files are, in a sentence or two.
    pub about: &'static str,
    /// The parts of a game that it has room for.
    pub holds: &'static [GamePart],
    /// The parts of which it needs one: a game without them is not written in it. With none it takes any game.
    pub needs: &'static [GamePart],
    /// Those of its parts that only its own files bring; games of other formats lose them.
    pub only_its_own: &'static [GamePart],
}

impl Facts {
    /// Those of a format that nobody has described.
    pub const NONE: Facts = Facts { about: "", holds: &[], needs: &[], only_its_own: &[] };

    /// Whether a game with these parts can be written.
    pub fn take(&self, parts: &[GamePart]) -> bool {
        self.needs.is_empty() || self.needs.iter().any(|part| parts.contains(part))
    }

    /// Whether a part that comes of another format is written.
    pub fn keep(&self, part: GamePart) -> bool {
        let has = |part: &GamePart| self.holds.contains(part) && !self.only_its_own.contains(part);
        // A position by itself becomes that of a turn.
        has(&part) || part == Position && has(&TurnPositions)
    }
}

/// A part of a game that some formats have room for and others do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GamePart {
    /// The title or number of the game.
    Title,
    /// The days it began and ended.
    Dates,
    /// The options it is played with.
    Options,
    /// The players.
    Players,
    /// The board itself: its territories, and which of them adjoin.
    Board,
    /// Sections of a map beyond its provinces, such as incomes and storms.
    Sections,
    /// Who stands where.
    Position,
    /// Who owns what, and the state of the game, as the judge keeps them.
    Accounts,
    /// Settings of a Global War game, such as its kind and its passwords.
    Settings,
    /// A turn that was interrupted.
    Interruption,
    /// What was done, turn by turn.
    Turns,
    /// The position that each turn starts from.
    TurnPositions,
    /// What became of each order.
    Results,
    /// When each move was made.
    Times,
    /// Moves that were taken back.
    Undone,
    /// Which piece of its kind each one is.
    Serials,
    /// Variations: other ways in which a turn could have gone.
    Alternatives,
    /// Comments and chat.
    Remarks,
    /// How the game ended.
    Result,
    /// Values of a JSON file that are not of the game.
    Extras,
}

use GamePart::*;

impl GamePart {
    /// All parts, in the order that people are told of them.
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

    /// What it is called in lists.
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

    /// Where it stands in a document: paths below `game`, with `[]` for every element of a list.
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
