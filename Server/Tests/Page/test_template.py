# The templates are complete, match README.md, and turn no value into markup.

import copy
import json
import pathlib
import re
import unittest
from collections import Counter
from graphlib import TopologicalSorter
from html.parser import HTMLParser

import chevron

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Page"
LOCALIZATIONS = FOLDER.parents[1] / "Localizations"
MARKUP = "\"'><img src=x onerror=alert(1)>&amp;"
# Names that the example does not use.
OPTIONAL = {
    "page": {
        "problem": "wrong",
        "relaxed": "similar",
        "help": {
            "groups": [{"heading": "meant", "links": [{"label": "rosa", "count": "2", "href": "/?q=rosa"}]}],
            "hasPopular": False,
            "popular": [],
        },
        "moreScopes": [{"id": "more", "label": "More", "count": "1", "href": "/?scope=more"}],
        "hasMoreScopes": True,
        "dropped": "gone",
        "hasOffers": True,
        "offersLabel": "instead",
        "offers": [
            {
                "href": "/c/gifts/g-1", "facts": True, "brand": "Alm", "distance": "2 km",
                "rating": {"label": "Rating", "value": "4.5"},
            }
        ],
        "near": {"attribute": "store"},
        "listData": "[]",
    },
    "record": {"imageSize": {"width": 3, "height": 4}},
}
# The members of a filter with paths, which has no values.
TREE = {
    "isBelow": True, "top": "All rooms", "topHref": "/",
    "path": [{"label": "Home", "count": "3", "href": "/?f.room=home", "current": True}],
    "nodes": [{"label": "Kitchen", "count": "2", "href": "/?f.room=kitchen", "current": False}],
}
EXAMPLES = {"page": "example.json", "record": "record.example.json"}
PARTIALS = {name: (FOLDER / f"{name}.mustache").read_text(encoding="utf-8") for name in ("head", "header", "filters", "hit")}
SITE = "https://shop.example/"
# The modules of the script, each with its imports.
MODULES = {
    file.name: set(re.findall(r'\b(?:from|import) "\./([^"]+)";$', file.read_text(encoding="utf-8"), re.MULTILINE))
    for file in (FOLDER / "assets").glob("*.js")
}


