# The template is complete, matches README.md, and turns no value into markup.

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
LOCALIZATIONS = FOLDER.parents[2] / "Localizations"
MARKUP = "\"'><img src=x onerror=alert(1)>&amp;"
# Names that the example does not use.
OPTIONAL = {"problem": "wrong", "relaxed": "similar"}
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
        if tag not in {"meta", "link", "input"}:
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
        self.template = (FOLDER / "page.mustache").read_text(encoding="utf-8")
        self.example = json.loads((FOLDER / "example.json").read_text(encoding="utf-8"))

    def render(self, values):
        return Elements(chevron.render(self.template, values))

    def test_the_example_gives_a_page(self):
        page = self.render({**self.example, **OPTIONAL})
        self.assertEqual(page.open, [])
        self.assertEqual(page.elements[("mark",)], 4)
        for expected in ("Weiße ", "Englisch", "wrong", "similar", "2–4 von 14"):
            self.assertIn(expected, page.texts)

    def test_every_name_is_in_the_example_and_explained(self):
        used = set(re.findall(r"\{\{[#^]?([A-Za-z.]+)\}\}", self.template)) - {"."}
        known = names(self.example) | set(OPTIONAL)
        self.assertEqual({name for name in used if not set(name.split(".")) <= known}, set())
        explained = set(re.findall(r"`([A-Za-z]+)`", (FOLDER / "README.md").read_text(encoding="utf-8")))
        parts = {part for name in used if not name.startswith("text.") for part in name.split(".")}
        self.assertEqual(parts - explained, set())
        given = names({key: value for key, value in self.example.items() if key != "text"}) | {"text"}
        self.assertEqual(given - parts - {"text"}, set(), "given, but not used")

    def test_the_texts_of_the_example_are_those_of_its_language(self):
        table = (LOCALIZATIONS / "de.lproj" / "Page.strings").read_text(encoding="utf-8")
        texts = dict(re.findall(r'^"([A-Za-z]+)" = "(.*)";$', table, re.MULTILINE))
        self.assertEqual(self.example["text"], texts)

    def test_nothing_becomes_markup(self):
        usual = {**self.example, **OPTIONAL}
        plain = self.render(with_texts(copy.deepcopy(usual), lambda text: "x"))
        hostile = self.render(with_texts(copy.deepcopy(usual), lambda text: MARKUP))
        self.assertEqual(hostile.elements, plain.elements)
        self.assertNotRegex(self.template, r"\{\{[{&]")

    def test_nothing_is_inline_or_from_elsewhere(self):
        page = self.render(self.example)
        for tag, name, value in page.attributes:
            self.assertFalse(name == "style" or name.startswith("on"), (tag, name))
            if name in {"src", "href", "action"}:
                self.assertRegex(value, r"^(/(?!/)|#)", (tag, name))
        self.assertEqual([key for key in page.elements if key[0] == "script"], [("script", "src", "type")])
        self.assertEqual([key for key in page.elements if key[0] == "style"], [])
        for asset in re.findall(r'"/assets/([^"]+)"', self.template):
            self.assertTrue((FOLDER / "assets" / asset).is_file(), asset)
        for asset in (FOLDER / "assets").iterdir():
            source = asset.read_text(encoding="utf-8").replace('"http://www.w3.org/2000/svg"', "")
            self.assertNotRegex(source, r"https?://|@import|url\(", asset.name)
            self.assertNotRegex(source, r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", asset.name)

    def test_every_module_is_loaded_ahead(self):
        # Else a browser would discover the modules one after the other, by their imports.
        preloaded = re.findall(r'<link rel="modulepreload" href="/assets/([^"]+)">', self.template)
        self.assertEqual(sorted([*preloaded, "page.js"]), sorted(MODULES))
        self.assertIn('<script type="module" src="/assets/page.js"></script>', self.template)

    def test_modules_import_each_other_without_circles(self):
        self.assertEqual(set().union(*MODULES.values()), set(MODULES) - {"page.js"})
        TopologicalSorter(MODULES).prepare()


if __name__ == "__main__":
    unittest.main()
