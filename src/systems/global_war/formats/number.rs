//! Numbers and padding as Pascal compilers write them.
//!
//! The spellings of a Real are those of `notes A4`: Turbo Pascal ` 1.6716039000E+03`, with a coprocessor 23 wide, Free
//! Pascal 24 wide with a three-digit exponent, `write(r:0:4)` as `1671.6039`, and BASIC with blanks on either side.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use chrono::NaiveDate;

use crate::model::Moment;

const MILLISECONDS_A_DAY: f64 = 86_400_000.0;

/// Returns day 0 of a daynum: 1985-01-01.
fn day_zero() -> NaiveDate {
    NaiveDate::from_ymd_opt(1985, 1, 1).unwrap_or_default()
}

/// The daynums of the years 1 to 9999.
static RANGE: LazyLock<RangeInclusive<i64>> = LazyLock::new(|| {
    let midnight = |year| {
        let day = NaiveDate::from_ymd_opt(year, 1, 1).unwrap_or_default();
        day.signed_duration_since(day_zero()).num_milliseconds()
    };
    midnight(1)..=midnight(10_000) - 1
});

/// A daynum: the time since the beginning of 1985-01-01, in milliseconds; files have it in days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Daynum(i64);

impl Daynum {
    /// Parses a decimal number of days; `None` if it is not a number, or outside the years 1 to 9999.
    pub fn parse(text: &str) -> Option<Daynum> {
        if !is_real(text) {
            return None;
        }
        let milliseconds = (text.parse::<f64>().ok()? * MILLISECONDS_A_DAY).round() as i64;
        RANGE.contains(&milliseconds).then_some(Daynum(milliseconds))
    }

    /// Returns the daynum of a moment.
    pub fn of(moment: Moment) -> Daynum {
        Daynum(moment.since(day_zero()))
    }

    /// Returns the moment; `None` if it is outside the years that a moment can have.
    pub fn moment(self) -> Option<Moment> {
        Moment::after(day_zero(), self.0)
    }

    /// Day 0, which as a player's last move means never.
    pub const ZERO: Daynum = Daynum(0);

    /// Returns whether the daynum is before 1985.
    pub fn is_negative(self) -> bool {
        self.0 < 0
    }
}

/// Returns whether a text matches `[+-]? (digits [. digits*] | . digits+) ([eE] [+-]? digits{1,4})?`.
fn is_real(text: &str) -> bool {
    fn unsigned(bytes: &[u8]) -> &[u8] {
        if let [b'+' | b'-', rest @ ..] = bytes { rest } else { bytes }
    }
    let digits = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = unsigned(text.as_bytes());
    let whole = digits(number);
    let (fraction, rest) = match &number[whole..] {
        [b'.', rest @ ..] => rest.split_at(digits(rest)),
        rest => (&[][..], rest),
    };
    let is_exponent = |exponent: &[u8]| (1..=4).contains(&exponent.len()) && digits(exponent) == exponent.len();
    whole + fraction.len() > 0
        && whole <= 400
        && fraction.len() <= 400
        && match rest {
            [] => true,
            [b'e' | b'E', exponent @ ..] => is_exponent(unsigned(exponent)),
            _ => false,
        }
}

/// Parses a whole number of 32 bits, with or without a sign.
pub fn parse_integer(text: &str) -> Option<i32> {
    parse_short(text.as_bytes()).or_else(|| text.parse().ok())
}

/// Parses a number of one to nine digits.
pub fn parse_short(digits: &[u8]) -> Option<i32> {
    let add = |number: i32, digit: &u8| digit.is_ascii_digit().then(|| number * 10 + i32::from(digit - b'0'));
    (1..=9).contains(&digits.len()).then(|| digits.iter().try_fold(0, add)).flatten()
}

/// The style of reals in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RealStyle {
    /// The digits of the exponent; `None` for a style without exponent, such as `1671.6039`.
    pub exponent: Option<usize>,
    /// The fewest digits after the point.
    pub decimals: usize,
}

impl RealStyle {
    /// The default style of Turbo Pascal for a six-byte Real.
    pub const TURBO_PASCAL: RealStyle = RealStyle { exponent: Some(2), decimals: 10 };

