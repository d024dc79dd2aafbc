//! Tests of retreats, builds and removals, as engines take them.

use super::*;
use RuleSet::Engine;

#[test]
fn retreats() {
    let units = "A A BUD > GAL RUM, R A SER, F F SPA/SC > MAO LYO, E F NTH > NWY HOL, F A GAS, T F AEG > BUL/SC";
    expect(
        Engine,
        &[
            ("R", units, "A: A BUD R GAL", &[]),
            ("R", units, "A: A BUD D", &[]),
            ("R", units, "A: A BUD - GAL", &[]),
            (
                "R",
                units,
                "A: A BUD R VIE",
                &["DO121 error actions[0].to | the unit may retreat to GAL or RUM; A BUD D disbands it"],
            ),
            ("R", units, "A: A BUD R SER", &["DO121 error actions[0].to | A SER is there"]),
            (
                "R",
                units,
                "A: A BUD - GAL VIA",
                &["DO115 error actions[0].by_convoy | no unit is convoyed in a retreat"],
            ),
            ("R", units, "F: A GAS R BUR", &["DO119 error actions[0].from | no unit in GAS is dislodged"]),
            ("R", units, "F: F SPA R LYO", &["DO111 warning actions[0].from | missing coast: F SPA/SC"]),
            ("R", units, "F: F SPA/NC R LYO", &["DO113 error actions[0].from | the fleet is F SPA/SC"]),
            ("R", units, "T: F AEG R BUL", &["DO112 error actions[0].to | missing coast: BUL/SC"]),
            ("R", units, "T: F AEG R BUL/EC", &["DO102 error actions[0].to | the fleet can reach BUL/SC"]),
            ("R", units, "A: A BUD R GAL; A: A BUD D", &["DO118 error actions[1] | engines void this one"]),
            ("R", units, "A: A BUD R GAL/NC", &["DO114 error actions[0].to | an army has no coast; write GAL"]),
            ("R", units, "A: A BUD H", &["DO115 error actions[0] | a retreat phase has the orders A BUD R"]),
            ("R", "", "A BUD R GAL", &[]),
            ("R", "", "A BUD R PAR", &["DO102 error actions[0].to | A BUD can go to GAL, RUM, SER, TRI, VIE"]),
            ("R", "", "F GAS R SPA", &["DO112 error actions[0].to | missing coast: SPA/NC"]),
        ],
    );
}

#[test]
fn adjustments() {
    let rich = "F A BUR, F F MAO, G A MAR, F: PAR BRE BEL SPA, G: MAR MUN, R A SEV, R: MOS STP WAR";
    let poor = "F A PAR, F F MAO, F F SPA/NC, F: PAR BRE, E F LON, E: LON";
    expect(
        Engine,
        &[
            ("A", rich, "F: A PAR B; F: F BRE B", &[]),
            ("A", rich, "F: A PAR B; F: WAIVE", &[]),
            (
                "A",
                rich,
                "F: A BEL B",
                &["DO116 error actions[0].at | BEL is not a home centre of FRANCE, which has BRE, MAR, PAR"],
            ),
            ("A", rich, "F: A MAR B", &["DO116 error actions[0].at | MAR belongs to GERMANY now"]),
            ("A", rich, "R: A SEV B", &["DO116 error actions[0].at | SEV belongs to nobody now"]),
            ("A", "F A PAR", "F: A PAR B", &["DO116 error actions[0].at | A PAR is there"]),
            ("A", "", "A BUR B", &["DO116 error actions[0].at | BUR is nobody's home centre"]),
            ("A", rich, "F: A PAR B; F: A PAR B", &["DO117 error actions[1].at | another build is in PAR"]),
            ("A", rich, "F: F PAR B; F: A PAR B", &["DO103 error actions[0].at | PAR has no coast"]),
            ("A", rich, "R: F STP B", &["DO112 error actions[0].at | missing coast: F STP/NC or F STP/SC"]),
            ("A", rich, "R: F STP/EC B", &["DO113 error actions[0].at | the right one is F STP/NC or F STP/SC"]),
            ("A", rich, "R: A STP/NC B", &["DO114 error actions[0].at | an army has no coast; write STP"]),
            (
                "A",
                rich,
                "R: F STP/NC B; R: A MOS B; R: A WAR B",
                &["DO122 warning actions[2] | the power has 2 units to build, and engines ignore this one"],
            ),
            ("A", rich, "F: A BUR D", &["DO122 error actions[0] | no more units than centres"]),
            (
                "A",
                poor,
                "F: F BRE B",
                &["DO122 error actions[0] | the power has 1 unit too many, which it removes with D"],
            ),
            ("A", poor, "E: F EDI B", &["DO122 error actions[0] | as many units as centres"]),
            ("A", poor, "F: WAIVE", &["DO122 error actions[0] | units to remove"]),
            ("A", poor, "F: F SPA D", &["DO111 warning actions[0].at | missing coast: F SPA/NC"]),
            ("A", poor, "F: F MAO D; F: F MAO D", &["DO118 error actions[1] | engines void this one"]),
            ("A", poor, "F: F MAO D; F: A PAR D", &["DO122 warning actions[1] | the power has 1 unit to remove"]),
            ("A", poor, "F: A BUR D", &["DO119 error actions[0].at | BUR is empty"]),
            (
                "A",
                "",
                "A PAR - BUR",
                &["DO115 error actions[0] | an adjustment phase has the orders A PAR B, A PAR D and WAIVE"],
            ),
            ("M", "", "A PAR B", &["DO115 error actions[0] | a movement phase has the orders"]),
            ("M", "", "WAIVE", &["DO115 error actions[0] | builds are waived in adjustment phases"]),
        ],
    );
}
