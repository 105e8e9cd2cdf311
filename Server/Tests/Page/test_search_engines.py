# Search engines read pages, product data and the list of all pages without a script.

import unittest
import urllib.error
import urllib.parse
import urllib.request

import extruct
from browsing import answer, server
from lxml import html
from usp.objects.sitemap import PagesXMLSitemap
from usp.tree import sitemap_from_str


def get(path, **headers):
    with urllib.request.urlopen(urllib.request.Request(server() + path, headers=headers)) as response:
        return response.read().decode(), response.headers


class SearchEnginesTests(unittest.TestCase):
    def test_a_record_describes_itself_as_a_product(self):
        for path, locale in (("/c/gifts/g-101", "de"), ("/c/books/b-001", "ja"), ("/c/quotes/q-001", "en")):
            with self.subTest(path):
                record = answer("/v1/records/" + path.removeprefix("/c/"), locale=locale)
                page, _ = get(f"{path}?locale={locale}")
                data = extruct.extract(page, base_url=server(), syntaxes=["json-ld", "opengraph"], uniform=True)
                nodes = {node["@type"]: node for node in data["json-ld"]}
                self.assertEqual(set(nodes), {"Product", "BreadcrumbList"})
                product = nodes["Product"]
                self.assertEqual(product["@context"], "https://schema.org")
                way = nodes["BreadcrumbList"]["itemListElement"]
                self.assertEqual([step["position"] for step in way], list(range(1, len(way) + 1)))
                self.assertEqual((way[-1]["name"], way[-1]["item"]), (record["title"], server() + path))
                self.assertEqual((product["name"], product["sku"]), (record["title"], record["id"]))
                if "price" in record:
                    offer = product["offers"]
                    self.assertEqual(offer["@type"], "Offer")
                    self.assertEqual(offer["price"], record["price"]["amount"])
                    self.assertEqual(offer["priceCurrency"], record["price"]["currency"])
                    self.assertEqual(offer["availability"], "https://schema.org/" + record["availability"])
                    self.assertEqual(offer["url"], record["url"])
                    (image,) = product["image"]
                    with urllib.request.urlopen(image) as response:
                        self.assertEqual(response.headers["Content-Type"], "image/svg+xml")
                else:
                    self.assertNotIn("offers", product)
                (graph,) = data["opengraph"]
                own = locale if locale in record["texts"].get("title", [locale]) else record["locale"]
                self.assertEqual((graph["@type"], graph["og:url"]), ("product", f"{server()}{path}?locale={own}"))
                self.assertIn(record["title"], graph["og:title"])

    def test_lists_and_categories_describe_themselves(self):
        for path, types in (
            ("/?locale=de", {"ItemList"}),
            ("/?scope=weddings&locale=de", {"ItemList", "BreadcrumbList"}),
            # Search engines do not list these.
            ("/?q=rose&locale=de", set()),
            ("/?scope=weddings&locale=de&sort=price", set()),
        ):
            with self.subTest(path):
                data = extruct.extract(get(path)[0], base_url=server(), syntaxes=["json-ld"], uniform=True)["json-ld"]
                nodes = {node["@type"]: node for node in data}
                self.assertEqual(set(nodes), types)
                if "ItemList" in types:
                    items = nodes["ItemList"]["itemListElement"]
                    self.assertEqual([item["position"] for item in items], list(range(1, len(items) + 1)))
                    with urllib.request.urlopen(items[0]["url"]) as response:
                        self.assertEqual(response.status, 200)
                if "BreadcrumbList" in types:
                    way = nodes["BreadcrumbList"]["itemListElement"]
                    self.assertEqual([step["name"] for step in way], ["Alle", "Hochzeiten"])

    def test_pages_name_their_address_and_languages(self):
        titles = answer("/v1/records/books/b-001", locale="de")["texts"]["title"]
        self.assertGreater(len(titles), 1)
        for path, count in (
            ("/?locale=de", 19),
            ("/c/books/b-001?locale=de", len(titles)),
            ("/?scope=weddings&locale=de", 19),
        ):
            with self.subTest(path):
                page = html.fromstring(get(path)[0])
                (canonical,) = page.xpath("//link[@rel='canonical']/@href")
                own = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(canonical).query))
                self.assertEqual(own, dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(path).query)))
                alternates = {one.get("hreflang"): one.get("href") for one in page.xpath("//link[@rel='alternate']")}
                self.assertEqual(len(alternates), count + 1)
                self.assertEqual(alternates["de"], canonical)
                self.assertNotIn("locale=", alternates["x-default"])
                # The pages of all languages name the same addresses.
                other = html.fromstring(get(alternates["ja"].removeprefix(server()))[0])
                self.assertEqual({one.get("href") for one in other.xpath("//link[@rel='alternate']")}, set(alternates.values()))
                self.assertTrue(page.xpath("//meta[@name='description']/@content")[0])
                self.assertEqual(page.xpath("//meta[@name='robots']"), [])
        # If a page lacks its own language and shows another one, it names the address of that language.
        missing = next(one for one in ("it", "th", "ko") if one not in titles)
        (canonical,) = html.fromstring(get(f"/c/books/b-001?locale={missing}")[0]).xpath("//link[@rel='canonical']/@href")
        self.assertNotIn(f"locale={missing}", canonical)
        found = html.fromstring(get("/?q=rose&locale=de")[0])
        self.assertEqual(found.xpath("//meta[@name='robots']/@content"), ["noindex, follow"])
        # The same records in another order are no page of their own.
        ordered = html.fromstring(get("/?scope=weddings&locale=de&sort=price")[0])
        self.assertEqual(ordered.xpath("//meta[@name='robots']/@content"), ["noindex, follow"])

    def test_the_list_of_pages_has_every_record_once(self):
        text, headers = get("/sitemap.xml")
        self.assertEqual(headers["Content-Type"], "application/xml")
        tree = sitemap_from_str(text)
        self.assertIsInstance(tree, PagesXMLSitemap)
        pages = [page.url for page in tree.all_pages()]
        self.assertEqual(len(pages), len(set(pages)))
        ids = answer("/v1/search", q="", returns="ids", limit=10000, locale="en", group="none")
        records = {f"{server()}/c/{catalog}/{id}" for catalog, id in zip(ids["catalogs"], ids["ids"], strict=True)}
        self.assertEqual(set(pages), records | {server() + "/"})
        for page in [server() + "/", *sorted(records)[::50]]:
            with urllib.request.urlopen(page) as response:
                self.assertEqual(response.status, 200)
                self.assertEqual(html.fromstring(response.read()).xpath("//link[@rel='canonical']/@href"), [page])
        self.assertEqual(get("/sitemap-1.xml")[0], text)
        for path in ("/sitemap-2.xml", "/sitemap-0.xml", "/sitemap-01.xml", "/sitemap-x", "/sitemap-1.xml.gz"):
            with self.assertRaises(urllib.error.HTTPError) as caught:
                get(path)
            self.assertEqual(caught.exception.code, 404)

    def test_robots_find_the_list(self):
        text, headers = get("/robots.txt")
        self.assertTrue(headers["Content-Type"].startswith("text/plain"))
        self.assertIn(f"Sitemap: {server()}/sitemap.xml\n", text)

    def test_the_host_of_a_request_becomes_no_markup(self):
        page, _ = get("/?locale=de", Host='x"><b>')
        self.assertNotIn("<b>", page)
        self.assertNotIn('x">', page)


if __name__ == "__main__":
    unittest.main()
