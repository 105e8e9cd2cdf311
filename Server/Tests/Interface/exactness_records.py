# Random records, in lsearch's form and in SQLite.

import datetime
import decimal
import sqlite3

CATALOG = "exactness"
# Six decimals, so that all numbers are integers in SQL.
SCALE = 10**6
# No word is part of another one.
WORDS = ["amber", "bolt", "cedar", "dune", "ember", "fjord", "glow", "husk"]
GERMAN = {"amber": "zimt", "bolt": "keil", "cedar": "wald", "dune": "moos"}
SCOPES = ["one", "two", "three"]
BRANDS = ["alm", "brise", "cliff", "drift", "echo", "falke", "grat", "hain", "igel", "jura"]
COLORS = {"red": "rot", "blue": "blau", "green": "gruen", "white": None, "ivory": "elfenbein"}
TEXTS, NUMBERS = ["brand", "color", "scope", "id", "catalog", "product"], ["stock", "sizes", "price", "year"]
SIDECAR = {
    "defaultLocale": "en",
    "scopes": [{"id": scope} for scope in SCOPES],
    "attributes": {
        "brand": {"type": "text"},
        "color": {
            "type": "text", "many": True,
            "values": {color: {"de": german} for color, german in COLORS.items() if german},
        },
        "stock": {"type": "number"}, "sizes": {"type": "number", "many": True}, "added": {"type": "date"},
        "onSale": {"type": "boolean"}, "product": {"type": "text"},
    },
    "group": "product",
}  # fmt: skip
PRICES = [
    (None, None),
    ("EUR", None),
    ("JPY", None),
    ("JPY", "JP"),
    ("EUR", "AT"),
    ("EUR", "DE"),
    ("USD", "US"),
    ("GBP", None),
]


def scaled(number):
    """A decimal number as an integer; `decimals` as the record or the response spells them."""
    value = decimal.Decimal(str(number)) * SCALE
    if value != int(value):
        raise ValueError(number)
    return int(value)


def microseconds(text):
    """An instant of ISO 8601, or a day, as microseconds since 1970."""
    instant = datetime.datetime.fromisoformat(text)
    if instant.tzinfo is None:
        instant = instant.replace(tzinfo=datetime.timezone.utc)
    return (instant - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)) // datetime.timedelta(microseconds=1)


# Records


def amount(chance):
    return chance.choice(
        ["3", "7.5", "7.50", "100", "19.99", "0.000001", "1200", f"{chance.randrange(1, 9000) / 100:.2f}"]
    )


def date(chance):
    day = f"2026-{chance.randrange(1, 4):02}-{chance.randrange(1, 28):02}"
    return day if chance.random() < 0.7 else day + chance.choice(["T00:00:00Z", "T18:30:00+01:00", "T23:59:59.5Z"])


def record(number, chance):
    """A random record, each member of which may be missing."""
    made = {"id": f"r{number * 7919 % 100003}"}
    title = " ".join(chance.sample(WORDS, chance.randrange(1, 4)))
    made["title"] = {"en": title}
    if chance.random() < 0.5:
        made["title"]["de"] = " ".join(GERMAN.get(word, word) for word in title.split())
    some = lambda share: chance.random() < share  # noqa: E731
    if some(0.8):
        made["type"] = chance.choice(SCOPES)
    if some(0.8):
        brand = chance.choice(BRANDS)
        # The text in the catalog's default locale identifies the value.
        made["brand"] = {"en": brand, "de": brand + "werk"} if brand < "d" else brand
    if some(0.8):
        colors = chance.sample(list(COLORS), chance.randrange(1, 4))
        made["color"] = colors if some(0.8) or len(colors) > 1 else colors[0]
    if some(0.8):
        made["stock"] = chance.choice([-3, 0, 1, 2, 5, 12, 100, 1.5, "1.50", "0.25", 999999999])
    if some(0.6):
        made["sizes"] = [chance.randrange(36, 48) + chance.choice([0, 0.5]) for _ in range(chance.randrange(1, 4))]
    if some(0.7):
        made["added"] = date(chance)
    if some(0.7):
        made["onSale"] = some(0.5)
    if some(0.7):
        made["year"] = chance.randrange(1998, 2006)
    if some(0.6):
        made["product"] = f"p{chance.randrange(40)}"
    if some(0.7):
        made["price"] = {"amount": amount(chance), "currency": chance.choice(["EUR", "EUR", "JPY"])}
    if some(0.5):
        # Beside `price`, another price for all markets in the same currency would be a duplicate.
        taken = {(made["price"]["currency"], None)} if "price" in made else set()
        own = [one for one in PRICES[1:] if one not in taken and some(0.3)]
        chance.shuffle(own)
        made["prices"] = [
            {"amount": amount(chance), "currency": currency, **({"market": market} if market else {})}
            for currency, market in own
        ]
    return made


