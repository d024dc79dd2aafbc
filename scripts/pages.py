"""Checks pages of each system, and an index of many games, in a browser; run by scripts/check-pages."""

import json
import pathlib
import re
import subprocess
import sys
import time

from browser import chromium, hindrances, listening

LUDEX, WORK = sys.argv[1], pathlib.Path(sys.argv[2])
SHOTS = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else WORK / "shots"
FIXTURES = pathlib.Path("fixtures")
HOSTILE = "<script>alert(1)</script>]]>\u202e" + "W" * 300
# One game with turns for each system, a single position, and a map.
GAMES = {
    "global-war": [FIXTURES / "global-war-over-time" / f"WAR04.{end}" for end in ("DAT", "LOG", "REC")],
    "diplomacy": [FIXTURES / "diplomacy-game/good/game.retreats.json"],
    "homeworlds": [FIXTURES / "homeworlds-sdg/good/every-action.raw"],
    "power": [FIXTURES / "power/good/full.power"],
    "position": [FIXTURES / "global-war-disk/WAR02.DAT"],
    "map": [FIXTURES / "njudge-archive/map.lakes"],
}
INDEXED = 10_000
TURNS = 500
MAX_PAGE = 1_000_000
failed = False


def check(name, problems, what):
    global failed
    failed |= bool(problems)
    for problem in problems[:10]:
        print(f"{name}: {problem}", file=sys.stderr)
    print(f"{name}: {what}" if not problems else f"{name}: {len(problems)} problems")


def make(name, inputs, *more):
    """Creates the pages of some inputs, and returns their folder."""
    site = WORK / name
    subprocess.run([LUDEX, "page", "--quiet", *map(str, inputs), "-o", f"{site}/", *more], check=False)
    return site


def only_page(site):
    pages = [page for page in site.rglob("*.html") if page.name != "index.html"]
    if len(pages) != 1:
        sys.exit(f"{site}: {len(pages)} pages, not one")
    return pages[0]


def shots(page, name):
    SHOTS.mkdir(parents=True, exist_ok=True)
    for width in (360, 800, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        page.screenshot(path=SHOTS / f"{name}-{width}.png", full_page=True)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wide > 0:
            yield f"at {width} pixels the page is {wide} pixels too wide"


def board(page):
    return page.inner_html("#board")


def walk(page):
    """Steps through the turns with keys and mouse, and returns problems."""
    problems = []
    slider = page.locator("#slider")
    last = int(slider.get_attribute("max"))
    if last == 0:
        return [] if slider.is_hidden() else ["a slider over one board"]
    final, titles = board(page), set()
    page.keyboard.press("Home")
    first = board(page)
    if first == final:
        problems.append("Home shows what End shows")
    for _ in range(min(last, 40)):
        titles.add(page.inner_text("#now"))
        page.keyboard.press("ArrowRight")
    titles.add(page.inner_text("#now"))
    if len(titles) != min(last, 40) + 1:
        problems.append(f"{len(titles)} titles of {min(last, 40) + 1} boards by keys")
    page.keyboard.press("End")
    if board(page) != final:
        problems.append("End shows another board than the page began with")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    page.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)
    if board(page) != first:
        problems.append("the left end of the slider shows another board than Home")
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    if board(page) != final:
        problems.append("the right end of the slider shows another board than End")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    if slider.input_value() != str(last - 1):
        problems.append(f"a key on the slider goes to {slider.input_value()}, not {last - 1}")
    problems += marks(page)
    slider.focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.locator("#play").click()
    page.locator("#play:has-text('Pause')").wait_for()
    page.locator("#play:has-text('Play')").wait_for()
    if slider.input_value() != str(last):
        problems.append(f"what is played ends at {slider.input_value()}")
    return problems


