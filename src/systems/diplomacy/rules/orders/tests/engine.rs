//! Tests of orders that engines void, change or accept, in the order of the codes.

use super::*;
use RuleSet::Engine;

const FRANCE: &str = "F A PAR, F F BRE, F A MAR, E F ENG";

#[test]
fn moves() {
    expect(
        Engine,
        &[
            ("M", "", "A PAR - BUR", &[]),
            ("M", "", "A PAR - ATL", &["DO101 error actions[0].to | unknown province \"atl\""]),
            ("M", "", "A PAR - BUM", &["DO101 error actions[0].to | did you mean BUD or BUL or BUR or RUM?"]),
            (
                "M",
                "",
                "A PAR - LON",
                &[
                    "DO102 error actions[0].to | not adjacent, and PAR has no coast for a convoy; A PAR can go to BRE, BUR, GAS, PIC",
                ],
            ),
            ("M", "", "A SEV - LON", &["DO102 error actions[0].to | no sea leads from SEV to LON"]),
            ("M", "", "A PAR - PAR", &["DO102 error actions[0].to | A PAR H lets it hold"]),
            ("M", "", "F ROM - VEN", &["DO102 error actions[0].to | F ROM can go to NAP, TUS, TYS"]),
            ("M", "", "F STP/SC - BAR", &["DO102 error actions[0].to | F STP/SC can go to BOT, FIN, LVN"]),
            (
                "M",
                "",
                "F LYO - SPA/NC",
                &["DO102 error actions[0].to | not adjacent by this coast; the fleet can reach SPA/SC"],
            ),
            ("M", "", "A PAR - SWI", &["DO102 error actions[0].to | not adjacent"]),
            ("M", "", "A BRE - ENG", &["DO103 error actions[0].to | ENG is water"]),
            ("M", "", "A NTH H", &["DO103 error actions[0].at | NTH is water"]),
            ("M", "", "F BRE - PAR", &["DO103 error actions[0].to | PAR has no coast"]),
            ("M", "", "F PAR H", &["DO103 error actions[0].at | PAR has no coast"]),
            ("M", "", "A PAR - LON VIA", &["DO104 error actions[0].by_convoy | PAR has no coast for a convoy"]),
            ("M", "", "A PAR - BRE VIA", &["DO104 error actions[0].by_convoy | without VIA it can walk"]),
            ("M", "", "F BRE - LON VIA", &["DO104 error actions[0].by_convoy | fleets are not convoyed"]),
            (
                "M",
                "F A BRE, E F NTH",
                "A BRE - LON VIA",
                &["DO104 error actions[0].by_convoy | no fleets are on a sea route from BRE to LON"],
            ),
            (
                "M",
                "F A BRE, E F NTH",
                "A BRE - LON",
                &[
                    "DO152 note actions[0] | missing VIA: A BRE - LON VIA; engines accept it without",
                    "DO104 error actions[0].to | no fleets are on a sea route",
                ],
            ),
            ("M", "", "A BRE - LON VIA; F ENG C A BRE - LON", &[]),
            ("M", "", "A PIC - BRE VIA; F ENG C A PIC - BRE", &[]),
            ("M", "", "A BRE - LON; F ENG C A BRE - LON", &["DO152 note actions[0] | A BRE - LON VIA"]),
            ("M", "", "A BRE - LON VIA", &["DO155 note actions[0] | F ... C A BRE - LON"]),
            (
                "M",
                "",
                "A TUN - LON VIA; F WES C A TUN - LON; F ENG C A TUN - LON",
                &["DO155 note actions[0] | (ENG, WES) make no complete way"],
            ),
            ("M", "", "A TUN - LON VIA; F WES C A TUN - LON; F MAO C A TUN - LON; F ENG C A TUN - LON", &[]),
            ("M", "", "A BRE - NWY via ENG NTH; F ENG C A BRE - NWY; F NTH C A BRE - NWY", &[]),
            (
                "M",
                "",
                "A BRE - LON via NTH; F ENG C A BRE - LON",
                &["DO123 warning actions[0].via[0] | BRE and NTH do not touch; BRE touches ENG, GAS, MAO, PIC"],
            ),
            (
                "M",
                "",
                "A BRE - NWY via ENG; F ENG C A BRE - NWY; F NTH C A BRE - NWY",
                &["DO123 warning actions[0].via[0] | ENG and NWY do not touch"],
            ),
            (
                "M",
                "",
                "A BRE - LON via PIC; F ENG C A BRE - LON",
                &["DO123 warning actions[0].via[0] | PIC is not water"],
            ),
            (
                "M",
                "",
                "A BRE - LON via XXX; F ENG C A BRE - LON",
                &["DO123 warning actions[0].via[0] | unknown province \"xxx\""],
            ),
        ],
    );
}