class Elements(HTMLParser):
    """The elements of a page with the names of their attributes, and its texts."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.attributes, self.texts, self.open = Counter(), [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.elements[(tag, *sorted(name for name, _ in attributes))] += 1
        self.attributes += [(tag, name, value) for name, value in attributes]
        if tag not in {"meta", "link", "input", "img"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise ValueError(f"</{tag}> closes nothing")

    def handle_data(self, data):
        self.texts.append(data)


def with_texts(value, change):
    """The same JSON with other texts."""
    if isinstance(value, dict):
        return {key: with_texts(one, change) for key, one in value.items()}
    if isinstance(value, list):
        return [with_texts(one, change) for one in value]
    return change(value) if isinstance(value, str) else value


def names(value):
    if isinstance(value, dict):
        return set(value).union(*map(names, value.values()))
    return set().union(*map(names, value)) if isinstance(value, list) else set()


class TemplateTests(unittest.TestCase):
    def setUp(self):
        self.templates = {name: (FOLDER / f"{name}.mustache").read_text(encoding="utf-8") for name in EXAMPLES}
        self.examples = {
            name: json.loads((FOLDER / file).read_text(encoding="utf-8")) for name, file in EXAMPLES.items()
        }

    def render(self, name, values):
        return Elements(chevron.render(self.templates[name], values, partials_dict=PARTIALS))

    def test_the_examples_give_pages(self):
        page = self.render("page", {**self.examples["page"], **OPTIONAL["page"]})
        self.assertEqual(page.open, [])
        self.assertEqual(page.elements[("mark",)], 4)
        for expected in ("White ", "German", "wrong", "similar", "gone", "instead", "Alm", "2–4 of 14", "rosa", "Price: up to €20.00", "and 3 more"):
            self.assertIn(expected, page.texts)
        record = self.render("record", self.examples["record"])
        self.assertEqual(record.open, [])
        for expected in ("White Rose", "In stock", "To the shop", "Das Buch der Gerichte"):
            self.assertIn(expected, record.texts)

    def test_an_attribute_with_paths_has_links_to_its_nodes(self):
        example = copy.deepcopy(self.examples["page"])
        next(facet for facet in example["facets"] if facet["listed"])["tree"] = TREE
        page = self.render("page", example)
        self.assertEqual(page.open, [])
        for expected in ("All rooms", "Home", "Kitchen"):
            self.assertIn(expected, page.texts)

    def test_every_name_is_in_the_examples_and_explained(self):
        used, known, given = set(), names({"tree": TREE}), set()
        for text in (*self.templates.values(), *PARTIALS.values()):
            used |= set(re.findall(r"\{\{\{?[#^]?([A-Za-z.]+)\}\}", text)) - {"."}
        for name, example in self.examples.items():
            known |= names(example) | names(OPTIONAL[name])
            given |= names({key: value for key, value in example.items() if key != "text"}) | {"text"}
        self.assertEqual({name for name in used if not set(name.split(".")) <= known}, set())
        explained = set(re.findall(r"`([A-Za-z]+)`", (FOLDER / "README.md").read_text(encoding="utf-8")))
        parts = {part for name in used if not name.startswith("text.") for part in name.split(".")}
        self.assertEqual(parts - explained, set())
        # A shop's own template may show names that these templates do not.
        self.assertEqual(given - parts - explained, set(), "given, but neither used nor explained")

    def test_the_texts_of_the_examples_are_those_of_their_language(self):
        table = (LOCALIZATIONS / "en.lproj" / "Page.strings").read_text(encoding="utf-8")
        texts = dict(re.findall(r'^"([A-Za-z]+)" = "(.*)";$', table, re.MULTILINE))
        for example in self.examples.values():
            self.assertEqual(example["text"], texts)

    def test_nothing_becomes_markup(self):
        for name, example in self.examples.items():
            usual = {**example, **OPTIONAL[name]}
            # The data for search engines has its own escapes, which tests of the server check.
            for data in ("productData", "listData"):
                usual.pop(data, None)
            plain = self.render(name, with_texts(copy.deepcopy(usual), lambda text: "x"))
            hostile = self.render(name, with_texts(copy.deepcopy(usual), lambda text: MARKUP))
            self.assertEqual(hostile.elements, plain.elements)
        raw = [found for text in (*self.templates.values(), *PARTIALS.values()) for found in re.findall(r"\{\{[{&].*", text)]
        self.assertEqual(sorted(raw), ["{{{.}}}</script>", "{{{productData}}}</script>"])

    def test_nothing_is_inline_or_from_elsewhere(self):
        for name, example in self.examples.items():
            page = self.render(name, example)
            for tag, attribute, value in page.attributes:
                self.assertFalse(attribute == "style" or attribute.startswith("on"), (tag, attribute))
                if attribute in {"src", "href", "action"}:
                    self.assertTrue(re.match(r"(/(?!/)|#)", value) or value.startswith(SITE), (tag, attribute))
            scripts = [key for key in page.elements if key[0] == "script"]
            data = [("script", "type")] if name == "record" else []
            self.assertEqual(sorted(scripts), sorted([("script", "src", "type"), *data]))
            self.assertEqual([key for key in page.elements if key[0] == "style"], [])
        for asset in re.findall(r'"/assets/([^"]+)"', "".join(PARTIALS.values())):
            self.assertTrue((FOLDER / "assets" / asset).is_file(), asset)
        for asset in (FOLDER / "assets").iterdir():
            source = asset.read_text(encoding="utf-8").replace('"http://www.w3.org/2000/svg"', "")
            self.assertNotRegex(source, r"https?://|@import|url\(", asset.name)
            self.assertNotRegex(source, r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", asset.name)

    def test_every_module_is_loaded_ahead(self):
        # Otherwise a browser would discover the modules one after the other, by their imports.
        preloaded = re.findall(r'<link rel="modulepreload" href="/assets/([^"]+)">', PARTIALS["head"])
        self.assertEqual(sorted([*preloaded, "page.js"]), sorted(MODULES))
        self.assertIn('<script type="module" src="/assets/page.js"></script>', PARTIALS["head"])

    def test_modules_import_each_other_without_circles(self):
        self.assertEqual(set().union(*MODULES.values()), set(MODULES) - {"page.js"})
        TopologicalSorter(MODULES).prepare()


if __name__ == "__main__":
    unittest.main()
