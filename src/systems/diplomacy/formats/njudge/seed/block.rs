//! The blocks of a position file: accounts, players and the game.

use std::fmt::{self, Write as _};

use crate::model::{Element, Seat};
use crate::systems::diplomacy::formats::njudge::cursor::words;
use crate::systems::diplomacy::model::{Account, GameBlock, Member, PlayerRow, Setting};

/// Number of loans that a row of accounts has room for.
const LOANS: usize = 6;

/// Reads a row of accounts (`D`, `A` or `a`); `None` where it does not have the form of one.
pub fn account_row(text: &str) -> Option<Account> {
    let code = text.as_bytes().first()?;
    let mut rest = words(text.get(2..)?).map(|(at, word)| (at + 2, word));
    let (at, letter) = rest.next().filter(|(_, word)| word.chars().count() == 1)?;
    let mut account =
        Account { player: Seat::new(letter), treasury: None, loans: Vec::new(), chits: None, allies: None };
    let letters = || text[at + letter.len()..].trim_matches([' ', '\t']).to_owned();
    match code {
        b'D' => {
            let numbers: Option<Vec<i32>> = rest.take(1 + 2 * LOANS).map(|(_, word)| word.parse().ok()).collect();
            let mut numbers = numbers?.into_iter();
            account.treasury = Some(numbers.next().unwrap_or(0));
            let numbers: Vec<i32> = numbers.collect();
            account.loans = numbers.chunks(2).map(|loan| [loan[0], loan.get(1).copied().unwrap_or(0)]).collect();
            while account.loans.last() == Some(&[0, 0]) {
                account.loans.pop();
            }
        }
        b'A' => account.chits = Some(letters()),
        b'a' => account.allies = Some(letters()),
        _ => return None,
    }
    Some(account)
}

/// Adds a row to the last account, where it is of the same power and comes later in an account; otherwise appends it as
/// a new one.
pub fn add_row(accounts: &mut Vec<Element<Account>>, row: Account) {
    if let Some(Element::Known(last)) = accounts.last_mut()
        && last.player == row.player
        && row.treasury.is_none()
        && last.allies.is_none()
        && (row.chits.is_none() || last.chits.is_none())
    {
        last.chits = last.chits.take().or(row.chits);
        last.allies = row.allies;
        return;
    }
    accounts.push(Element::Known(row));
}

/// Returns the rows of an account as they are written, each with its letter.
pub fn account_rows(account: &Account) -> Vec<(char, String)> {
    let Account { player, treasury, loans, chits, allies } = account;
    let mut rows = Vec::new();
    if treasury.is_some() || !loans.is_empty() {
        let mut row = format!("D: {player} {}", treasury.unwrap_or(0));
        for loan in 0..LOANS.max(loans.len()) {
            let [amount, interest] = loans.get(loan).copied().unwrap_or_default();
            // Writing to a String cannot fail.
            let _ = write!(row, " {amount} {interest}");
        }
        rows.push(('D', row));
    }
    rows.extend(chits.as_ref().map(|letters| ('A', format!("A: {player} {letters}"))));
    rows.extend(allies.as_ref().map(|letters| ('a', format!("a: {player} {letters}"))));
    rows
}

/// Reads a line of the players' block: its name, and the rest as a row whose seat is not known yet.
pub fn standing(text: &str) -> Option<(&str, PlayerRow)> {
    let mut words = words(text).map(|(_, word)| word);
    let name = words.next()?;
    let mut number = || words.next();
    let standing = PlayerRow {
        player: crate::model::Field::unknown(name),
        status: hexadecimal(number()?)?,
        units: number()?.parse().ok()?,
        centres: number()?.parse().ok()?,
        user: number()?.parse().ok()?,
        site: number()?.parse().ok()?,
        dedication: number()?.parse().ok()?,
        address: Some(number()?.to_owned()),
        late: number()?.parse().ok()?,
        blockaded: number()?.parse().ok()?,
    };
    words.next().is_none().then_some((name, standing))
}

/// Displays a row of the players' block as it is written, under the name of its power.
pub struct WrittenPlayerRow<'m>(pub &'m str, pub &'m PlayerRow);

impl fmt::Display for WrittenPlayerRow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlayerRow { player: _, status, units, centres, user, site, dedication, address, late, blockaded } = self.1;
        let address = address.as_deref().unwrap_or_default();
        let name = self.0;
        write!(f, "{name:<9} {status:>4x} {units:>2} {centres:>2} {user:>3} {site:>5} {dedication:>4} {address}")?;
        write!(f, " {late:>4} {blockaded:>2}")
    }
}

/// Reads the first line of the game block.
pub fn game(text: &str) -> Option<GameBlock> {
    let mut words = words(text).map(|(_, word)| word.to_owned());
    let mut next = || words.next();
    let number = |word: String| word.parse::<i32>().ok();
    let block = GameBlock {
        name: next()?,
        sequence: next()?,
        phase: next()?,
        access: number(next()?)?,
        variant: number(next()?)?,
        level: number(next()?)?,
        dedication: number(next()?)?,
        flags: next()?,
        victory: number(next()?)?,
        players: number(next()?)?,
        xflags: next()?,
        absence: number(next()?)?,
        x2flags: next()?,
        homes: number(next()?)?,
        x3flags: next()?,
        powers: number(next()?)?,
        settings: Vec::new(),
        members: Vec::new(),
    };
    words.next().is_none().then_some(block)
}