#[test]
fn supports() {
    expect(
        Engine,
        &[
            ("M", FRANCE, "A PAR S A MAR - BUR; A MAR - BUR", &[]),
            (
                "M",
                "",
                "A PAR S A MAR",
                &["DO105 error actions[0].supported.from | MAR is out of reach; A PAR can go to BRE, BUR, GAS, PIC"],
            ),
            ("M", "", "F BRE S F MAO - SPA/NC", &["DO105 error actions[0].supported.to | SPA is out of reach"]),
            (
                "M",
                "",
                "F SPA/NC S F LYO - MAR",
                &["DO105 error actions[0].supported.to | F SPA/NC can go to GAS, MAO, POR"],
            ),
            (
                "M",
                "",
                "A PAR S A MUN - PIC",
                &["DO106 error actions[0].supported.to | A MUN can go to BER, BOH, BUR, KIE, RUH, SIL, TYR"],
            ),
            (
                "M",
                "",
                "A MAR S F LYO - SPA/NC",
                &["DO106 note actions[0].supported.to | the supported fleet can only reach SPA/SC"],
            ),
            ("M", "", "F ENG S A BRE - LON; A BRE - LON VIA; F MAO H", &["DO155 note actions[1] | C A BRE - LON"]),
            ("M", "F F ENG, F A BRE", "F ENG S A BRE - LON", &[]),
            (
                "M",
                "F F NTH, F A BRE",
                "F NTH S A BRE - LON",
                &["DO106 error actions[0].supported.to | the supported unit cannot go there"],
            ),
            ("M", "", "A PAR S A PAR", &["DO107 error actions[0].supported | cannot support itself"]),
            ("M", "", "A PAR S F GAS - BUR", &["DO103 error actions[0].supported.to | BUR has no coast"]),
            (
                "M",
                "",
                "A GAS S A MAR - SPA/NC; A MAR - SPA",
                &["DO114 warning actions[0].supported.to | an army has no coast; write SPA"],
            ),
            (
                "M",
                "",
                "A GAS S F SPA - POR",
                &[
                    "DO111 warning actions[0].supported.from | missing coast: F SPA/NC or F SPA/SC",
                    "DO105 error actions[0].supported.to | POR is out of reach",
                ],
            ),
            (
                "M",
                "F A GAS, F F SPA/NC",
                "A GAS S F SPA",
                &["DO111 warning actions[0].supported.from | missing coast: F SPA/NC"],
            ),
            (
                "M",
                "F A GAS, F F SPA/NC",
                "A GAS S F SPA/SC",
                &["DO113 error actions[0].supported.from | the right form is F SPA/NC"],
            ),
            ("M", "", "A GAS S F BRE/NC", &["DO113 error actions[0].supported.from | the right form is F BRE"]),
            ("M", "", "A GAS S A SPA/NC", &["DO114 error actions[0].supported.from | an army has no coast; write SPA"]),
            ("M", "", "A GAS S F SPA/WC", &["DO113 warning actions[0].supported.from | engines read F SPA/SC"]),
            (
                "M",
                "",
                "A SPA S F MAO - POR/NC",
                &["DO113 error actions[0].supported.to | the supported fleet can only reach POR"],
            ),
            (
                "M",
                "",
                "F SPA/NC S F MAO - POR/NC",
                &["DO113 warning actions[0].supported.to | the supported fleet can only reach POR"],
            ),
            (
                "M",
                "",
                "A PAR S A MAR - BUR; A MAR - GAS",
                &["DO153 note actions[0].supported.to | the unit has the order A MAR - GAS"],
            ),
            (
                "M",
                "",
                "A GAS S A MAR; A MAR - SPA",
                &["DO153 note actions[0].supported.to | the unit has the order A MAR - SPA"],
            ),
            ("M", "", "A GAS S A MAR; A MAR H", &[]),
            (
                "M",
                "",
                "F GAS S F MAO - SPA; F MAO - SPA/NC",
                &["DO153 note actions[0].supported.to | the nJudge voids the support; write F GAS S F MAO - SPA/NC"],
            ),
            (
                "M",
                "",
                "A GAS S F MAO - SPA/SC; F MAO - SPA/NC",
                &["DO153 note actions[0].supported.to | the nJudge voids the support; write A GAS S F MAO - SPA/NC"],
            ),
        ],
    );
}

