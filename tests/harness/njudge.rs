//! Edits of nJudge files, and equivalent spellings of them.

use libtest_mimic::Trial;
use ludex::internals::model::{Element, Field, Game, Passage, PassageKind, Territory, TerritoryKind, TerritoryRef};
use ludex::internals::text::Report;
use ludex::internals::text::write_back::Written;
use serde_json::Value;

use super::files::{Origin, Sample};
use super::respell::{Hooks, Random};
use super::trial;

pub const HOOKS: Hooks = Hooks { formats: &["njudge-map", "njudge-seed"], is_free, value, lines_of, respell };

/// Returns the additional test of a map.
pub fn trials(sample: &Sample) -> Option<Trial> {
    let is_real = sample.origin == Origin::Corpus || sample.name() == "map.canal" || sample.name() == "map.comments";
    if sample.format.id != "njudge-map" || !is_real {
        return None;
    }
    let sample = sample.clone();
    Some(trial(sample.test_name("additions"), move || additions_change_their_lines_only(&sample)))
}

/// Checks that an abbreviation, a target, a gateway and a province that are added come back, and that no other line
/// changes.
fn additions_change_their_lines_only(sample: &Sample) -> Result<(), String> {
    let (format, text) = (sample.text_format(), sample.text());
    let game = format.read(&text, &mut Report::silent()).ok_or("not read")?;
    let edited = with_additions(&game).ok_or("nothing to add to")?;
    let mut said = Vec::new();
    let Ok(Written::Patched(new)) = format.write(&edited, Some(&text), &mut said) else {
        return Err(format!("not woven: {said:?}"));
    };
    let again = format.read(&new, &mut Report::silent()).ok_or("not read again")?;
    if (&again.board, &again.details) != (&edited.board, &edited.details) {
        return Err(format!("reads back differently:\n{new}"));
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (text.lines().collect(), new.lines().collect());
    let gone: Vec<&&str> = old.iter().filter(|line| !new.contains(line)).collect();
    let had_gateways = old.iter().any(|line| line.starts_with("Gateway"));
    let grown = new.len() - old.len();
    match (gone.len(), grown) {
        // Two lines change; a province, and a row of gateways with its section, are new.
        (2, 2) if had_gateways => Ok(()),
        (2, 4) if !had_gateways => Ok(()),
        _ => Err(format!("{gone:?} are gone, and there are {grown} lines more")),
    }
}

fn with_additions(game: &Game) -> Option<Game> {
    let mut game = game.clone();
    let board = game.board.as_mut()?;
    let ids: Vec<TerritoryRef> = board.territories.iter().map(|t| t.known().unwrap().id.clone()).collect();
    let Element::Known(third) = board.territories.get_mut(2)? else { return None };
    third.aliases.push("zzalias".into());
    let Element::Known(moves) = board.adjacencies.get_mut(1)? else { return None };
    moves.to.push(Field::Known(ids[0].clone()));
    let id = |i: usize| Field::Known(ids[i].clone());
    let gateway = Passage {
        kind: PassageKind::Gateway,
        at: id(0),
        controlled_from: id(1),
        between: vec![id(2), id(3)],
        powers: Vec::new(),
        path: Vec::new(),
    };
    // Gateways come before railways if there are both.
    let at = board.passages.iter().position(|p| p.known().unwrap().kind == PassageKind::Railway);
    board.passages.insert(at.unwrap_or(board.passages.len()), Element::Known(gateway));
    let ludex::internals::model::Details::Diplomacy(details) = &mut game.details else { return None };
    let section = Field::Known(ludex::internals::systems::diplomacy::model::Section::Gateway);
    if !details.sections.contains(&section) {
        details.sections.push(section);
    }
    let new = Territory {
        id: TerritoryRef::new("zznew"),
        name: Some("Zz New Province".into()),
        aliases: vec!["zznew".into()],
        kind: Field::Known(TerritoryKind::Land),
        ..Territory::default()
    };
    // Before the first one, which a comment may precede.
    board.territories.insert(0, Element::Known(new));
    Some(game)
}

/// Returns whether a value may be edited by itself: it follows from no other value, and nothing refers to it.
pub fn is_free(_: &Sample, game: &Value, path: &str) -> bool {
    let is_id = path.starts_with("/board/territories/") && path.ends_with("/id");
    // The first abbreviation becomes the id.
    let makes_id = path.contains("/aliases/0") || path.starts_with("/board/from");
    // Cells are sorted by row and column, and sections and owners follow from their content.
    let is_derived = path.ends_with("/row") || path.ends_with("/column") || path.starts_with("/details/sections");
    // An account has several lines.
    let is_account = path.starts_with("/details/accounts") && path.ends_with("/player");
    // A board that is used only to resolve names is not part of the file.
    let is_elsewhere = path.starts_with("/board") && !game["board"]["from"].is_null();
    let is_said_elsewhere = path.starts_with("/players") || path.starts_with("/variant");
    !(is_id || makes_id || is_derived || is_said_elsewhere || is_account || is_elsewhere)
}

/// Returns how many lines an edit of the value at `path` may change.
fn lines_of(sample: &Sample, game: &Value, path: &str, _: &Value) -> usize {
    let territory = path.strip_prefix("/board/territories/").and_then(|rest| {
        let (index, key) = rest.split_once('/')?;
        let is_spelling = key == "name" || key.starts_with("aliases/");
        is_spelling.then_some(&game["board"]["territories"][index.parse::<usize>().ok()?])
    });
    match (territory, path.rsplit('/').next()) {
        // A new spelling of a territory changes its own line and all lines that use it.
        (Some(territory), _) => 1 + lines_that_spell(&sample.text(), territory),
        // The powers, in two lists each, have other initial letters removed in another variant.
        (None, Some("variant")) => 1 + 2 * game["players"].as_array().map_or(0, Vec::len),
        _ => 1,
    }
}

/// Returns how many lines of a text have the id, the name or an abbreviation of a territory in them, in any case, with
/// any blanks and full stops.
fn lines_that_spell(text: &str, territory: &Value) -> usize {
    let words = |text: &str| -> Vec<String> {
        let text = text.to_lowercase().replace('.', "");
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let aliases = territory["aliases"].as_array().into_iter().flatten();
    let spellings = [&territory["id"], &territory["name"]].into_iter().chain(aliases).filter_map(Value::as_str);
    let spellings: Vec<Vec<String>> = spellings.map(words).filter(|words| !words.is_empty()).collect();
    let has_one = |line: &&str| {
        let line = words(line);
        spellings.iter().any(|spelling| line.windows(spelling.len()).any(|part| part == spelling))
    };
    text.lines().filter(has_one).count()
}

/// Returns another value for a place of a game.
pub fn value(game: &Value, path: &str, random: &mut Random) -> Value {
    let old = game.pointer(path).cloned().unwrap_or_default();
    let last = path.rsplit('/').next().unwrap_or_default();
    let is_index = last.parse::<usize>().is_ok();
    let list = path.rsplit('/').nth(1).unwrap_or_default();
    let is_place = matches!(last, "from" | "territory" | "at" | "controlled_from")
        || is_index && matches!(list, "to" | "between" | "path" | "territories" | "retreats")
        || path.contains("_order/");
    if is_place && old.is_string() {
        return place(game, random).map_or(old, Value::from);
    }
    match old {
        Value::Bool(b) => Value::Bool(!b),
        Value::Number(_) if last == "income" => Value::from(random.below(8)),
        Value::Number(_) => Value::from(random.below(12)),
        Value::Null if last.ends_with("owner") || last == "home" => Value::from(random.pick(&["A", "F", "3"])),
        Value::String(_) if last.ends_with("owner") || matches!(last, "home" | "player") => {
            Value::from(random.pick(&["A", "T", "1"]))
        }
        // The name of a territory without abbreviations is also its id.
        Value::String(_) if last == "name" && has_aliases(game, path) => {
            Value::from(format!("{} {}", random.pick(&["New", "Old", "St. Q", "O'Q-q"]), random.below(1000)))
        }
        Value::String(_) if is_index && list == "aliases" => Value::from(format!("q{}x", random.below(1000))),
        Value::String(_) if last == "move" => Value::from(random.pick(&["mv", "xc", "nc", "ec", "cc"])),
        Value::String(_) if last == "kind" && path.starts_with("/position") => {
            Value::from(random.pick(&["army", "fleet", "garrison", "wing"]))
        }
        Value::String(_) if last == "kind" && path.contains("/territories/") && !is_centre(game, path) => {
            Value::from(random.pick(&["land", "water", "ice"]))
        }
        Value::String(_) if matches!(last, "army" | "fleet" | "garrison") => {
            Value::from(random.pick(&["xxxx", "b.r."]))
        }
        Value::String(_) if last == "season" => Value::from(random.pick(&["spring", "summer", "fall"])),
        Value::String(_) if last == "phase" && path.starts_with("/position") => {
            Value::from(random.pick(&["movement", "retreat", "builds", "adjustment"]))
        }
        Value::String(_) if matches!(last, "address" | "password") => Value::from(random.pick(&["x@y.z", "secret"])),
        Value::String(_) if last == "text" => Value::from(random.pick(&["Mon Oct 1", "0", "a  b"])),
        Value::String(text) if path.contains("/ownership/") && last != "names" && !path.contains("/names/") => {
            Value::from(text.chars().rev().collect::<String>())
        }
        other => other,
    }
}

fn is_centre(game: &Value, path: &str) -> bool {
    path.strip_suffix("/kind").and_then(|territory| game.pointer(territory)).is_some_and(|t| t["centre"] == true)
}

fn has_aliases(game: &Value, path: &str) -> bool {
    path.strip_suffix("/name").and_then(|territory| game.pointer(territory)).is_some_and(|t| t["aliases"].is_array())
}

/// Returns a territory of the board, or a name if there is no board.
fn place(game: &Value, random: &mut Random) -> Option<String> {
    let territories = game["board"]["territories"].as_array();
    match territories.filter(|list| !list.is_empty()) {
        Some(list) => list[random.below(list.len())]["id"].as_str().map(str::to_owned),
        None => Some(random.pick(&["Foo", "Far Away", "Quux/sc"]).to_owned()),
    }
}

/// Varies blanks, case, line ends, and in a map comments and blank lines, none of which has a meaning.
fn respell(sample: &Sample, random: &mut Random) -> String {
    let text = sample.text();
    let parsed_source = sample.text_format().parsed_source(&text).unwrap();
    let is_map = sample.format.id == "njudge-map";
    // Texts that were not understood stay as they are.
    let any_case = is_understood(&serde_json::to_value(&parsed_source.game).unwrap());
    let mut out = String::new();
    let mut behind = 0;
    for (index, source_span) in parsed_source.source_spans.iter().enumerate() {
        out.push_str(&text[behind..source_span.start]);
        let label = parsed_source.statements.label(index);
        let is_line = label.starts_with("territory.") || label.starts_with("move.");
        if is_map && is_line && out.is_empty() | out.ends_with('\n') && random.below(8) == 0 {
            out.push_str(random.pick(&["# a comment\n", "\n", "  \n", "#\n"]));
        }
        let statement = &text[source_span.start..source_span.end];
        out.push_str(&match label.split('.').next().unwrap_or_default() {
            "territory" if is_line => province(statement, random),
            "move" if is_line => moves(statement, any_case, random),
            "unit" if sample.board.is_some() && any_case => case(statement, 4, random),
            "end" | "units" => format!("{statement}{}", random.pick(&["", " ", "\t "])),
            "section" if label == "section.centre_order.row" || label == "section.city_order.row" => {
                blanks(statement, random)
            }
            _ => statement.to_owned(),
        });
        let end = &text[source_span.end..source_span.next];
        // Rows of sections may be equal, and then it is ambiguous which line end belongs to which.
        let any_end = end == "\n" && !label.starts_with("section");
        out.push_str(if any_end { random.pick(&["\n", "\n", "\r\n"]) } else { end });
        behind = source_span.next;
    }
    out + &text[behind..]
}

/// Returns whether every text and the territory of every unit were understood.
fn is_understood(game: &Value) -> bool {
    let ids: Vec<&Value> = game["board"]["territories"].as_array().into_iter().flatten().map(|t| &t["id"]).collect();
    let is_there = |place: &Value| {
        let place = place.as_str().unwrap_or_default().split('/').next().unwrap_or_default();
        ids.iter().any(|id| *id == place)
    };
    let pieces = game["position"]["pieces"].as_array();
    !game.to_string().contains("\"unknown\"") && pieces.into_iter().flatten().all(|p| is_there(&p["territory"]))
}

/// Varies the blanks behind the comma and between abbreviations.
fn province(line: &str, random: &mut Random) -> String {
    let Some((name, rest)) = line.split_once(',') else { return line.to_owned() };
    format!("{name},{}{}", random.pick(&["", " ", "\t", "     "]), blanks(rest.trim_start_matches([' ', '\t']), random))
}

/// Varies the blanks between targets, and their case.
fn moves(line: &str, any_case: bool, random: &mut Random) -> String {
    // A name that contains a blank is left as it is.
    let Some((from, to)) = line.split_once([' ', '\t']).filter(|(from, _)| from.contains('-')) else {
        return line.to_owned();
    };
    let kind = from.find('-').map_or(0, |dash| dash + 1);
    let from = format!("{}{}", case(&from[..kind], 0, random), &from[kind..]);
    // After a slash the case of a letter matters, and after a colon the text is lost.
    let to = if to.contains('/') || !any_case { to.to_owned() } else { case(to, 0, random) };
    format!("{from} {}", blanks(&to, random))
}

/// Varies the case of a text from an offset on.
fn case(text: &str, from: usize, random: &mut Random) -> String {
    match (text.get(..from), text.get(from..), random.below(3)) {
        (Some(before), Some(rest), 0) if rest.is_ascii() => format!("{before}{}", rest.to_ascii_uppercase()),
        _ => text.to_owned(),
    }
}

/// Adds blanks where there are some, and at the end.
fn blanks(text: &str, random: &mut Random) -> String {
    let more = random.pick(&[" ", "  ", " \t"]);
    text.replace(' ', more) + random.pick(&["", " ", "\t"])
}
