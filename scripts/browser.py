"""Starts the headless Chromium that scripts/install-browser installs, and checks pages with it."""

import contextlib
import pathlib
import shutil

# A container has no sandbox for the browser, and little shared memory.
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
AXE = pathlib.Path(".node/node_modules/axe-core/axe.min.js")


@contextlib.contextmanager
def chromium():
    """Yields the browser; `None` if none is installed."""
    path = next(filter(None, [shutil.which("chromium"), shutil.which("chromium", path=".node/browser")]), None)
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
    """Adds console messages, errors and network requests of a page to a list of problems."""
    page.on("console", lambda message: problems.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: problems.append(str(error)))
    local = ("file:", "data:", "blob:")
    page.on("request", lambda request: request.url.startswith(local) or problems.append(f"asks for {request.url}"))


def hindrances(browser, url):
    """Returns accessibility problems that axe-core finds on a page, at level AA of WCAG 2.2, in light and dark mode."""
    # The content security policy of a page allows only its own scripts.
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(url)
        page.wait_for_selector("html.js")
        page.evaluate(AXE.read_text())
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        violations = page.evaluate("async (tags) => (await axe.run(document, { runOnly: tags })).violations", tags)
        found += [f"{scheme}: {one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}" for one in violations]
    context.close()
    return found
