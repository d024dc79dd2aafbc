//! Tests of the examples and tables in the notation document, by its own rules and by those of engines.

use super::*;
use RuleSet::{Document, Engine};

#[test]
fn examples_that_can_be_have_nothing_against_them() {
    let rows: &[(&str, &str, &str, &[&str])] = &[
        ("M", "", "A PAR - BUR", &[]),
        ("M", "", "A PAR H", &[]),
        ("M", "", "A PAR S A MAR - BUR; A MAR - BUR", &[]),
        ("M", "F A MAR, F A PAR, G A BUR", "F: A MAR - BUR; F: A PAR S A MAR - BUR; G: A BUR H", &[]),
        ("M", "", "F STP/NC - BAR", &[]),
        ("M", "", "F BOT - STP/SC", &[]),
        ("M", "", "F MAO - SPA/NC", &[]),
        ("M", "", "A BRE - LON VIA; F ENG C A BRE - LON", &[]),
        ("A", "", "F: A PAR B; R: F STP/NC B", &[]),
        ("A", "", "F: A PAR D", &[]),
        ("R", "", "A BUD R GAL; A VIE D", &[]),
    ];
    expect(Engine, rows);
    expect(Document, rows);
}

#[test]
fn examples_that_cannot_be_are_said_to_be_the_documents() {
    expect(
        Document,
        &[
            (
                "M",
                "",
                "A PAR S A MAR",
                &[
                    "DO105 error actions[0].supported.from | MAR is out of reach",
                    "DO156 note actions[0] | PAR and MAR do not touch",
                ],
            ),
            (
                "M",
                "",
                "A PAR - LON VIA",
                &[
                    "DO104 error actions[0].by_convoy | PAR has no coast",
                    "DO156 note actions[0] | as an example, but PAR has no coast",
                ],
            ),
            (
                "M",
                "",
                "A PAR - LON",
                &[
                    "DO102 error actions[0].to | PAR has no coast",
                    "DO156 note actions[0] | asks for A PAR - LON VIA here",
                ],
            ),
            (
                "M",
                "",
                "F BRE C A PAR - LON",
                &["DO108 error actions[0].at | BRE is a coastal province", "DO156 note actions[0] | BRE is not a sea"],
            ),
            (
                "M",
                "",
                "F ENG C A PAR - LON",
                &["DO109 error actions[0].convoyed.from | PAR has no coast", "DO156 note actions[0] | as an example"],
            ),
            (
                "M",
                "",
                "F BRE S F MAO - SPA/NC; F MAO - SPA/NC",
                &[
                    "DO105 error actions[0].supported.to | SPA is out of reach",
                    "DO156 note actions[0] | BRE and SPA do not touch",
                ],
            ),
        ],
    );
}

#[test]
fn rows_of_the_table_of_errors() {
    expect(
        Document,
        &[
            ("M", "", "PAR - BUR", &["DO151 error actions[0].piece | A PAR"]),
            ("M", "", "A PAR S MAR - BUR; A MAR - BUR", &["DO151 error actions[0].supported.piece | A MAR"]),
            ("M", "", "A BRE - LON; F ENG C A BRE - LON", &["DO152 error actions[0] | missing VIA: A BRE - LON VIA"]),
            ("A", "", "R: F STP B", &["DO112 error actions[0].at | missing coast: F STP/NC or F STP/SC"]),
            ("M", "", "F BLA - BUL", &["DO111 error actions[0].to | missing coast: BUL/EC"]),
            ("M", "", "A GAS - SPA/NC", &["DO114 error actions[0].to | an army has no coast"]),
            ("M", "", "F BRE/NC - MAO", &["DO113 error actions[0].from | F BRE"]),
        ],
    );
}

#[test]
fn supports_and_convoys_match_the_orders_of_the_phase() {
    expect(
        Document,
        &[
            (
                "M",
                "",
                "A PAR S A MAR - BUR",
                &["DO153 error actions[0].supported | no order of this phase moves A MAR"],
            ),
            ("M", "", "A GAS S A MAR", &[]),
            (
                "M",
                "",
                "F GAS S F MAO - SPA; F MAO - SPA/NC",
                &["DO153 error actions[0].supported.to | F GAS S F MAO - SPA/NC"],
            ),
            (
                "M",
                "",
                "A PAR S A MAR - BUR; A MAR H",
                &["DO153 error actions[0].supported.to | the unit has the order A MAR H"],
            ),
            (
                "M",
                "",
                "F ENG C A BRE - LON",
                &["DO154 error actions[0].convoyed | missing order of this phase: A BRE - LON VIA"],
            ),
            (
                "M",
                "",
                "F ENG C A BRE - LON; A BRE - PIC",
                &["DO154 error actions[0].convoyed | the army has the order A BRE - PIC"],
            ),
            ("M", "", "A BRE - NWY VIA; F ENG C A BRE - NWY", &["DO155 error actions[0] | (ENG) make no complete way"]),
            ("A", "", "F: WAIVE", &["DO156 note actions[0] | the document has no such order"]),
        ],
    );
}