    /// Returns the style of a real number without padding.
    pub fn of(text: &str) -> RealStyle {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((m, e)) => (m, Some(e.trim_start_matches(['+', '-']).len())),
            None => (text, None),
        };
        let decimals = mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        RealStyle { exponent, decimals: decimals.min(30) }
    }
}

/// A daynum in a style: the shortest digits that read back to the same millisecond, then zeros.
pub struct Styled {
    /// The daynum.
    pub daynum: Daynum,
    /// The style.
    pub style: RealStyle,
}

impl fmt::Display for Styled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = self.daynum.0 as f64 / MILLISECONDS_A_DAY;
        let write = |decimals: usize| match self.style.exponent {
            Some(_) => format!("{days:.decimals$e}"),
            None => format!("{days:.decimals$}"),
        };
        let text = (0..=17).map(write).find(|t| Daynum::parse(t) == Some(self.daynum)).unwrap_or_else(|| write(17));
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, ""));
        let decimals = mantissa.split_once('.').map_or(0, |(_, d)| d.len());
        f.write_str(mantissa)?;
        if decimals == 0 && self.style.decimals > 0 {
            f.write_str(".")?;
        }
        for _ in decimals..self.style.decimals {
            f.write_str("0")?;
        }
        match self.style.exponent {
            None => Ok(()),
            Some(width) => {
                let (sign, digits) = exponent.strip_prefix('-').map_or(('+', exponent), |digits| ('-', digits));
                write!(f, "E{sign}{digits:0>width$}")
            }
        }
    }
}

/// The blanks with which a file pads values of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Padding {
    /// The fewest blanks before each value.
    pub lead: usize,
    /// The width in which values are right-aligned; 0 for none.
    pub right: usize,
    /// The blanks after each value.
    pub trail: usize,
    /// The width to which lines are filled with blanks; 0 for none.
    pub fill: usize,
}

/// The style of whole numbers in one column of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IntegerStyle {
    /// The blanks around the numbers.
    pub padding: Padding,
    /// The fewest digits; shorter numbers get leading zeros.
    pub digits: usize,
    /// Whether numbers that are not negative have a `+`.
    pub has_plus: bool,
}

impl IntegerStyle {
    /// Returns a number, given as canonical text, in this style without its padding.
    pub fn spelled(&self, number: &str) -> String {
        let (sign, digits) = match number.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => (if self.has_plus { "+" } else { "" }, number),
        };
        format!("{sign}{digits:0>width$}", width = self.digits)
    }
}

/// Statistics on the whole numbers of a column, from which its style is found.
#[derive(Debug, Clone, Copy)]
pub struct IntegerSurvey {
    padding: PaddingSurvey,
    /// The digits of numbers that begin with a zero, and of all others (`plain`).
    zeroed: Range,
    plain: Range,
    signed: usize,
    unsigned: usize,
    /// Whether one of them was a single digit without blanks, of which all others say the same.
    has_digit: bool,
}

impl IntegerSurvey {
    /// Returns a survey that has seen no number.
    pub fn new() -> Self {
        let nothing = Range::NOTHING;
        let padding = PaddingSurvey::new();
        IntegerSurvey { padding, zeroed: nothing, plain: nothing, signed: 0, unsigned: 0, has_digit: false }
    }

    /// Counts a line; `value` is the line without its blanks.
    pub fn see(&mut self, line: &str, value: &str) {
        let is_digit = line.len() == 1;
        if is_digit && self.has_digit {
            self.unsigned += 1;
            return;
        }
        self.has_digit |= is_digit;
        self.padding.see(line, value);
        let digits = match value.as_bytes() {
            [b'+', digits @ ..] => {
                self.signed += 1;
                digits
            }
            [b'-', digits @ ..] => digits,
            digits => {
                self.unsigned += 1;
                digits
            }
        };
        let is_zeroed = matches!(digits, [b'0', _, ..]);
        if is_zeroed { &mut self.zeroed } else { &mut self.plain }.see(digits.len());
    }

