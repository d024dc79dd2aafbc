//! Splits an order into words and signs.

use std::ops::Range;

/// Kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Letters, digits, dots and apostrophes.
    Word,
    /// A dash or an arrow of any kind.
    Dash,
    /// A slash or backslash, as before a coast.
    Slash,
    /// An underscore.
    Underscore,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// Anything else.
    Other,
}

/// A token with its span.
#[derive(Debug, Clone)]
pub struct Token {
    /// Kind of the token.
    pub sign: Sign,
    /// Span in the text of the order.
    pub span: Range<usize>,
}

/// Returns whether a character is a blank of any kind.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200B}' | '\u{FEFF}')
}

/// Splits a text into tokens. An order has a dozen; beyond `MAX_SHOWN` tokens the rest of the text is one token.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(12);
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if is_blank(c) {
            continue;
        }
        let sign = sign(c);
        let mut end = start + c.len_utf8();
        let goes_on = |next: char| match sign {
            Sign::Word => self::sign(next) == Sign::Word,
            Sign::Dash => self::sign(next) == Sign::Dash,
            _ => false,
        };
        while let Some(&(at, next)) = chars.peek().filter(|(_, next)| goes_on(*next)) {
            chars.next();
            end = at + next.len_utf8();
        }
        if tokens.len() == MAX_SHOWN {
            tokens.push(Token { sign: Sign::Other, span: start..text.len() });
            break;
        }
        tokens.push(Token { sign, span: start..end });
    }
    tokens
}

const MAX_SHOWN: usize = 40;

/// Dashes and arrows that no keyboard has, and that programs substitute for typed ones.
const DASHES: [char; 12] = ['–', '—', '−', '‐', '‑', '‒', '―', '→', '⇒', '➔', '➜', '⟶'];

/// Replaces such dashes and arrows by hyphens.
pub fn with_typed_dashes(text: &str) -> String {
    text.replace(DASHES, "-")
}

fn sign(c: char) -> Sign {
    match c {
        '-' | '>' | '=' => Sign::Dash,
        c if DASHES.contains(&c) => Sign::Dash,
        '/' | '\\' => Sign::Slash,
        '_' => Sign::Underscore,
        '(' | '[' => Sign::Open,
        ')' | ']' => Sign::Close,
        '.' | '\'' | '’' => Sign::Word,
        c if is_blank(c) => Sign::Other,
        c if c.is_alphanumeric() => Sign::Word,
        _ => Sign::Other,
    }
}