def marks(page):
    """Chooses an action, and looks whether its place in the original text is marked."""
    problems = []
    places = page.locator(".turn [data-at]")
    if not places.count():
        return problems
    number, line, start, length = map(int, places.last.get_attribute("data-at").split(","))
    places.last.locator("a").click()
    source = page.locator(f"#source-{number}")
    source.locator("mark").wait_for()
    # A long text is in the document alone, and shown in parts.
    whole = "async (number) => (await (await unpacked()).json()).sources[number].text"
    unpacked = """const unpacked = async () => {
        const packed = document.getElementById("save").href.split(",")[1];
        const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
        return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
    };"""
    if source.get_attribute("data-more") is not None:
        text = page.evaluate(f"(number) => {{ {unpacked} return ({whole})(number); }}", number)
        if not page.locator("text=/^Part \\d+ of \\d+$/").count():
            problems.append("a long text is not shown in parts")
    else:
        text = source.text_content()
    wanted, marked = text.split("\n")[line - 1], source.locator("mark").text_content()
    if length >= 0:
        wanted = wanted[start:start + length]
    if wanted.strip() != marked.strip() or len(marked) > 1000:
        problems.append(f"{wanted!r} is meant, and {marked!r} is marked")
    return problems


def look_at(browser, name, path):
    problems = []
    page = browser.new_page()
    listening(page, problems)
    page.goto(path.absolute().as_uri())
    page.wait_for_selector("html.js")
    # From the start of the navigation until the slider can be used.
    ready = page.evaluate("performance.getEntriesByName('ready')[0].startTime")
    problems += walk(page)
    problems += hindrances(browser, path.absolute().as_uri())
    problems += shots(page, name)
    boards = int(page.locator("#slider").get_attribute("max")) + 1
    with page.expect_download() if page.locator("#save").count() else nothing() as download:
        if page.locator("#save").count():
            page.locator("#save").click()
    if download is not None:
        saved = WORK / f"{name}.saved.json"
        download.value.save_as(saved)
        if json.loads(saved.read_text())["ludex"] != 1:
            problems.append("what is downloaded is no document")
    page.close()
    plain = browser.new_context(java_script_enabled=False).new_page()
    listening(plain, problems)
    plain.goto(path.absolute().as_uri())
    told = plain.locator(".turn:visible").count()
    silent = plain.locator("p:has-text('with JavaScript alone')")
    left = int(silent.inner_text().split()[0]) if silent.is_visible() else 0
    if told + left != boards or not plain.locator("#board").is_visible():
        problems.append(f"without JavaScript there are {told} turns of {boards}, {left} are said to be left out, or no board")
    if plain.locator("#slider").is_visible():
        problems.append("without JavaScript there is a slider")
    plain.close()
    size = path.stat().st_size
    if size > MAX_PAGE:
        problems.append(f"the page has {size} bytes")
    check(name, problems, f"{boards} boards, {size // 1000} kB, ready in {ready:.0f} ms, nothing found by axe-core")


class nothing:
    def __enter__(self):
        return None

    def __exit__(self, *_):
        return False


def hostile():
    """Creates a game in which every name is markup, and too long for any picture."""
    document = subprocess.run(
        [LUDEX, "convert", "--quiet", str(FIXTURES / "global-war-disk/WAR02.DAT"), "--no-originals"],
        capture_output=True, check=True,
    )
    document = json.loads(document.stdout)
    document["game"]["title"] = HOSTILE
    for player in document["game"]["players"]:
        player["name"] = HOSTILE
    path = WORK / "hostile.json"
    path.write_text(json.dumps(document))
    return [path]


def long_game():
    """Creates a long log by repeating the turns of a fixture."""
    log = (FIXTURES / "global-war-over-time/WAR04.LOG").read_bytes().decode("cp437")
    head, *turns = re.split(r"(?m)^(?=B )", log)
    many = [turns[at % len(turns)] for at in range(TURNS)]
    path = WORK / "LONG.LOG"
    path.write_bytes((head + "".join(many)).encode("cp437"))
    return [path]


