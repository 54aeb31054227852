"""Checks that hold for any page."""

from browser import DESK, DESK_DARK, NARROW, PHONE, require
from checks import Breakage, check

FIRST_VIEW_BYTES = 250_000
# An element whose width no style of the page changes.
WIDE = '<hr width="900">'


@check("the page loads without an error of the console", breakage=Breakage("<script>0</script>", "^console: .*script-src"))
def loads(view):
    view.open("/")
    require(view.page.title().strip(), "the page has no title")
    require(view.page.locator("main").count() == 1, "the page has no main part")


@check(
    "the page sends no request to another server", screens=[PHONE],
    breakage=Breakage('<img src="http://127.0.0.1:9/" alt="">', "127.0.0.1:9/"),
)  # fmt: skip
def foreign_requests(view):
    view.open("/")


@check(
    "axe finds no violation",
    breakage=Breakage('<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">', "^image-alt "),
)  # fmt: skip
def accessibility(view):
    view.open("/")
    violations = view.violations()
    require(not violations, "; ".join(violations))


@check("nothing scrolls sideways at 320 px", screens=[NARROW], breakage=Breakage(WIDE, "^the page is \\d+ px wide"))
def width(view):
    view.open("/")
    found = view.page.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
    require(found <= view.screen.width, f"the page is {found} px wide")


@check(
    "the first view takes less than 250 kB", screens=[PHONE, DESK],
    # Two copies of the OpenAPI document exceed the limit. Chromium may stop loading a file as an image when it is not one.
    breakage=Breakage(
        "".join(f'<link rel="preload" as="fetch" crossorigin href="api/rest/openapi.json?{number}">' for number in (1, 2)),
        "^the first view takes ",
    ),
)
def transfer(view):
    view.open("/")
    require(view.transferred > 0, "nothing was transferred")
    require(view.transferred < FIRST_VIEW_BYTES, f"the first view takes {view.transferred} bytes")


@check("the dark theme is printed on white", screens=[DESK_DARK])
def printed(view):
    view.open("/#v1/settings")
    view.page.get_by_label("Theme").select_option("dark")
    view.page.get_by_role("link", name="Builder", exact=True).click()
    view.page.locator(".headline .loss").first.wait_for()
    view.page.emulate_media(media="print")
    style = view.page.evaluate("(style => [style.colorScheme, style.backgroundColor])(getComputedStyle(document.documentElement))")
    require(style == ["light", "rgb(255, 255, 255)"], f"the page is printed in {style}")
    colour = view.page.locator(".headline .loss").first.evaluate("one => getComputedStyle(one).color")
    require(colour == "rgb(176, 32, 26)", f"a loss is printed in {colour}")


@check("a leg that is switched off can be read")
def switched_off(view):
    view.open("/#v1/builder?price=170&leg=off,long,1,call,165@9&leg=short,1,call,180@3")
    view.page.locator(".leg.off").wait_for()
    violations = view.violations()
    require(not violations, "; ".join(violations))
    require(view.page.locator(".leg.off input[name=strike]").evaluate("field => getComputedStyle(field).textDecorationLine") == "line-through", "the leg looks like one that is on")


@check("forced colours keep shading and bands", screens=[DESK])
def forced_colours(view):
    page = view.page
    page.emulate_media(forced_colors="active")
    view.open("/")
    page.get_by_role("link", name="Chain", exact=True).click()
    page.get_by_label("Stock", exact=True).fill("COIN")
    page.get_by_role("option", name="COIN").first.wait_for()
    page.keyboard.press("Enter")
    page.locator("th.strike.likely").first.wait_for()
    require(page.locator("td.in").first.evaluate("one => getComputedStyle(one).borderBottomWidth") == "3px", "in the money is not marked")
    require(page.locator("th.strike.likely").first.evaluate("one => getComputedStyle(one).borderLeftWidth") == "4px", "the band is not marked")