#[test]
fn convoys() {
    expect(
        Engine,
        &[
            ("M", "", "F BRE C A PIC - LON", &["DO108 error actions[0].at | BRE is a coastal province"]),
            ("M", "", "A PAR C A BRE - LON", &["DO108 error actions[0].piece | armies do not convoy"]),
            ("M", "", "F ENG C F BRE - LON", &["DO109 error actions[0].convoyed.piece | only armies are convoyed"]),
            ("M", "", "F ENG C A PAR - LON", &["DO109 error actions[0].convoyed.from | PAR has no coast for a convoy"]),
            ("M", "", "F ENG C A BRE - PAR", &["DO109 error actions[0].convoyed.to | PAR has no coast for a convoy"]),
            (
                "M",
                "",
                "F ENG C A BRE - SPA/NC",
                &["DO114 error actions[0].convoyed.to | an army has no coast; write SPA"],
            ),
            ("M", "", "F BLA C A BRE - LON", &["DO110 error actions[0] | no sea route from BRE to LON needs BLA"]),
            ("M", "", "F BLA C A SEV - LON", &["DO110 error actions[0] | no sea leads from SEV to LON"]),
            ("M", "", "F ADR C A BRE - LON", &["DO110 error actions[0] | no sea route from BRE to LON needs ADR"]),
            (
                "M",
                "F A BRE, F F MAO, E F NTH",
                "F MAO C A BRE - LON",
                &["DO110 error actions[0] | no fleets are on a sea route from BRE to LON"],
            ),
            (
                "M",
                "F A BRE, F F MAO, E F ENG",
                "F MAO C A BRE - LON",
                &["DO110 error actions[0] | the fleets make no route from BRE to LON that needs MAO"],
            ),
            ("M", "", "F ENG C A BRE - BRE", &["DO110 error actions[0] | leads nowhere"]),
            (
                "M",
                "",
                "F ENG C A BRE - LON; A BRE - PIC",
                &["DO154 note actions[0].convoyed | the army has the order A BRE - PIC"],
            ),
            ("M", "F A PIC, E F ENG", "F ENG C A BRE - LON", &["DO119 error actions[0].convoyed.from | BRE is empty"]),
        ],
    );
}