#[test]
fn orders_of_other_powers_that_are_not_here_are_no_errors() {
    expect(
        Document,
        &[
            (
                "M",
                "",
                "F: A PAR S A MAR - BUR",
                &["DO153 note actions[0].supported | it may be another power's, whose orders are not here"],
            ),
            (
                "M",
                "",
                "F: A PAR S A MAR - BUR; G: A MUN H",
                &["DO153 error actions[0].supported | no order of this phase"],
            ),
            (
                "M",
                "F A PAR, F A MAR",
                "F: A PAR S A MAR - BUR",
                &["DO153 error actions[0].supported | no order of this phase moves A MAR"],
            ),
            (
                "M",
                "F A PAR, G A MAR",
                "F: A PAR S A MAR - BUR",
                &["DO153 note actions[0].supported | a unit of GERMANY, whose orders are not here"],
            ),
            ("M", "", "F: F ENG C A LON - BEL", &["DO154 note actions[0].convoyed | whose orders are not here"]),
            ("M", "", "F: A BRE - LON VIA", &["DO155 note actions[0] | fleets of other powers may"]),
        ],
    );
}

#[test]
fn what_the_board_has_is_not_said_by_whether_an_order_is_void() {
    expect(
        Document,
        &[
            // There is no such fleet, but the document's row is right.
            ("M", "R A MOS", "R: F STP/NC - BAR", &["DO119 error actions[0].from | STP is empty"]),
            (
                "M",
                "F A PAR",
                "F: F SPA/SC - MAO",
                &["DO119 error actions[0].from | SPA is empty", "DO156 note actions[0] | but the board does"],
            ),
        ],
    );
}

#[test]
fn rows_of_the_coasts_that_the_board_does_not_have() {
    expect(
        Document,
        &[
            (
                "M",
                "",
                "F STP/NC - FIN",
                &[
                    "DO102 error actions[0].to | F STP/NC can go to BAR, NWY",
                    "DO156 note actions[0] | lists FIN among what STP/NC touches, but the board does not",
                ],
            ),
            ("M", "", "F FIN - STP/NC", &["DO102 error actions[0].to | STP/SC", "DO156 note actions[0] | lists FIN"]),
            ("M", "", "F SPA/SC - MAO", &["DO156 note actions[0] | does not list MAO among what SPA/SC touches"]),
            ("M", "", "F POR - SPA/SC", &["DO156 note actions[0] | does not list POR"]),
            ("M", "", "F BUL/EC - AEG", &["DO102 error actions[0].to | F BUL/EC can go to BLA, CON, RUM"]),
        ],
    );
    for (coast, places) in [
        ("STP/NC", "BAR NWY"),
        ("STP/SC", "BOT FIN LVN"),
        ("SPA/NC", "MAO GAS POR"),
        ("SPA/SC", "WES LYO MAR"),
        ("BUL/EC", "BLA CON RUM"),
        ("BUL/SC", "AEG GRE CON"),
    ] {
        for place in places.split(' ') {
            expect(
                Document,
                &[("M", "", &format!("F {coast} - {place}"), &[]), ("M", "", &format!("F {place} - {coast}"), &[])],
            );
        }
    }
}

#[test]
fn home_centres_are_those_of_the_document() {
    let homes = "A: VIE(A) BUD(A) TRI(A/F) | E: LON(A/F) LVP(A/F) EDI(A/F) | F: PAR(A) MAR(A/F) BRE(A/F) | \
                 G: BER(A/F) KIE(A/F) MUN(A) | I: ROM(A/F) VEN(A/F) NAP(A/F) | R: MOS(A) STP(A/F) SEV(A/F) WAR(A) | \
                 T: CON(A/F) ANK(A/F) SMY(A/F)";
    for power in homes.split(" | ") {
        let (seat, centres) = power.split_once(": ").unwrap();
        for centre in centres.split_whitespace() {
            let (code, kinds) = centre.split_once('(').unwrap();
            let army = format!("{seat}: A {code} B");
            let fleet = format!("{seat}: F {} B", if code == "STP" { "STP/SC" } else { code });
            let foreign = format!("{}: A {code} B", if seat == "F" { "G" } else { "F" });
            expect(
                Document,
                &[
                    ("A", "", &army, &[]),
                    ("A", "", &foreign, &["DO116 error actions[0].at | is not a home centre"]),
                    (
                        "A",
                        "",
                        &fleet,
                        if kinds == "A/F)" { &[] } else { &["DO103 error actions[0].at | has no coast"] },
                    ),
                ],
            );
        }
    }
}