    /// Combines two surveys.
    pub fn with(&self, other: &IntegerSurvey) -> IntegerSurvey {
        IntegerSurvey {
            padding: self.padding.with(&other.padding),
            zeroed: self.zeroed.with(other.zeroed),
            plain: self.plain.with(other.plain),
            signed: self.signed + other.signed,
            unsigned: self.unsigned + other.unsigned,
            has_digit: self.has_digit || other.has_digit,
        }
    }

    /// Returns the style of this column, in a file that writes most numbers in the style `usual`.
    pub fn style(&self, usual: &IntegerStyle) -> IntegerStyle {
        if self.signed + self.unsigned == 0 {
            return *usual;
        }
        let padding = match self.padding.is_explained_by(&usual.padding) {
            true => usual.padding,
            false => self.padding.padding(),
        };
        IntegerStyle { padding, ..self.own_style() }
    }

    /// Returns the style that explains this survey alone.
    pub fn own_style(&self) -> IntegerStyle {
        let digits = self.zeroed.constant().filter(|&digits| self.plain.0 >= digits);
        IntegerStyle {
            padding: self.padding.padding(),
            digits: digits.unwrap_or(0),
            has_plus: self.signed > self.unsigned,
        }
    }
}

/// A value with its padding.
pub struct Padded<'a, T> {
    /// The value.
    pub value: T,
    /// The padding.
    pub padding: &'a Padding,
}

impl<T: fmt::Display> fmt::Display for Padded<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Padding { lead, right, trail, fill } = *self.padding;
        if *self.padding == Padding::default() {
            return self.value.fmt(f);
        }
        let value = self.value.to_string();
        let blanks = right.saturating_sub(value.chars().count()).max(lead);
        let body = format!("{:blanks$}{value}{:trail$}", "", "");
        write!(f, "{body:<fill$}")
    }
}

/// Statistics on the padding of values, collected while they are read.
#[derive(Debug, Clone, Copy)]
pub struct PaddingSurvey {
    /// The fewest and the most blanks before a value.
    lead: Range,
    /// The fewest and the most blanks after a value.
    trail: Range,
    /// The width up to the end of the value, for values with blanks before them, and for those without (`unled`).
    led: Range,
    unled: Range,
    /// The width of the whole line, for values with blanks after them, and for those without (`untrailed`).
    trailed: Range,
    untrailed: Range,
}

/// The least and the greatest number seen.
#[derive(Debug, Clone, Copy)]
struct Range(usize, usize);

impl Range {
    const NOTHING: Range = Range(usize::MAX, 0);

    fn see(&mut self, n: usize) {
        *self = Range(self.0.min(n), self.1.max(n));
    }

    fn with(self, other: Range) -> Range {
        Range(self.0.min(other.0), self.1.max(other.1))
    }

    fn constant(self) -> Option<usize> {
        (self.0 == self.1).then_some(self.0)
    }

    /// Returns the least number, or 0 if none was seen.
    fn least(self) -> usize {
        if self.0 == usize::MAX { 0 } else { self.0 }
    }
}

impl PaddingSurvey {
    /// Returns a survey that has seen no value.
    pub fn new() -> Self {
        let nothing = Range::NOTHING;
        PaddingSurvey {
            lead: nothing,
            trail: nothing,
            led: nothing,
            unled: nothing,
            trailed: nothing,
            untrailed: nothing,
        }
    }

    /// Counts a line; `value` is the line without its blanks.
    pub fn see(&mut self, line: &str, value: &str) {
        let lead = if line.len() == value.len() { 0 } else { line.len() - line.trim_start_matches(' ').len() };
        self.see_with_lead(lead, line, value);
    }

    /// Counts a line with a real. Negative reals are ignored, because they do not show what other numbers have in the
    /// place of the sign.
    pub fn see_real(&mut self, line: &str, value: &str) {
        if !value.starts_with('-') {
            self.see(line, value);
        }
    }

    /// Counts a line of text, in which leading blanks belong to the value.
    pub fn see_text(&mut self, line: &str, value: &str) {
        self.see_with_lead(0, line, value);
    }

