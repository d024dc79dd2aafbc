"""Plays random games with corrupted orders, and compares how the engine and ludex read each order.

They agree on an order if both refuse it, or if both read the same order from it. Differences are listed by kind;
agreement below 99 % fails.
"""

import collections
import json
import logging
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from diplomacy import Game
from diplomacy.engine.map import Map

LUDEX, GAMES, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
CORRUPTED = 0.56
LAST_PHASE = 14
WANTED = 0.99
logging.disable(logging.CRITICAL)
MAP = Map("standard")
CODES = sorted(loc.upper() for loc in MAP.locs if len(loc) == 3 and loc.upper() != "SWI")
COASTS = ["STP/NC", "STP/SC", "SPA/NC", "SPA/SC", "BUL/EC", "BUL/SC"]
NAMES = collections.defaultdict(list)
for spelling, code in MAP.loc_name.items():
    NAMES[code].append(spelling)
for spelling, code in MAP.aliases.items():
    if code in CODES + COASTS and not set(spelling) & set("()/"):
        NAMES[code].append(spelling)
POWERS = {"AUSTRIA": "AUSTRIAN", "ENGLAND": "ENGLISH", "FRANCE": "FRENCH", "GERMANY": "GERMAN", "ITALY": "ITALIAN",
          "RUSSIA": "RUSSIAN", "TURKEY": "TURKISH"}
PLACE = re.compile(r"\b[A-Z]{3}(?:/[NSEW]C)?\b")
VERBS = {
    "-": ["->", "-->", "–", "—", "=>", "→", "to", "moves to", "MOVE", "m", "attacks", "MOVES TO", "to the", "=", ">"],
    "H": ["HOLD", "HOLDS", "h", "stands", "Holding", "hold."],
    "S": ["SUPPORT", "SUPPORTS", "s", "supports", "S.", "supporting"],
    "C": ["CONVOY", "CONVOYS", "c", "convoys", "transports", "convoying"],
    "R": ["RETREAT", "RETREATS", "retreats to", "r", "-", "R -", "->"],
    "D": ["DISBAND", "disbands", "d", "REMOVE", "destroyed", "removed", "destroys"],
    "B": ["BUILD", "builds", "b", "BUILT"],
}


def verb_at(words):
    """Returns the index of the verb among the words of a canonical order; `None` if it is too short."""
    return 2 if len(words) > 2 else None


def places(text):
    return [match for match in PLACE.finditer(text) if match[0][:3] in CODES]


def with_place(text, match, name):
    return text[: match.start()] + name + text[match.end() :]


# ---- other forms of the same order


def other_verb(words, rng):
    at = verb_at(words)
    options = VERBS.get(words[at]) if at else None
    return [*words[:at], rng.choice(options), *words[at + 1 :]] if options else words


def second_dash(words, rng):
    dashes = [i for i, word in enumerate(words) if word == "-"]
    return [rng.choice(VERBS["-"]) if i == dashes[-1] else word for i, word in enumerate(words)] if dashes else words


def other_name(text, rng):
    found = places(text)
    if not found:
        return text
    match = rng.choice(found)
    names = NAMES.get(match[0]) or NAMES.get(match[0][:3])
    name = rng.choice(names)
    return with_place(text, match, rng.choice([name, name.title(), name.lower()]))


def all_names(text, rng):
    for match in reversed(places(text)):
        full = [name for name, code in MAP.loc_name.items() if code == match[0]]
        if full:
            text = with_place(text, match, full[0].title())
    return re.sub(r"\bA\b", "Army", re.sub(r"\bF\b", "Fleet", text)) if rng.random() < 0.7 else text


def other_coast(text, rng):
    match = re.search(r"/([NSEW])C", text)
    if not match:
        return text
    letter = match[1]
    word = {"N": "north", "S": "south", "E": "east", "W": "west"}[letter]
    form = rng.choice(["-{0}C", "_{0}C", "({0}C)", " {0}C", "({1} coast)", " {1} coast", "/{1} coast", ".{0}C", "/ {0}C", " ({0}c)",
                       " / {0}C", "{0}C", "/{0}c", "\\{0}C", "({0}.C.)", ".{0}.C.", " {1}", "[{0}C]", "/{0}"])
    return text[: match.start()] + form.format(letter, word) + text[match.end() :]


def no_letter(text, rng):
    return re.sub(r"^[AF] ", "", text)


def no_second_letter(text, rng):
    return re.sub(r" ([SC]) [AF] ", r" \1 ", text)


