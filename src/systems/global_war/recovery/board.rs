//! The countries of a rebuilt game.

use super::interrupted::country_name;
use super::rebuilt::{Builder, Candidate, known};
use super::{
    at,
    record::{Record, holding_place},
};
use crate::model::{Game, Holding, Position, Seat, TerritoryRef};
use crate::systems::global_war::rules::COUNTRIES;
use crate::systems::global_war::rules::replay::{self, Given, Replay};

impl Builder<'_, '_> {
    /// Builds the position: the owner and the armies of each country.
    pub(super) fn position(&mut self) -> Position {
        let placed: Vec<(usize, &Game, Given<'_>)> = self
            .saved_states
            .iter()
            .filter_map(|saved_state| {
                let given = Given { before: saved_state.moment?, position: saved_state.game.position.as_ref()? };
                Some((saved_state.file, saved_state.game, given))
            })
            .collect();
        let given: Vec<Given<'_>> = placed.iter().map(|(.., given)| *given).collect();
        let files: Vec<(usize, &Game)> = placed.iter().map(|(file, game, _)| (*file, *game)).collect();
        let replayed = self.record.map(|record| (record, replay::replay(record.turns, &given)));
        let mut position = Position::default();
        for country in 0..COUNTRIES.len() {
            let name = country_name(country);
            let left = self.left_of(country);
            let of_log = |replay: &Replay, record: &Record<'_>| {
                let there = replay.country(record.end(), country)?;
                let place = |origin| record.place_of(origin, country, &files).into_iter().collect::<Vec<_>>();
                let owner = there.owner.value().zip(there.owner.origin()).map(|(owner, origin)| Candidate {
                    value: (owner > 0).then(|| Seat::new(&owner.to_string())),
                    origins: place(origin),
                });
                let armies = there.armies.value().zip(there.armies.origin());
                let armies = armies.map(|(value, origin)| Candidate { value, origins: place(origin) });
                Some((owner, armies))
            };
            let (owner, armies) =
                replayed.as_ref().and_then(|(record, replay)| of_log(replay, record)).unwrap_or_default();
            let (own_owner, own_armies) = left;
            let path = format!("game.position.holdings[{country}]");
            let unknown = "neither the files nor the log tell it";
            let mut holding = Holding::of(TerritoryRef::new(name));
            let owners = own_owner.into_iter().chain(owner).collect();
            let what = format!("the owner of {name}");
            holding.owner = known(self.settle(&format!("{path}.owner"), &what, owners, unknown, |owner| {
                owner.as_ref().map_or("nobody".to_owned(), |owner| format!("player {owner}"))
            }));
            let candidates = own_armies.into_iter().chain(armies).collect();
            let what = format!("the armies on {name}");
            holding.armies = known(self.settle(&format!("{path}.armies"), &what, candidates, unknown, i32::to_string));
            if !holding.owner.is_absent() && !holding.armies.is_absent() {
                self.tell_together(name);
            }
            position.holdings.push(holding);
        }
        position
    }

    /// Combines the texts of the last two values, the owner of a country and its armies, in one sentence.
    fn tell_together(&mut self, name: &str) {
        let [.., owner, armies] = &mut self.values[..] else { return };
        let behind_colon =
            |text: &str| text.rsplit_once(": ").map_or_else(|| text.to_owned(), |(_, value)| value.to_owned());
        let (seat, count) = (behind_colon(&owner.text), behind_colon(&armies.text));
        let unit = if count == "1" { "army" } else { "armies" };
        owner.text = format!("{name}: {seat}, {count} {unit}");
        armies.text.clone_from(&owner.text);
    }

    /// Returns the owner and the armies of a country as far as the damaged game still has them.
    fn left_of(&self, country: usize) -> (Option<Candidate<Option<Seat>>>, Option<Candidate<i32>>) {
        let Some(saved_state) = self.saved_states.iter().find(|saved_state| saved_state.is_damaged) else {
            return (None, None);
        };
        let holdings = saved_state.game.position.iter().flat_map(|position| &position.holdings);
        let name = country_name(country);
        let Some((index, holding)) = holdings.enumerate().find(|(_, h)| h.territory.as_str() == name) else {
            return (None, None);
        };
        let owner = holding.owner.known().map(|owner| Candidate {
            value: owner.clone(),
            origins: vec![at(saved_state.file, format!("game.position.holdings[{index}].owner"))],
        });
        let armies = holding.armies.known().map(|armies| Candidate {
            value: *armies,
            origins: vec![holding_place(saved_state.file, saved_state.game, country)],
        });
        (owner, armies)
    }
}