def look_at_index(browser):
    """Checks the index of the pages of some fixtures, then an index with as many games as a large archive has."""
    problems = []
    site = make("site", [FIXTURES / "global-war-disk", FIXTURES / "homeworlds-sdg/good", FIXTURES / "power/good",
                         FIXTURES / "diplomacy-game/good"])
    path = site / "index.html"
    html = path.read_text()
    begin = html.index(">", html.index('id="games"')) + 1
    end = html.index("</script>", begin)
    games = json.loads(html[begin:end])
    for game in games:
        if not (site / pathlib.Path(game["link"].replace("%20", " "))).exists():
            problems.append(f"{game['link']} is not there")
    many = [dict(games[at % len(games)], title=f"Game {at}", file=f"disk/{at}") for at in range(INDEXED)]
    large = site / "large.html"
    large.write_text(html[:begin] + json.dumps(many).replace("<", "\\u003c") + html[end:])
    page = browser.new_page()
    listening(page, problems)
    page.goto(path.absolute().as_uri())
    page.wait_for_selector("#rows tr")
    if page.locator("#rows tr").count() != min(len(games), 200):
        problems.append(f"{page.locator('#rows tr').count()} rows of {len(games)} games")
    problems += hindrances(browser, path.absolute().as_uri()) + list(shots(page, "index"))
    page.locator("#rows a").first.click()
    page.wait_for_selector("h1")
    page.goto(large.absolute().as_uri())
    page.wait_for_selector("#rows tr")
    ready = page.evaluate("performance.getEntriesByName('ready')[0].startTime")
    # From a key to the rows on the screen.
    taken = page.evaluate(
        """() => new Promise((done) => {
            const box = document.getElementById("search");
            const began = performance.now();
            box.value = "game 77";
            box.dispatchEvent(new Event("input", { bubbles: true }));
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
        })"""
    )
    found = page.inner_text("#count")
    if not re.fullmatch(rf"[1-9]\d* of {INDEXED} games(, .*)?", found):
        problems.append(f"a search says {found!r}")
    page.fill("#search", "Game 4711")
    if page.locator("#rows tr").count() != 1 or page.inner_text("#rows th") != "Game 4711":
        problems.append(f"a search for one game finds {page.inner_text('#count')!r}")
    page.fill("#search", "no such game anywhere")
    if page.locator("#rows tr").count() != 0:
        problems.append("a search for nothing finds something")
    page.fill("#search", "")
    page.select_option("#system", games[0]["system"])
    wanted = sum(game["system"] == games[0]["system"] for game in many)
    if not page.inner_text("#count").startswith(f"{wanted} of {INDEXED}"):
        problems.append(f"of {games[0]['system']} there are {page.inner_text('#count')!r}, not {wanted}")
    page.select_option("#system", "")
    for field, key in (("#player", "players"), ("#outcome", "outcome")):
        value = next(game[key] for game in games if game.get(key)).split(",")[0]
        page.fill(field, value.upper()) if field == "#player" else page.select_option(field, value)
        wanted = sum(value in game.get(key, "") for game in many)
        if not page.inner_text("#count").startswith(f"{wanted} of {INDEXED}"):
            problems.append(f"of {key} {value!r} there are {page.inner_text('#count')!r}, not {wanted}")
        page.click("button[type=reset]")
        page.locator("#count", has_text=re.compile(f"^{INDEXED} ")).wait_for()
    page.fill("#from", "1989")
    page.fill("#to", "1990-06")
    days = [(game.get("began") or game.get("ended"), game.get("ended") or game.get("began")) for game in many]
    wanted = sum(bool(first) and last >= "1989" and first[:7] <= "1990-06" for first, last in days)
    if not page.inner_text("#count").startswith(f"{wanted} of {INDEXED}"):
        problems.append(f"of 1989 to June 1990 there are {page.inner_text('#count')!r}, not {wanted}")
    page.click("button[type=reset]")
    page.locator("#count", has_text=re.compile(f"^{INDEXED} ")).wait_for()
    for direction in ("ascending", "descending"):
        page.locator("[data-sort=title]").click()
        if page.locator("th[aria-sort]").get_attribute("aria-sort") != direction:
            problems.append(f"titles are not {direction}")
    if page.locator("#rows th").first.inner_text() != f"Game {INDEXED - 1}":
        problems.append(f"the last title is {page.locator('#rows th').first.inner_text()!r}")
    page.close()
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(path.absolute().as_uri())
    if plain.locator("noscript a").count() + plain.locator("ul a").count() < len(games):
        problems.append("without JavaScript games are not listed")
    plain.close()
    check("index", problems, f"{len(games)} games; {INDEXED}: ready in {ready:.0f} ms, search {taken:.0f} ms")


with chromium() as browser:
    if browser is not None:
        for name, inputs in GAMES.items():
            look_at(browser, name, only_page(make(name, inputs)))
        look_at(browser, "hostile", only_page(make("hostile", hostile(), "--reveal")))
        look_at(browser, "long", only_page(make("long", long_game())))
        look_at_index(browser)
sys.exit(failed)