def word_for_letter(text, rng):
    return re.sub(r"\bA\b", rng.choice(["army", "Army", "ARMY", "a", "AR", "an army"]), re.sub(r"\bF\b", rng.choice(["fleet", "F.", "Fleet", "f", "FL"]), text))


def nationality(text, rng):
    power = rng.choice(sorted(POWERS))
    adjective = rng.choice([POWERS[power], POWERS[power].title(), power, power.title() + "'s"])
    return re.sub(r" ([SC]) ", rf" \1 {adjective} ", text, count=1) if rng.random() < 0.7 else f"{adjective} {text}"


def spaces(text, rng):
    form = rng.randrange(8)
    if form == 0:
        return text.replace(" - ", "-")
    if form == 1:
        return text.replace(" - ", "- ")
    if form == 2:
        return text.replace(" - ", " -")
    if form == 3:
        return text.replace(" ", "  ")
    if form == 4:
        return text.replace(" ", "\t", 1)
    if form == 5:
        return text.replace(" ", "\u00a0")
    if form == 6:
        return " " + text + " "
    return text.replace(" ", "", 1)


def case(text, rng):
    return rng.choice([str.lower, str.title, str.swapcase])(text)


def tail(text, rng):
    return text + rng.choice([".", ",", " (bounce)", " (*void*)", " (comment)", ".  (*bounce*)", " (no convoy)", " !", " (dislodged)", " ?",
                              " (*cut, dislodged*)", " VIA", " via convoy", " by convoy", " (by convoy)", " VIA CONVOY", " VIA ENG", " H", " ()",
                              " holds", " with support", ". . .", "*", " [void]", " (to be sure)", " - ", " S", " A", "\\"])


def head(text, rng):
    power = rng.choice(sorted(POWERS))
    return rng.choice(["1. ", "- ", "* ", '"', "> ", f"{power} ", "the ", "ORDER "]) + text


def via(text, rng):
    if " VIA" in text:
        return text.replace(" VIA", rng.choice(["", " via", " BY CONVOY", " via convoy", " VIA CONVOY", " V", " by sea", " over ENG", " through ENG", " VIA ENG"]))
    return text + " VIA" if " - " in text else text


def dotted(text, rng):
    match = rng.choice(places(text) or [None])
    return text[: match.end()] + "." + text[match.end() :] if match else text


def supports_to(text, rng):
    """Spells a support or a convoy out, as in `SUPPORTS A PAR TO BUR` or `S A BEL HOLDS`."""
    text = re.sub(r" S ", rng.choice([" S ", " SUPPORTS ", " supports "]), text)
    text = re.sub(r" C ", rng.choice([" C ", " CONVOYS ", " convoys "]), text)
    if re.search(r" (?:S|SUPPORTS|supports) [AF] \S+$", text):
        return text + rng.choice([" H", " HOLDS", " HOLD", " to hold", " h", " holding", " in holding", " stands"])
    return text.replace(" - ", rng.choice([" TO ", " to ", " MOVE ", " MOVE TO ", " moving to ", " into ", " in ", " -> "]))


def verb_first(text, rng):
    words = text.split()
    if len(words) == 3:
        verb = rng.choice({"B": ["BUILD", "build", "B", "Builds"], "D": ["DISBAND", "REMOVE", "D", "R", "removes"], "H": ["HOLD", "H"]}.get(words[2], [words[2]]))
        return f"{verb} {words[0]} {words[1]}"
    if len(words) > 2 and words[2] == "R":
        return f"{rng.choice(['RETREAT', 'R', 'retreat'])} {words[0]} {words[1]} {rng.choice(['-', 'to', ''])} {words[3]}"
    return text


def waive(text, rng):
    return rng.choice(["WAIVE", "waive", "WAIVE.", "Waive", "WAIVES", "build waived", "WAIVE 1", "BUILD WAIVED", "F LON WAIVE", " WAIVE ", "WAIVE BUILD", "V", "pass"])


# ---- mistakes


def typo(text, rng):
    at = rng.randrange(len(text))
    letter = rng.choice("ABCDEFGHIJKLMNOPRSTUVWY -./'")
    return rng.choice([text[:at] + text[at + 1 :], text[:at] + letter + text[at + 1 :], text[:at] + letter + text[at:],
                       text[:at] + text[at : at + 2][::-1] + text[at + 2 :]])


def other_place(text, rng):
    match = rng.choice(places(text) or [None])
    return with_place(text, match, rng.choice(CODES + COASTS)) if match else text


