"""A headless Chromium, as scripts/install-browser installs it."""

import contextlib
import pathlib
import shutil

# In a container there is no sandbox for the browser, and little shared memory.
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
AXE = pathlib.Path(".node/node_modules/axe-core/axe.min.js")


@contextlib.contextmanager
def chromium():
    """The browser; nothing where there is none for this machine."""
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
    """Takes note of what a page says in the console, and of what it asks of a network."""
    page.on("console", lambda message: problems.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: problems.append(str(error)))
    local = ("file:", "data:", "blob:")
    page.on("request", lambda request: request.url.startswith(local) or problems.append(f"asks for {request.url}"))


def hindrances(browser, url):
    """What axe-core finds on a page that hinders people, at level AA of WCAG 2.2, in light and in dark colours."""
    # The policy of a page lets no script in but its own.
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