# The reference


class Reference:
    """Records in SQLite."""

    def __init__(self, records):
        self.database = sqlite3.connect(":memory:")
        run = self.database.execute
        run("CREATE TABLE records(record INTEGER PRIMARY KEY, id TEXT, scope TEXT, en TEXT, de TEXT, grouped TEXT)")
        run("CREATE TABLE vals(record INTEGER, attribute TEXT, text TEXT, label TEXT, number INTEGER)")
        run(
            "CREATE TABLE amounts(record INTEGER, place INTEGER, currency TEXT, market TEXT, spelling TEXT, number INTEGER)"
        )
        for number, one in enumerate(records):
            self.add(number, one)
        run("CREATE INDEX byrecord ON vals(record, attribute)")
        run("CREATE INDEX byname ON vals(attribute, text)")
        for place, (currency, market) in enumerate(PRICES):
            self.choose(place, currency, market)

    def add(self, number, one):
        titles = one["title"]
        grouped = "group " + one["product"] if "product" in one else "record " + one["id"]
        row = [number, one["id"], one.get("type"), titles["en"], titles.get("de"), grouped]
        self.database.execute("INSERT INTO records VALUES(?, ?, ?, ?, ?, ?)", row)

        def put(attribute, text=None, label=None, value=None):
            self.database.execute("INSERT INTO vals VALUES(?, ?, ?, ?, ?)", [number, attribute, text, label, value])

        brand = one.get("brand")
        if isinstance(brand, dict):
            put("brand", brand["en"], brand["de"])
        elif brand:
            put("brand", brand)
        colors = one.get("color", [])
        for color in dict.fromkeys([colors] if isinstance(colors, str) else colors):
            put("color", color, COLORS[color])
        for name, text in [
            ("scope", one.get("type")),
            ("id", one["id"]),
            ("catalog", CATALOG),
            ("product", one.get("product")),
        ]:
            if text is not None:
                put(name, text)
        for name in ("stock", "year"):
            if name in one:
                put(name, value=scaled(one[name]))
        for size in one.get("sizes", []):
            put("sizes", value=scaled(size))
        if "added" in one:
            put("added", value=microseconds(one["added"]))
        if "onSale" in one:
            put("onSale", value=int(one["onSale"]))
        prices = [
            (place, price["currency"], price.get("market"), price["amount"])
            for place, price in enumerate(one.get("prices", []))
        ]
        if "price" in one:
            # The price used without a currency is for all markets.
            prices.append((-1, one["price"]["currency"], None, one["price"]["amount"]))
        for place, currency, market, spelling in prices:
            row = [number, place, currency, market, spelling, scaled(spelling)]
            self.database.execute("INSERT INTO amounts VALUES(?, ?, ?, ?, ?, ?)", row)

    def choose(self, number, currency, market):
        """Makes the table of the prices that a request with a currency and a market uses."""
        self.database.execute(
            f"""CREATE TABLE price{number} AS SELECT record, spelling, number FROM (
                  SELECT *, ROW_NUMBER() OVER (PARTITION BY record ORDER BY
                    CASE WHEN market = :market THEN 0 WHEN market IS NULL THEN 1 ELSE 2 END, place) AS rank
                  FROM amounts
                  WHERE CASE WHEN :currency IS NULL THEN place = -1
                    ELSE currency = :currency AND (:market IS NULL OR market IS NULL OR market = :market) END)
                WHERE rank = 1""",
            {"currency": currency, "market": market},
        )
        self.database.execute(f"CREATE UNIQUE INDEX priceof{number} ON price{number}(record)")

    def rows(self, text, parameters=()):
        return self.database.execute(text, parameters).fetchall()