/// Displays the first line of the game block as it is written.
pub struct WrittenGame<'m>(pub &'m GameBlock);

impl fmt::Display for WrittenGame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let g = self.0;
        write!(f, "{:<21} {:<9} {:<9} {} {} {}", g.name, g.sequence, g.phase, g.access, g.variant, g.level)?;
        write!(f, " {} {} {} {} {}", g.dedication, g.flags, g.victory, g.players, g.xflags)?;
        write!(f, " {} {} {} {} {}", g.absence, g.x2flags, g.homes, g.x3flags, g.powers)
    }
}

/// Reads a line of settings; `None` where its first word is not the key of one.
pub fn setting(text: &str) -> Option<Setting> {
    let (_, key) = words(text).next()?;
    let rest = text.strip_prefix(key).filter(|_| Setting::KEYS.contains(&key))?;
    Some(Setting { key: key.to_owned(), text: rest.trim_matches([' ', '\t', '\r']).to_owned() })
}

/// Displays a setting as it is written.
pub struct WrittenSetting<'m>(pub &'m Setting);

impl fmt::Display for WrittenSetting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setting { key, text } = self.0;
        match key.len() {
            // For example `T = resignation ratio`.
            1 | 9.. => write!(f, "{key} {text}"),
            _ => write!(f, "{key:<9} {text}"),
        }
    }
}

/// Reads a player's line of the game block: its first word, which is the power's letter and the rest of its name, and
/// the member.
pub fn member(text: &str) -> Option<(&str, Member)> {
    let mut words = words(text).map(|(_, word)| word);
    let name = words.next().filter(|name| text.starts_with(name))?;
    let letter = name.chars().next().filter(|c| c.is_ascii_lowercase() || c.is_ascii_digit())?;
    let mut next = || words.next();
    let mut member = Member {
        player: Seat::new(letter.to_ascii_uppercase().encode_utf8(&mut [0; 4])),
        status: hexadecimal(next()?)?,
        units: next()?.parse().ok()?,
        centres: next()?.parse().ok()?,
        user: next()?.parse().ok()?,
        site: next()?.parse().ok()?,
        password: Some(next()?.to_owned()),
        address: Some(next()?.to_owned()),
        numbers: Vec::new(),
    };
    let numbers: Option<Vec<i32>> = words.map(|word| word.parse().ok()).collect();
    member.numbers = numbers?;
    Some((name, member))
}

/// Displays a member as it is written, under the name of its power.
pub struct WrittenMember<'m>(pub &'m str, pub &'m Member);

impl fmt::Display for WrittenMember<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Member { player, status, units, centres, user, site, password, address, numbers } = self.1;
        let rest: String = self.0.chars().skip(1).collect();
        let name = format!("{player}{rest}").to_lowercase();
        let (password, address) = (password.as_deref().unwrap_or_default(), address.as_deref().unwrap_or_default());
        write!(f, "{name:<9} {status:>4x} {units:>2} {centres:>2} {user:>5} {site:>5} {password:<42} {address}")?;
        for (i, number) in numbers.iter().enumerate() {
            let width = [4, 2].get(i).copied().unwrap_or(1);
            write!(f, " {number:>width$}")?;
        }
        Ok(())
    }
}

/// Returns whether two names belong to the same power: all but their first letters are equal.
pub fn is_same_power(name: &str, other: &str) -> bool {
    let rest = |name: &str| name.chars().skip(1).flat_map(char::to_lowercase).collect::<String>();
    rest(name) == rest(other)
}

fn hexadecimal(word: &str) -> Option<i32> {
    u32::from_str_radix(word, 16).ok().map(u32::cast_signed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_are_written_as_they_are_read() {
        let rows = ["D: A 12 5 6 0 0 0 0 0 0 0 0 0 0", "A: A FI", "a: A FI", "D: L 0 0 0 0 0 0 0 0 0 0 0 0 0"];
        let mut accounts = Vec::new();
        rows.iter().for_each(|row| add_row(&mut accounts, account_row(row).unwrap()));
        assert_eq!(accounts.len(), 2);
        let written: Vec<String> =
            accounts.iter().filter_map(Element::known).flat_map(account_rows).map(|(_, row)| row).collect();
        assert_eq!(written, rows);
        assert_eq!(account_row("D: A 7 3").unwrap().loans, [[3, 0]], "missing numbers are 0");
        assert!(account_row("D: A x").is_none());
        assert!(account_row("Z: A 1").is_none());
    }

    #[test]
    fn lines_of_the_blocks_are_written_as_they_are_read() {
        let line = "Florence     0  0  0  20     7    0 a@b.c    0  0";
        let (name, read) = standing(line).unwrap();
        assert_eq!(WrittenPlayerRow(name, &read).to_string(), line);
        let line = "test                  002       F1453R    1 9 1 -10000 10022003 15 8 4000000 15 5 0 0 8";
        assert_eq!(WrittenGame(&game(line).unwrap()).to_string(), line);
        let line = "llorence     0  0  0    20     7 xxx                                        \
                    a@b.c    0  0 0 0 0 0 0 0 0 0 0";
        let (_, read) = member(line).unwrap();
        assert_eq!((read.player.as_str(), WrittenMember("Florence", &read).to_string()), ("L", line.to_owned()));
        for line in ["Process   Sun Sep  9 01:46:40 2001 (1)", "T = resignation ratio max 1.000", "Comment   oracle"] {
            assert_eq!(WrittenSetting(&setting(line).unwrap()).to_string(), line);
        }
    }
}
