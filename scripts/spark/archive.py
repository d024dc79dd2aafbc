"""Creates an archive of many small files, some of which are damaged, and says which."""

import json
import os
import pathlib
import random
import shutil
import zipfile

FIXTURES = pathlib.Path(__file__).resolve().parents[2] / "fixtures"

# Approximate number of files in a folder.
IN_FOLDER = 120


def make(folder, files, damaged):
    """Creates an archive of about `files` files, of which the share `damaged` is damaged.

    Returns the places of the damaged files, and the number of files.
    """
    chance = random.Random(7)
    war = {name: (FIXTURES / "global-war-disk" / name).read_bytes() for name in ("WAR01.DAT", "WAR02.DAT", "WAR02.REC")}
    records = [path for path in sorted((FIXTURES / "homeworlds-sdg/good").iterdir()) if path.is_file()]
    lakes = sorted((FIXTURES / "njudge-archive").iterdir())
    bad, made, number = [], 0, 0

    def save(place, data):
        nonlocal made
        made += 1
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix in (".DAT", ".REC") and chance.random() < damaged * 1.9:
            # A lost line shifts all lines after it.
            lines = data.splitlines(keepends=True)
            data = b"".join(lines[:40] + lines[41:])
            bad.append(place)
        path.write_bytes(data)

    # File names that are not UTF-8, or contain the `!` that separates an archive from its member, are valid, too.
    for index, name in enumerate([b"WAR\xff01.DAT", b"odd!name.dat"]):
        save(os.fsdecode(name), war["WAR02.DAT"].replace(b"OLD TOM HARDCASE", b"PLAYER %03d" % index))
    while made < files:
        top = f"Disk{number // 8:03}/area{number % 8}"
        number += 1
        for path in lakes:
            save(f"{top}/{path.name}", path.read_bytes())
        for index in range(IN_FOLDER // 4):
            player = b"PLAYER %08d" % chance.randrange(10**8)
            for name in ("WAR02.DAT", "WAR02.REC") if index % 2 else ("WAR01.DAT", "WAR02.DAT"):
                game = war[name].replace(b"OLD TOM HARDCASE", player)
                save(f"{top}/WAR{index:02}{'b' if name == 'WAR01.DAT' else ''}{name[5:]}", game)
        for index in range(IN_FOLDER // 3):
            record = chance.choice(records)
            save(f"{top}/games/{index}-{record.name}", record.read_bytes())
        for index in range(IN_FOLDER // 8):
            orders = f"S19{index:02}M\nFRANCE:\nA PAR - BUR\nF BRE - MAO\n# {chance.random()}\n"
            save(f"{top}/{index}.orders", orders.encode())
        save(f"{top}/README.TXT", b"Nothing of ours: %d\n" % number)
        if number % 8 == 1:
            shutil.copytree(FIXTURES / "containers/mail", folder / top / "mail")
            with zipfile.ZipFile(folder / top / "GAMES.ZIP", "w", zipfile.ZIP_DEFLATED) as archive:
                for index in range(20):
                    player = b"PLAYER %08d" % chance.randrange(10**8)
                    member = zipfile.ZipInfo(f"WAR/WAR{index:02}.DAT", (1991, 7, 1, 12, 0, 0))
                    archive.writestr(member, war["WAR02.DAT"].replace(b"OLD TOM HARDCASE", player))
            saved = [path for path in sorted((FIXTURES / "diplomacy-game/good").iterdir()) if path.suffix == ".jsonl"]
            lines = [json.dumps({"id": n, "phases": []}) for n in range(3)]
            data = saved[0].read_bytes() if saved else "\n".join(lines).encode()
            save(f"{top}/saved.jsonl", data)
    return bad, made
