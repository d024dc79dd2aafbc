//! Finds who resigned. The server reports it after the last turn, as `NAME resigns.`, often without the name.

use crate::model::{Game, Remark};

/// The author names of the server's own messages.
const SERVER: [&str; 2] = ["SYSTEM", "_SYSTEM_"];

const RESIGNS: &str = "resigns.";

/// Returns the reason for the result if the server reports that a player who did not win resigned.
pub fn reason(game: &Game) -> Option<String> {
    let winners = &game.result.as_ref()?.winners;
    let remarks = game.turns.last()?.remarks.iter();
    let names: Vec<&str> = remarks.filter_map(resigning).collect();
    let losers = || game.players.iter().filter(|player| !winners.contains(&player.seat));
    let mut parts: Vec<String> = Vec::new();
    for name in names {
        let mut named = losers().filter_map(|player| player.name());
        let who = match name {
            // In a game of two the player who did not win resigned.
            "" if losers().count() == 1 => named.next()?,
            "" => "a player",
            name => match named.find(|own| own.eq_ignore_ascii_case(name)) {
                Some(own) => own,
                None => continue,
            },
        };
        let part = format!("{who} resigned");
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Returns the name in the server's message of a resignation, which may be empty; `None` for any other remark.
fn resigning(remark: &Remark) -> Option<&str> {
    let is_server = remark.author.as_deref().is_some_and(|author| SERVER.contains(&author));
    let name = remark.text.strip_suffix(RESIGNS).filter(|_| is_server)?;
    if name.is_empty() { Some(name) } else { name.strip_suffix(' ').map(str::trim) }
}

#[cfg(test)]
mod tests {
    use crate::formats;
    use crate::formats::TextFormat;
    use crate::model::Game;
    use crate::text::Report;
    use crate::text::write_back::Written;

    fn sdg() -> &'static dyn TextFormat {
        formats::format("homeworlds-sdg").unwrap().text().unwrap()
    }

    fn read(players: &str, winner: &str, chat: &str) -> (String, Game) {
        let text = format!(
            "Homeworlds Online (SDG# 1)\nParticipants: {players}\n{winner}\n1) Ann: Homeworld G1 B2 Y3\n\n2) Bob: \
             Homeworld Y1 B3 G3\n{chat}"
        );
        let game = sdg().read(&text, &mut Report::new()).unwrap();
        (text, game)
    }

    fn reason(players: &str, chat: &str) -> Option<String> {
        read(players, "Winner: Ann\n", chat).1.result.unwrap().reason
    }

    #[test]
    fn resigning_is_the_reason_of_the_result() {
        let two = "Ann (N), Bob (S)";
        assert_eq!(reason(two, "\tSYSTEM: bob resigns.\n\tAnn: Thanks.\n").as_deref(), Some("Bob resigned"));
        assert_eq!(reason(two, "\n\tSYSTEM:  resigns.\n").as_deref(), Some("Bob resigned"));
        for other in ["\tBob: Bob resigns.\n", "\tSYSTEM: Ann resigns.\n", "\tSYSTEM: bob moves.\n", ""] {
            assert_eq!(reason(two, other), None, "{other}");
        }
        let three = "Ann (N), Bob (S), Cy (E)";
        assert_eq!(reason(three, "\tSYSTEM:  resigns.\n").as_deref(), Some("a player resigned"));
        let both = "\tSYSTEM: Bob resigns.\n\tSYSTEM: Cy resigns.\n";
        assert_eq!(reason(three, both).as_deref(), Some("Bob resigned, Cy resigned"));
        // The game continued after the message.
        let on = "\tSYSTEM: Cy resigns.\n\n3) Ann: Build G1 Ann\n";
        assert_eq!(reason(three, on), None);
        assert_eq!(read(two, "", "\tSYSTEM: Bob resigns.\n").1.result, None);
    }

    #[test]
    fn the_reason_follows_from_the_chat() {
        let (text, mut game) = read("Ann (N), Bob (S)", "Winner: Ann\n", "\tSYSTEM: Bob resigns.\n");
        let mut diagnostics = Vec::new();
        assert!(matches!(sdg().write(&game, Some(&text), &mut diagnostics), Ok(Written::Unchanged)));
        let mut edited = |reason: Option<&str>| {
            let mut diagnostics = Vec::new();
            game.result.as_mut().unwrap().reason = reason.map(str::to_owned);
            sdg().write(&game, Some(&text), &mut diagnostics).unwrap();
            diagnostics.into_iter().map(|d| (d.code.into_owned(), d.path.unwrap_or_default())).collect::<Vec<_>>()
        };
        let path = "game.result.reason".to_owned();
        assert_eq!(edited(Some("time")), [("CV001".to_owned(), path.clone())]);
        assert_eq!(edited(None), [("CV015".to_owned(), path)]);
    }
}
