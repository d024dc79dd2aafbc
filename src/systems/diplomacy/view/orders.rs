//! Shows orders: their number by phase and kind, and the orders themselves where there are only one or two phases.

use std::collections::BTreeMap;

use super::{View, position::when};
use crate::model::{Action, ActionKind, PieceName, Seat, TerritoryRef, Turn};
use crate::text::printable::printable;
use crate::view::layout::{Column, Page, clip, counted, few, name_text};

/// Greatest number of phases in the table.
const MAX_PHASES: usize = 60;
/// Greatest number of orders shown of a power.
const MAX_ORDERS: usize = 40;
/// Greatest number of phases of which the orders themselves are shown.
const TOLD: usize = 2;
/// Greatest width of the text of an order or result.
const TEXT_COLUMNS: usize = 60;

/// Kinds that orders are counted by; the last is for all others.
const KINDS: [&str; 8] = ["Move", "Hold", "Support", "Convoy", "Retreat", "Build", "Disband", "Other"];

impl<'d> View<'d> {
    pub(super) fn orders(&self, page: &mut Page, turns: &'d [Turn]) {
        let actions = || turns.iter().flat_map(|turn| &turn.actions);
        let players: std::collections::HashSet<&Seat> = actions().filter_map(|a| a.player.as_ref()).collect();
        let unknown = actions().filter(|action| action.kind == ActionKind::Unknown).count();
        let without = actions().filter(|action| matches!(action.kind, ActionKind::NoOrder { .. })).count();
        let remarks = turns.iter().map(|turn| turn.remarks.len()).chain(actions().map(|a| a.remarks.len())).sum();
        let mut parts = vec![
            counted(turns.len(), "phase", "phases"),
            counted(actions().count() - unknown - without, "order", "orders"),
            counted(players.len(), "power", "powers"),
        ];
        for (count, one, many) in
            [(unknown, "order not understood", "orders not understood"), (remarks, "remark", "remarks")]
        {
            if count > 0 {
                parts.push(counted(count, one, many));
            }
        }
        page.paragraph(&format!("{}. {}", parts.join(", "), self.names_by()));
        self.results(page, turns);
        if turns.len() > TOLD {
            self.phases(page, turns);
            return;
        }
        turns.iter().for_each(|turn| self.told(page, turn));
    }