    fn see_with_lead(&mut self, lead: usize, line: &str, value: &str) {
        let width = lead + if value.is_ascii() { value.len() } else { value.chars().count() };
        let trail = line.len().saturating_sub(lead + value.len());
        self.lead.see(lead);
        self.trail.see(trail);
        if lead > 0 { &mut self.led } else { &mut self.unled }.see(width);
        if trail > 0 { &mut self.trailed } else { &mut self.untrailed }.see(width + trail);
    }

    /// Returns the padding that explains the survey.
    pub fn padding(&self) -> Padding {
        let mut padding = Padding { lead: self.lead.least(), trail: self.trail.least(), ..Padding::default() };
        // A width explains blanks of different lengths, if only values that fill the width have none. It also explains
        // several blanks before or after values of equal length; a single blank is the place of a sign.
        let is_width = |blanks: Range| blanks.constant().is_none_or(|blanks| blanks > 1);
        if is_width(self.lead) {
            let width = self.led.constant().filter(|&width| self.unled.0 >= width);
            (padding.right, padding.lead) = (width.unwrap_or(0), if width.is_some() { 0 } else { padding.lead });
        }
        if is_width(self.trail) {
            let width = self.trailed.constant().filter(|&width| self.untrailed.0 >= width);
            (padding.fill, padding.trail) = (width.unwrap_or(0), if width.is_some() { 0 } else { padding.trail });
        }
        padding
    }

    /// Returns whether a padding explains everything that was seen.
    pub fn is_explained_by(&self, padding: &Padding) -> bool {
        let Padding { lead, right, trail, fill } = *padding;
        let is_all = |range: Range, value: usize| range.0 == usize::MAX || range.constant() == Some(value);
        let fits_width = |blank: Range, full: Range, width: usize| is_all(blank, width) && full.0 >= width;
        (if right > 0 { fits_width(self.led, self.unled, right) } else { is_all(self.lead, lead) })
            && (if fill > 0 { fits_width(self.trailed, self.untrailed, fill) } else { is_all(self.trail, trail) })
    }

    /// Combines two surveys.
    pub fn with(&self, other: &PaddingSurvey) -> PaddingSurvey {
        PaddingSurvey {
            lead: self.lead.with(other.lead),
            trail: self.trail.with(other.trail),
            led: self.led.with(other.led),
            unled: self.unled.with(other.unled),
            trailed: self.trailed.with(other.trailed),
            untrailed: self.untrailed.with(other.untrailed),
        }
    }