def neighbour(text, rng):
    """Replaces the last place by a neighbour of the first, whether or not the unit can go there."""
    found = places(text)
    if not found:
        return text
    near = [place.upper() for place in MAP.abut_list(found[0][0], incl_no_coast=True)] or CODES
    return with_place(text, found[-1], rng.choice(near))


def drop_coast(text, rng):
    return re.sub(r"/[NSEW]C", "", text, count=1)


def wrong_coast(text, rng):
    if "/" in text:
        return re.sub(r"/[NSEW]C", "/" + rng.choice(["NC", "SC", "EC", "WC"]), text, count=1)
    match = rng.choice(places(text) or [None])
    return text[: match.end()] + "/" + rng.choice(["NC", "SC", "EC", "WC", "XC"]) + text[match.end() :] if match else text


def other_letter(text, rng):
    letters = [match.start() for match in re.finditer(r"\b[AF]\b", text)]
    if not letters:
        return text
    at = rng.choice(letters)
    return text[:at] + ("F" if text[at] == "A" else "A") + text[at + 1 :]


def other_kind(text, rng):
    words = text.split()
    unit = " ".join(words[:2])
    if len(words) < 2:
        return text
    place = rng.choice(CODES + COASTS)
    return rng.choice([f"{unit} H", f"{unit} D", f"{unit} B", f"{unit} R {place}", f"{unit} - {place}", f"{unit} S {unit}", f"{unit} C A BRE - LON",
                       f"{unit} S A {place} - {words[1][:3]}", f"{unit} - {words[1]}", f"{unit} S F {place}", f"{unit}", f"{unit} S", f"{unit} -",
                       f"{unit} - {place} VIA", "WAIVE", f"{unit} R", f"{unit} S A {place} - "])


def cut(text, rng):
    words = text.split()
    return " ".join(words[: rng.randrange(1, len(words) + 1)])


def doubled(text, rng):
    words = text.split()
    at = rng.randrange(len(words))
    return " ".join([*words[:at], words[at], *words[at:]])


def swapped(text, rng):
    words = text.split()
    at = rng.randrange(len(words))
    return " ".join([*words[:at], *words[at : at + 2][::-1], *words[at + 2 :]])


def route(text, rng):
    return re.sub(r" - ", f" - {rng.choice(['ENG', 'NTH', 'MAO', 'ION', 'AEG', 'North Sea'])} - ", text, count=1) if " - " in text else text


ON_WORDS = [other_verb, second_dash]
ON_TEXT = [other_name, other_name, all_names, other_coast, no_letter, no_second_letter, word_for_letter, nationality, spaces, case, tail, head, via, dotted,
           supports_to, supports_to, verb_first, typo, typo, other_place, neighbour, neighbour, drop_coast, wrong_coast, other_letter, other_kind, cut,
           doubled, swapped, route]


def corrupted(text, phase, rng):
    """Returns the order in another form, and the names of the changes."""
    if phase[-1] == "A" and rng.random() < 0.1:
        return waive(text, rng), "waive"
    done = []
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3])):
        how = rng.choice(ON_WORDS + ON_TEXT)
        done.append(how.__name__)
        text = " ".join(how(text.split(" "), rng)) if how in ON_WORDS else how(text, rng) or text
    # These characters would end the statement in an order file, or begin a comment.
    return re.sub(r"[|;#\n\r]", " ", text), " + ".join(done)


# ---- how the engine reads an order


def taken(game, power, texts):
    """Returns each order as the engine keeps it; `None` if it refuses the order."""
    engine_power = game.get_power(power)
    is_movement = game.phase_type == "M"
    kept, good, count = [], [], 0
    for text in texts:
        engine_power.orders, engine_power.adjust, game.error = {}, [], []
        own = None
        try:
            # The engine judges retreats and adjustments as a list.
            game.set_orders(power, [text] if is_movement else [*good, text])
            if is_movement:
                own = next((f"{unit} {order}" for unit, order in engine_power.orders.items()), None)
            elif text.strip() == "WAIVE":
                own = None if "VOID WAIVE" in engine_power.adjust else "WAIVE"
            else:
                # The engine adds and removes waived builds itself.
                orders = [order for order in engine_power.adjust if order != "WAIVE"]
                own = orders[-1] if len(orders) > count and not orders[-1].startswith("VOID") else None
        except Exception:  # the engine stumbles over some texts
            pass
        kept.append(own)
        if own and not is_movement:
            good.append(text)
            count += text.strip() != "WAIVE"
    engine_power.orders, engine_power.adjust, game.error = {}, [], []
    return kept


# ---- comparing