    /// Shows the results of the orders, where the source has them.
    fn results(&self, page: &mut Page, turns: &[Turn]) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let results = turns.iter().flat_map(|turn| &turn.actions).filter_map(|action| action.results.as_ref());
        for results in results {
            let met: &[String] = results;
            met.iter().for_each(|result| *counts.entry(result).or_default() += 1);
            if met.is_empty() {
                *counts.entry("success").or_default() += 1;
            }
        }
        let counts: Vec<_> = counts.into_iter().collect();
        let shown = few(&counts, 10, |(result, count)| format!("{count} {}", clip(&name_text(result), TEXT_COLUMNS)));
        if !shown.is_empty() {
            page.continued(&format!("Results: {}.", shown.join(", ")));
        }
    }

    fn phases(&self, page: &mut Page, turns: &[Turn]) {
        let mut counts: Vec<[usize; KINDS.len()]> = Vec::new();
        for turn in turns.iter().take(MAX_PHASES) {
            let mut of_turn = [0; KINDS.len()];
            turn.actions.iter().for_each(|action| of_turn[kind(&action.kind)] += 1);
            counts.push(of_turn);
        }
        let used: Vec<usize> = (0..KINDS.len()).filter(|&kind| counts.iter().any(|c| c[kind] > 0)).collect();
        let columns: Vec<Column> =
            [Column::text("Phase")].into_iter().chain(used.iter().map(|&kind| Column::number(KINDS[kind]))).collect();
        let row = |(turn, counts): (&Turn, &[usize; KINDS.len()])| {
            let cell = |&kind: &usize| if counts[kind] == 0 { String::new() } else { counts[kind].to_string() };
            [phase(turn)].into_iter().chain(used.iter().map(cell)).collect()
        };
        page.table(&columns, &turns.iter().zip(&counts).map(row).collect::<Vec<_>>());
        if turns.len() > MAX_PHASES {
            page.continued(&format!("And {} more.", counted(turns.len() - MAX_PHASES, "phase", "phases")));
        }
    }

    /// Shows the orders of a phase in words, power by power.
    pub(super) fn told(&self, page: &mut Page, turn: &'d Turn) {
        page.paragraph(&format!("{}:", phase(turn)));
        let mut powers: BTreeMap<(bool, usize, Option<&Seat>), Vec<&Action>> = BTreeMap::new();
        for action in &turn.actions {
            let seat = action.player.as_ref();
            let rank = seat.map_or(usize::MAX, |seat| self.rank(seat));
            powers.entry((seat.is_none(), rank, seat)).or_default().push(action);
        }
        for ((_, _, seat), actions) in powers {
            let power = seat.map_or_else(|| "No power named".to_owned(), |seat| self.power(seat));
            let told = few(&actions, MAX_ORDERS, |action| self.order(action));
            page.continued(&format!("{power}: {}.", told.join("; ")));
        }
        if turn.actions.is_empty() {
            page.continued("No orders.");
        }
    }

    pub(in crate::systems::diplomacy) fn order(&self, action: &Action) -> String {
        let unit = |piece: &Option<PieceName>, at: &TerritoryRef| match piece {
            Some(PieceName(piece)) => format!("{} {}", clip(&printable(piece), TEXT_COLUMNS), self.place(at)),
            None => self.place(at),
        };
        let to = |to: &Option<TerritoryRef>| {
            to.as_ref().map_or_else(|| "in its place".to_owned(), |to| format!("to {}", self.place(to)))
        };
        let order = match &action.kind {
            ActionKind::Move { piece, from, to, via, by_convoy, .. } => {
                let by = match via {
                    Some(route) => {
                        format!(" over {}", route.iter().map(|p| self.place(p)).collect::<Vec<_>>().join(", "))
                    }
                    None if *by_convoy == Some(true) => " by convoy".to_owned(),
                    None => String::new(),
                };
                format!("{} to {}{by}", unit(piece, from), self.place(to))
            }
            ActionKind::Hold { piece, at } => format!("{} holds", unit(piece, at)),
            ActionKind::NoOrder { piece, at } => format!("{} has no order", unit(piece, at)),
            ActionKind::Support { piece, at, supported } => {
                format!(
                    "{} supports {} {}",
                    unit(piece, at),
                    unit(&supported.piece, &supported.from),
                    to(&supported.to)
                )
            }
            ActionKind::Convoy { piece, at, convoyed } => {
                let army = unit(&convoyed.piece, &convoyed.from);
                format!("{} convoys {army} to {}", unit(piece, at), self.place(&convoyed.to))
            }
            ActionKind::Retreat { piece, from, to } => format!("{} retreats to {}", unit(piece, from), self.place(to)),
            ActionKind::Build { piece, at } => format!("builds {}", unit(piece, at)),
            ActionKind::Disband { piece, at } => format!("{} is disbanded", unit(piece, at)),
            ActionKind::Remove { piece, at } => format!("removes {}", unit(piece, at)),
            ActionKind::Waive { .. } => "waives a build".to_owned(),
            _ => told_as_text(action.text.as_deref().unwrap_or_default()),
        };
        let results = action.results.iter().flatten().map(|result| clip(&printable(result), TEXT_COLUMNS));
        let results = results.collect::<Vec<_>>().join(", ");
        if results.is_empty() { order } else { format!("{order} ({results})") }
    }
}

/// Quotes a text that is not an order.
fn told_as_text(text: &str) -> String {
    format!("\"{}\"", clip(&printable(text), TEXT_COLUMNS))
}

fn phase(turn: &Turn) -> String {
    match &turn.when {
        Some(phase) => when(Some(phase)).trim_end_matches('.').to_owned(),
        None => "Without a phase".to_owned(),
    }
}

/// Returns the index of the kind that an action is counted under.
fn kind(kind: &ActionKind) -> usize {
    match kind {
        ActionKind::Move { .. } => 0,
        ActionKind::Hold { .. } => 1,
        ActionKind::Support { .. } => 2,
        ActionKind::Convoy { .. } => 3,
        ActionKind::Retreat { .. } => 4,
        ActionKind::Build { .. } => 5,
        ActionKind::Disband { .. } | ActionKind::Remove { .. } => 6,
        _ => 7,
    }
}