    /// Returns the padding of reals with an exponent, which have equal width and a blank in the place of the sign;
    /// `None` if these have not.
    pub fn sign_column(&self) -> Option<Padding> {
        let width = self.led.constant().filter(|&width| self.unled.0 >= width)?;
        Some(Padding { lead: usize::from(self.lead.0 > 0), right: width, ..self.padding() })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn daynums_are_those_of_all_moments() {
        for (edge, outside) in [(*RANGE.start(), -1), (*RANGE.end(), 1)] {
            assert_eq!(Daynum(edge).moment().map(Daynum::of), Some(Daynum(edge)));
            assert_eq!(Daynum(edge + outside).moment(), None);
        }
        for text in ["1E300", "-1E300", "1E9999", "99999999"] {
            assert_eq!(Daynum::parse(text), None, "{text}");
        }
    }

    #[test]
    fn reals_are_digits_with_a_point_a_sign_and_an_exponent() {
        for text in ["1", "+1", "-1.", ".5", "1.5", "1e5", "1.E-05", "+.5E+1234", "007"] {
            assert!(is_real(text), "{text}");
        }
        for text in ["", ".", "+", "+-1", "1.2.3", "e5", "1e", "1e+", "1e12345", "1 ", "1e5e5", "1x", "\u{660}"] {
            assert!(!is_real(text), "{text}");
        }
        assert!(is_real(&"1".repeat(400)) && !is_real(&"1".repeat(401)));
    }

    const SPELLINGS: [&str; 9] = [
        "1.6716039000E+03",
        "1671.6039",
        "1.67160390000000E+0003",
        "1.6716039000000001E+003",
        "1.67160389999999999999E+0003",
        "1.6716039000E+003",
        "+1671.6039",
        "01671.6039000",
        "1671603.9e-3",
    ];

    #[test]
    fn every_spelling_of_the_documents_example_is_the_same_moment() {
        for text in SPELLINGS {
            let moment = Daynum::parse(text).and_then(Daynum::moment).unwrap();
            assert_eq!(moment.to_string(), "1989-07-30T14:29:36.960", "{text}");
        }
        // A Single has seven digits, so it is 1.6 seconds off.
        let single = Daynum::parse("1.671603882E+03").and_then(Daynum::moment).unwrap();
        assert_eq!(single.to_string(), "1989-07-30T14:29:35.405");
    }

    #[test]
    fn what_is_no_daynum_is_refused() {
        for text in [
            "",
            ".",
            "NaN",
            "Inf",
            "-inf",
            "0x10",
            "$1F",
            "1.5E",
            "1.5E+12345",
            "1,5",
            "1 5",
            "1e9",
            "-800000",
            "--1",
            "E3",
            "１",
        ] {
            assert_eq!(Daynum::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_daynum_is_written_in_the_style_of_its_file() {
        let moment = "1989-07-30T14:29:36.960".parse().unwrap();
        for (sample, written) in [
            ("1.6579458000E+03", "1.6716039000E+03"),
            ("1657.9458", "1671.6039"),
            ("1657.95", "1671.6039"),
            ("1657", "1671.6039"),
            ("1.65794580000000E+0003", "1.67160390000000E+0003"),
            ("1.6579458000000001E+003", "1.6716039000000000E+003"),
        ] {
            let styled = Styled { daynum: Daynum::of(moment), style: RealStyle::of(sample) };
            assert_eq!(styled.to_string(), written);
        }
        let zero = Styled { daynum: Daynum::ZERO, style: RealStyle::TURBO_PASCAL };
        assert_eq!(zero.to_string(), "0.0000000000E+00");
    }

    proptest! {
        #[test]
        fn short_numbers_are_parsed_as_all_are(text in "[0-9]{0,10}|[-+ .0-9]{1,4}") {
            let is_short = text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
            prop_assert_eq!(parse_short(text.as_bytes()), parse_integer(&text).filter(|_| is_short));
        }

        #[test]
        fn a_written_daynum_reads_back_to_the_millisecond(
            ms in -62_000_000_000_000i64..253_000_000_000_000,
            exponent in prop::option::of(1usize..5),
            decimals in 0usize..20,
        ) {
            let daynum = Daynum(ms);
            prop_assume!(daynum.moment().is_some());
            let written = Styled { daynum, style: RealStyle { exponent, decimals } }.to_string();
            prop_assert_eq!(Daynum::parse(&written), Some(daynum), "{}", written);
            prop_assert_eq!(daynum.moment().map(Daynum::of), Some(daynum));
        }

        #[test]
        fn a_survey_of_lines_is_that_of_each_of_them(lines in prop::collection::vec(" {0,2}[+-]?[0-9]{1,2} {0,2}", 0..9)) {
            let seen = |lines: &[String]| {
                let mut survey = IntegerSurvey::new();
                lines.iter().for_each(|line| survey.see(line, line.trim()));
                survey
            };
            let each = lines.iter().map(|line| seen(std::slice::from_ref(line)));
            let all = each.fold(IntegerSurvey::new(), |all, one| all.with(&one));
            prop_assert_eq!(format!("{:?}", seen(&lines)), format!("{all:?}"));
        }
    }

    #[test]
    fn padding_is_recognised_and_repeated() {
        for lines in
            [["     1", "   -40", "     7"], [" 1 ", " 40 ", " 7 "], ["1", "40", "7"], ["1     ", "40    ", "7     "]]
        {
            let mut survey = PaddingSurvey::new();
            lines.iter().for_each(|l| survey.see(l, l.trim()));
            for line in lines {
                assert_eq!(Padded { value: line.trim(), padding: &survey.padding() }.to_string(), line);
            }
        }
    }
}