def plain(order):
    """Returns an order without the parts that the engine drops or adds when it accepts an order."""
    if order is None:
        return None
    order = re.sub(r"^[A-Za-z]+: *", "", order.strip())
    while match := re.search(r" *\([^()]*\)$", order):
        order = order[: match.start()]
    order = re.sub(r" VIA$", "", order)
    words = order.split()
    if "S" in words[2:3]:
        order = re.sub(r"(- [A-Z]{3})/[A-Z]C$", r"\1", order)
    return order


def ludex(*arguments):
    return subprocess.run([LUDEX, *map(str, arguments)], capture_output=True, text=True)


def judged(path, position):
    """Returns the diagnostics of ludex by line, and the corrected lines."""
    run = ludex("check", path, "-f", "diplomacy-orders", "--position", position, "--message-format", "json")
    said = collections.defaultdict(list)
    for line in run.stderr.splitlines():
        d = json.loads(line)
        said[d.get("line")].append(d)
    fixed = ludex("check", "--fix", "-q", path, "-f", "diplomacy-orders", "--position", position).stdout.splitlines()
    return said, fixed


def play(index, folder, found, counts):
    rng = random.Random(SEED * 1_000_003 + index)
    game = Game()
    lines, verdicts = [], []
    phases = []
    while not game.is_game_done and len(phases) < LAST_PHASE:
        phase = game.get_current_phase()
        possible = game.get_all_possible_orders()
        phases.append({"name": phase, "state": game.get_state(), "orders": {}, "results": {}, "messages": []})
        lines.append(phase)
        verdicts.append(None)
        chosen = {}
        for power in sorted(POWERS):
            orders = []
            for loc in sorted(game.get_orderable_locations(power)):
                if possible[loc]:
                    interesting = [o for o in sorted(possible[loc]) if " C " in o or " VIA" in o]
                    orders.append(rng.choice(interesting if interesting and rng.random() < 0.25 else sorted(possible[loc])))
            chosen[power] = orders
            texts = [corrupted(order, phase, rng) if rng.random() < CORRUPTED else (order, "nothing") for order in orders]
            kept = taken(game, power, [text for text, _ in texts])
            for (text, how), own in zip(texts, kept):
                lines.append(f"{power}: {text}")
                verdicts.append((phase, power, text, how, own))
        game.clear_orders()
        for power, orders in chosen.items():
            game.set_orders(power, orders)
        game.process()
    position = folder / f"{index}.json"
    position.write_text(json.dumps({"id": str(index), "map": "standard", "rules": [], "phases": phases}))
    path = folder / f"{index}.orders"
    path.write_text("".join(f"{line}\n" for line in lines))
    said, fixed = judged(path, position)
    if len(fixed) != len(lines):
        sys.exit(f"game {index}: {len(lines)} lines became {len(fixed)}: " + ludex("check", "--fix", path, "-f", "diplomacy-orders", "--position", position).stderr[-900:])
    for number, (verdict, line) in enumerate(zip(verdicts, fixed), 1):
        if verdict is None:
            continue
        phase, power, text, how, own = verdict
        counts["all"] += 1
        counts["corrupted"] += how != "nothing"
        errors = [d for d in said[number] if d["severity"] == "error"]
        # A warning says that engines change the order.
        same = said[number] and any(d["severity"] == "warning" for d in said[number]) or plain(own) == plain(line.partition(": ")[2])
        if errors and own is None or not errors and own is not None and same:
            continue
        if errors and own is not None:
            kind = f"only ludex refuses: {errors[0]['code']}"
        elif own is None:
            kind = "only the engine refuses"
        else:
            kind = "another order is read"
        codes = ", ".join(sorted({d["code"] for d in said[number]}))
        found[kind].append(f"{index} {phase} {power}: {text!r} ({how}); engine {own!r}, ludex {line.partition(': ')[2]!r} {codes}")


def main():
    found, counts = collections.defaultdict(list), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for index in range(GAMES):
            play(index, pathlib.Path(folder), found, counts)
    differing = sum(map(len, found.values()))
    agreement = 1 - differing / max(1, counts["all"])
    for kind, cases in sorted(found.items(), key=lambda item: -len(item[1])):
        print(f"{kind}: {len(cases)}", *cases[: int(sys.argv[4]) if len(sys.argv) > 4 else 5], sep="\n    ")
    print(f"{GAMES} games, {counts['all']} orders, {counts['corrupted']} corrupted: {agreement:.2%} agree, {differing} differ")
    sys.exit(agreement < WANTED)


main()
