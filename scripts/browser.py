"""A headless Chromium, as scripts/install-browser installs it."""

import contextlib
import pathlib
import shutil

# In a container there is no sandbox for the browser, and little shared memory.
ARGUMENTS = ["--no-sandbox", "--no-zygote", "--single-process", "--disable-gpu", "--disable-dev-shm-usage"]
AXE = pathlib.Path(".node/node_modules/axe-core/axe.min.js")


@contextlib.contextmanager
def chromium():
    """The browser; nothing where there is none for this machine."""
    path = next(filter(None, [shutil.which("chromium", path=".node/browser"), shutil.which("chromium")]), None)
    if path is None:
        print("chromium: not installed")
        yield None
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(pathlib.Path(path).absolute()), args=ARGUMENTS)
        yield browser
        browser.close()


def listening(page, problems):
    """Takes note of what a page says in the console, and of what it asks of a network."""
    page.on("console", lambda message: problems.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: problems.append(str(error)))
    local = ("file:", "data:", "blob:")
    page.on("request", lambda request: request.url.startswith(local) or problems.append(f"asks for {request.url}"))


def hindrances(page):
    """What axe-core finds that hinders people, at level AA of WCAG 2.2."""
    # The policy of a page lets no script in but its own: axe comes in through the browser.
    page.evaluate(AXE.read_text())
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found = page.evaluate("async (tags) => (await axe.run(document, { runOnly: tags })).violations", tags)
    return [f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}" for one in found]