#[test]
fn coasts_of_moves() {
    expect(
        Engine,
        &[
            ("M", "", "F BLA - BUL", &["DO111 warning actions[0].to | missing coast: BUL/EC"]),
            ("M", "", "F STP - BOT", &["DO111 warning actions[0].from | missing coast: F STP/NC or F STP/SC"]),
            ("M", "R F STP/SC", "F STP - BOT", &["DO111 warning actions[0].from | missing coast: F STP/SC"]),
            ("M", "", "F MAO - SPA", &["DO112 error actions[0].to | missing coast: SPA/NC or SPA/SC"]),
            ("M", "", "F CON - BUL", &["DO112 error actions[0].to | missing coast: BUL/SC or BUL/EC"]),
            ("M", "R F STP/NC", "F STP/SC - BAR", &["DO113 warning actions[0].from | the fleet is F STP/NC"]),
            ("M", "", "F STP/WC - BAR", &["DO113 warning actions[0].from | the right one is F STP/NC or F STP/SC"]),
            ("M", "", "F BRE/NC - MAO", &["DO113 warning actions[0].from | BRE has no separate coasts; write F BRE"]),
            ("M", "", "F MAO - BRE/NC", &["DO113 error actions[0].to | the right form is BRE"]),
            ("M", "", "F MAO - SPA/EC", &["DO113 error actions[0].to | the right form is SPA/NC or SPA/SC"]),
            ("M", "", "F MAO - SPA/WC", &["DO113 warning actions[0].to | engines read SPA/SC"]),
            ("M", "", "F BLA - BUL/NC", &["DO113 warning actions[0].to | engines read BUL/EC"]),
            ("M", "", "A GAS - SPA/NC", &["DO114 warning actions[0].to | an army has no coast; write SPA"]),
            ("M", "", "A SPA/NC - GAS", &["DO114 warning actions[0].from | an army has no coast; write SPA"]),
            ("M", "", "A BRE - SPA/NC VIA", &["DO114 error actions[0].to | an army has no coast; write SPA"]),
        ],
    );
}

#[test]
fn letters_that_are_missing() {
    expect(
        Engine,
        &[
            ("M", "", "PAR - BUR", &["DO151 warning actions[0].piece | missing unit letter: A PAR"]),
            ("M", "", "BRE - MAO", &["DO151 warning actions[0].piece | F BRE"]),
            ("M", "", "BRE - PIC", &["DO151 warning actions[0].piece | A BRE or F BRE"]),
            ("M", "F F BRE", "BRE - PIC", &["DO151 warning actions[0].piece | F BRE"]),
            ("M", FRANCE, "A PAR S MAR - BUR", &["DO151 warning actions[0].supported.piece | A MAR"]),
            (
                "M",
                "",
                "ENG C BRE - LON",
                &["DO151 warning actions[0].piece | F ENG", "DO151 warning actions[0].convoyed.piece | A BRE"],
            ),
            ("M", FRANCE, "BUR H", &["DO119 error actions[0].at | BUR is empty"]),
            ("A", "", "F: PAR B", &["DO151 error actions[0].piece | A PAR"]),
        ],
    );
}

#[test]
fn units_that_are_not_there() {
    expect(
        Engine,
        &[
            ("M", FRANCE, "F: F PAR H", &["DO119 error actions[0].at | PAR holds A PAR"]),
            ("M", FRANCE, "F: A BUR H", &["DO119 error actions[0].at | BUR is empty"]),
            ("M", FRANCE, "F: A PAR S A BUR", &["DO119 error actions[0].supported.from | BUR is empty"]),
            ("M", FRANCE, "G: A PAR - BUR", &["DO120 error actions[0] | A PAR is a unit of FRANCE"]),
            (
                "M",
                FRANCE,
                "F: A PAR - BUR; F: A PAR - GAS",
                &["DO118 warning actions[1] | the unit already has the order A PAR - BUR; engines take this one"],
            ),
            ("M", "", "A PAR - BUR; G: A PAR - GAS", &[]),
        ],
    );
}

#[test]
fn what_the_position_leaves_open_is_not_held_against_an_order() {
    expect(
        Engine,
        &[
            ("M", "R F STP", "R: F STP/NC - BAR", &[]),
            ("M", "R F STP, R A MOS", "R: A MOS S F STP/NC", &[]),
            ("R", "A A BUD", "A: A BUD R GAL", &[]),
            ("A", "A A BUD", "A: A TRI B; A: A VIE B", &[]),
            ("M", "A: VIE BUD", "A: A TRI - VEN", &[]),
        ],
    );
}

#[test]
fn every_code_is_met_in_these_tests() {
    let tests = [
        include_str!("engine.rs"),
        include_str!("aftermath.rs"),
        include_str!("document.rs"),
        include_str!("hostile.rs"),
    ]
    .concat();
    for code in crate::systems::diplomacy::rules::orders::codes::CODES {
        assert!(tests.contains(&format!("\"{} ", code.id)), "{}", code.id);
    }
}
