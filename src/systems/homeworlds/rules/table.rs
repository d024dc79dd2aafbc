//! The players at the table, and the server whose rules they play by.

use crate::model::{Game, Seat};

/// Maximum number of players that are read; players beyond do not play. No server takes so many.
pub(super) const MAX_PLAYERS: usize = 8;

/// The seats with names in the model, in the order of play.
const COMPASS: [&str; 4] = ["N", "E", "S", "W"];

/// Maximum number of characters of a name that a message shows.
const SHOWN: usize = 40;

/// The server that a record comes from. Servers differ in a few rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Server {
    /// SuperDuperGames: it accepts everything that the rules do not forbid, keeps a lost homeworld until the turn ends,
    /// and writes every pass.
    #[default]
    Sdg,
    /// Abstract Play: an opponent's lost homeworld vanishes at once, players may not abandon their own, a turn can be
    /// passed only in the variant `passFree`, and the left neighbour is everybody's target.
    AbstractPlay,
    /// Board Game Arena: like SDG, but unused actions of a turn are not passed.
    Bga,
    /// No server: records written by people, and .hwl. Unused actions of a turn need not be passed.
    Table,
}

impl Server {
    /// Returns the id used in [`RuleSet::Program`](crate::rules::RuleSet::Program).
    pub const fn id(self) -> &'static str {
        match self {
            Server::Sdg => "sdg",
            Server::AbstractPlay => "ap",
            Server::Bga => "bga",
            Server::Table => "table",
        }
    }

    /// Returns the server with that id.
    pub(super) fn of_id(id: &str) -> Option<Server> {
        [Server::Sdg, Server::AbstractPlay, Server::Bga, Server::Table].into_iter().find(|server| server.id() == id)
    }

    /// Returns whether the record has a pass for every action that a player does not use.
    pub(super) fn writes_passes(self) -> bool {
        matches!(self, Server::Sdg | Server::AbstractPlay)
    }

    pub(super) fn clears_opponents_homes_at_once(self) -> bool {
        self == Server::AbstractPlay
    }

    pub(super) fn forbids_self_elimination(self) -> bool {
        self == Server::AbstractPlay
    }

    /// Returns whether unused actions need not be passed in a turn that eliminated a player.
    pub(super) fn passes_end_with_a_player(self) -> bool {
        self == Server::AbstractPlay
    }

    pub(super) fn restricts_passes(self) -> bool {
        self == Server::AbstractPlay
    }
}

/// The facts that do not change during a game.
#[derive(Debug, PartialEq)]
pub(super) struct Table {
    pub(super) server: Server,
    /// Whether a player wins by eliminating the left neighbour.
    pub(super) sinister: bool,
    /// Whether the variant `passFree` is played, in which Abstract Play lets players pass a whole turn.
    pub(super) pass_free: bool,
    /// The players in the order of play.
    chairs: Vec<Chair>,
}

#[derive(Debug, PartialEq)]
struct Chair {
    seat: Seat,
    name: Option<String>,
}

impl Table {
    /// Returns the table of a game. It has at least two players, even if the game names fewer, because a record of play
    /// needs them.
    pub(super) fn of(game: &Game, server: Server) -> Table {
        let chair = |player: &crate::model::Player| Chair {
            seat: player.seat.clone(),
            name: player.name().map(|name| clipped(name).to_owned()),
        };
        let variants = || game.variants.iter().flatten().map(|variant| variant.to_ascii_lowercase());
        let sinister = variants().any(|variant| ["sinister", "left man down"].contains(&variant.as_str()));
        let mut table = Table {
            server,
            sinister: sinister || server == Server::AbstractPlay,
            pass_free: variants().any(|variant| variant == "passfree"),
            chairs: game.players.iter().take(MAX_PLAYERS).map(chair).collect(),
        };
        for seat in ["N", "S"] {
            if table.chairs.len() < 2 && table.number(&Seat::new(seat)).is_none() {
                table.chairs.push(Chair { seat: Seat::new(seat), name: None });
            }
        }
        let compass = |chair: &Chair| COMPASS.iter().position(|seat| *seat == chair.seat.as_str());
        if table.chairs.iter().all(|chair| compass(chair).is_some()) {
            table.chairs.sort_by_key(compass);
        }
        table
    }

    pub(super) fn len(&self) -> usize {
        self.chairs.len()
    }

    pub(super) fn number(&self, seat: &Seat) -> Option<usize> {
        self.chairs.iter().position(|chair| chair.seat == *seat)
    }

    pub(super) fn seat(&self, player: usize) -> Option<&Seat> {
        self.chairs.get(player).map(|chair| &chair.seat)
    }

    /// Returns the name of the player in messages: the name, or else the seat.
    pub(super) fn name(&self, player: usize) -> &str {
        let Some(chair) = self.chairs.get(player) else { return "nobody" };
        chair.name.as_deref().unwrap_or(clipped(chair.seat.as_str()))
    }

    /// Returns the other players in the order of play, from the left neighbour on.
    pub(super) fn behind(&self, player: usize) -> impl DoubleEndedIterator<Item = usize> {
        let count = self.len();
        (1..count).map(move |step| (player + step) % count)
    }
}

/// Clips a name to the characters that a message shows.
pub(super) fn clipped(name: &str) -> &str {
    name.char_indices().nth(SHOWN).and_then(|(end, _)| name.get(..end)).unwrap_or(name)
}
