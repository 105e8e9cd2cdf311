# Random questions, and SQL's results for them.

from exactness_records import (
    BRANDS,
    CATALOG,
    COLORS,
    GERMAN,
    NUMBERS,
    PRICES,
    SCALE,
    SCOPES,
    TEXTS,
    WORDS,
    amount,
    date,
    microseconds,
    scaled,
)  # fmt: skip

CONDITIONS = "brand color color scope id product stock sizes added onSale price year catalog".split()
FACETS = "brand color scope onSale stock sizes added price year".split()
ORDERS = "stock sizes added price year brand onSale".split()


def matching(variants):
    """The members of a response about matching variants that SQL also computes."""
    return variants and {name: variants[name] for name in ("count", "ids")}


class Condition:
    """A condition on an attribute, both as a filter and in SQL."""

    def __init__(self, attribute, text, sql):
        self.attributes, self.text, self.sql = {attribute}, text, sql

    @property
    def parts(self):
        return [self]


class Joined:
    """Filters joined by AND or OR, or a negated filter."""

    def __init__(self, operator, filters):
        self.operator, self.filters = operator, filters
        self.attributes = set().union(*(one.attributes for one in filters))
        if operator == "NOT":
            self.text, self.sql = f"NOT ({filters[0].text})", f"NOT ({filters[0].sql})"
        else:
            self.text, self.sql = (
                "(" + f" {operator} ".join(getattr(one, side) for one in filters) + ")" for side in ("text", "sql")
            )

    @property
    def parts(self):
        """The parts, all of which must hold."""
        return [part for one in self.filters for part in one.parts] if self.operator == "AND" else [self]


class Question:
    """A random question, with SQL's result."""

    def __init__(self, reference, chance):
        self.reference, self.chance = reference, chance
        self.locale = chance.choice(["en", "de"])
        self.chain = ["de", "en"] if self.locale == "de" else ["en"]
        self.prices = chance.randrange(len(PRICES))
        self.grouped = chance.random() < 0.7
        self.filter = self.filters(chance.choice([0, 1, 1, 2, 3])) if chance.random() < 0.9 else None
        self.word = chance.choice([*WORDS, *GERMAN.values()]) if chance.random() < 0.3 else ""
        self.scope = chance.choice(SCOPES) if chance.random() < 0.2 else None
        self.order = [(name, chance.random() < 0.5) for name in chance.sample(ORDERS, chance.randrange(0, 3))]
        self.order.append(("id", chance.random() < 0.5))
        self.facets = chance.sample(FACETS, chance.randrange(0, 4))
        self.bounds = sorted({chance.randrange(0, 60) for _ in range(chance.randrange(1, 5))})
        self.ranged = chance.choice(["price", "stock", "sizes"]) if chance.random() < 0.3 else None
        self.prefix = chance.choice(["b", "bl", "re", "ro", "al", "iv", "el", "x"]) if chance.random() < 0.2 else None
        self.listed = chance.choice([2, 200])
        self.limit, self.offset = chance.randrange(0, 8), chance.choice([0, 0, 0, 1, 5])

    # Conditions

    def filters(self, depth):
        chance = self.chance
        if depth == 0:
            return self.condition()
        operator = chance.choice(["AND", "AND", "OR", "NOT"])
        count = 1 if operator == "NOT" else chance.randrange(2, 4)
        return Joined(operator, [self.filters(depth - 1) for _ in range(count)])

    def condition(self):
        chance = self.chance
        name = chance.choice(CONDITIONS)
        table = f"SELECT number FROM price{self.prices} AS v WHERE v.record = r.record"
        if name != "price":
            table = f"SELECT 1 FROM vals AS v WHERE v.record = r.record AND v.attribute = '{name}'"
        exists = lambda test: f"EXISTS({table} AND ({test}))"  # noqa: E731
        form = chance.random()
        if form < 0.1:
            negated = chance.random() < 0.5
            return Condition(
                name, f"{name} {'NOT ' if negated else ''}EXISTS", ("NOT " if negated else "") + exists("1")
            )
        if name in TEXTS or name == "onSale":
            if form < 0.6:
                text, test = self.value(name)
                sign = chance.choice(["=", "=", "!="])
                return Condition(name, f"{name} {sign} {text}", ("NOT " if sign == "!=" else "") + exists(test))
            values = [self.value(name) for _ in range(chance.randrange(1, 4))]
            negated = chance.random() < 0.3
            texts, tests = (", ".join(value[0] for value in values), " OR ".join(value[1] for value in values))
            return Condition(
                name, f"{name} {'NOT ' if negated else ''}IN [{texts}]", ("NOT " if negated else "") + exists(tests)
            )
        (text, value), (other, bound) = self.number(name), self.number(name)
        if form < 0.3:
            return Condition(name, f"{name} {text} TO {other}", exists(f"v.number BETWEEN {value} AND {bound}"))
        if form < 0.4:
            return Condition(name, f"{name} IN [{text}, {other}]", exists(f"v.number IN ({value}, {bound})"))
        sign = chance.choice(["=", "!=", "<", "<=", ">", ">="])
        if sign == "!=":
            return Condition(name, f"{name} != {text}", "NOT " + exists(f"v.number = {value}"))
        return Condition(name, f"{name} {sign} {text}", exists(f"v.number {sign} {value}"))

    def value(self, name):
        """A value of a text attribute in the spelling of a filter, by its id or its label, and its test in
        SQL."""
        chance = self.chance
        if name == "onSale":
            flag = chance.random() < 0.5
            return str(flag).lower(), f"v.number = {int(flag)}"
        labels = []
        if name == "brand":
            value = chance.choice([*BRANDS, "none"])
            labels = [value + "werk"] if value < "d" else []
        elif name == "color":
            value = chance.choice(list(COLORS))
            labels = [COLORS[value]] if COLORS[value] else []
        elif name == "scope":
            value = chance.choice([*SCOPES, "four"])
        elif name == "catalog":
            value = chance.choice([CATALOG, "other"])
        elif name == "product":
            value = f"p{chance.randrange(45)}"
        else:
            value = chance.choice(self.reference.rows("SELECT id FROM records"))[0]
        if labels and self.locale == "de" and chance.random() < 0.5:
            typed = labels[0]
        else:
            typed = value
        quoted = chance.choice([typed, f"'{typed}'", f'"{typed}"'])
        return quoted, f"v.text = '{value}'"

    def number(self, name):
        """A number or an instant in the spelling of a filter, and in SQL."""
        chance = self.chance
        if name == "added":
            text = date(chance)
            return text if "+" not in text else f"'{text}'", microseconds(text)
        if name == "year":
            text = str(chance.randrange(1996, 2008))
        elif name == "sizes":
            text = str(chance.randrange(34, 50) + chance.choice([0, 0.5]))
        elif name == "stock":
            text = str(chance.choice([-3, -1, 0, 1, "1.5", "1.50", 2, 5, 12, 99, 1000000000]))
        else:
            text = amount(chance)
        return text, scaled(text)

    # Both sides

    @property
    def request(self):
        """The question as a request."""
        currency, market = PRICES[self.prices]
        asked = {
            "q": self.word, "locale": self.locale, "chain": self.chain, "catalogs": [CATALOG], "relax": "never",
            "limit": self.limit, "offset": self.offset, "fields": ["title"],
            "sort": ",".join(name + (":desc" if down else "") for name, down in self.order), "facetLimit": self.listed,
        }  # fmt: skip
        if self.scope:
            asked["scope"] = self.scope
        if currency:
            asked["currency"] = currency
        if market:
            asked["market"] = market
        if not self.grouped:
            asked["group"] = "none"
        if self.facets:
            asked["facets"] = self.facets
        if self.prefix:
            asked["prefix"] = self.prefix
        if self.ranged:
            asked["ranges"] = f"{self.ranged}:{','.join(map(str, self.bounds))}"
        if self.filter:
            asked["filter"] = self.filter.text
        return asked

    def where(self, *, leaving=None, scoped=True):
        """The found records, in SQL; without the conditions on one attribute if it is given."""
        tests = [part.sql for part in (self.filter.parts if self.filter else []) if part.attributes != {leaving}]
        if self.word:
            tests.append(f"{'COALESCE(r.de, r.en)' if self.locale == 'de' else 'r.en'} LIKE '%{self.word}%'")
        if scoped and self.scope:
            tests.append(f"r.scope = '{self.scope}'")
        return " AND ".join(tests) or "1"

    @property
    def unit(self):
        """The unit of counts: groups, or records."""
        return "r.grouped" if self.grouped else "r.id"

    def count(self, where):
        return self.reference.rows(f"SELECT COUNT(DISTINCT {self.unit}) FROM records AS r WHERE {where}")[0][0]

    @property
    def expected(self):
        """The expected response in the form of `found`."""
        everywhere = self.where(scoped=False)
        answer = {
            "total": self.count(self.where()),
            "scopes": {
                "all": self.count(everywhere),
                **{scope: self.count(f"{everywhere} AND r.scope = '{scope}'") for scope in SCOPES},
            },
            "hits": self.hits(),
        }
        for name in [*self.facets, *([self.ranged] if self.ranged and self.ranged not in self.facets else [])]:
            answer["facet " + name] = self.facet(name)
        return answer

    def hits(self):
        """The page of the best record of each group, with its price and the other matches of the group."""
        keys, order = [], []
        for place, (name, down) in enumerate(self.order):
            if name == "id":
                keys.append(f"r.id AS key{place}")
            elif name == "price":
                keys.append(f"p.number AS key{place}")
            else:
                # A text is ordered by its label, a list by its least or greatest value.
                column = "number" if name != "brand" else "COALESCE(label, text)" if self.locale == "de" else "text"
                keys.append(
                    f"(SELECT {'MAX' if down else 'MIN'}({column}) FROM vals AS k WHERE k.record = r.record AND k.attribute = '{name}') AS key{place}"
                )
            order.append(f"key{place} IS NULL, key{place} {'DESC' if down else 'ASC'}")
        text = f"""
            WITH matches AS (
              SELECT r.record, r.id, {self.unit} AS unit, r.grouped, p.spelling, {", ".join(keys)} FROM records AS r
              LEFT JOIN price{self.prices} AS p ON p.record = r.record WHERE {self.where()}),
            ranked AS (
              SELECT *, ROW_NUMBER() OVER (PARTITION BY unit ORDER BY {", ".join(order)}) AS rank, COUNT(*) OVER (PARTITION BY unit) AS variants
              FROM matches)
            SELECT id, spelling, variants, grouped FROM ranked WHERE rank = 1 ORDER BY {", ".join(order)} LIMIT ? OFFSET ?"""
        page = []
        for name, spelling, count, grouped in self.reference.rows(text, [self.limit, self.offset]):
            variants = None
            if self.grouped and grouped.startswith("group "):
                ids = self.reference.rows(
                    f"SELECT r.id FROM records AS r WHERE r.grouped = ? AND {self.where()} ORDER BY r.id", [grouped]
                )
                variants = {"count": count, "ids": [one[0] for one in ids]}
            page.append((name, spelling, variants))
        return page

    def facet(self, name):
        """The counts of an attribute's values."""
        where = self.where(leaving=name)
        source = f"price{self.prices} AS v" if name == "price" else "vals AS v"
        own = "v.record = r.record" + ("" if name == "price" else f" AND v.attribute = '{name}'")
        joined = f"FROM records AS r JOIN {source} ON {own} WHERE {where}"
        answer = {"count": self.reference.rows(f"SELECT COUNT(DISTINCT {self.unit}) {joined}")[0][0]}
        if name in NUMBERS or name == "added":
            answer["minimum"], answer["maximum"] = self.reference.rows(f"SELECT MIN(v.number), MAX(v.number) {joined}")[
                0
            ]
            if name == self.ranged:
                ends = [*self.bounds[1:], None]
                answer["ranges"] = [
                    self.reference.rows(
                        f"SELECT COUNT(DISTINCT {self.unit}) {joined} AND v.number >= {lower * SCALE}"
                        + (f" AND v.number < {upper * SCALE}" if upper is not None else "")
                    )[0][0]
                    for lower, upper in zip(self.bounds, ends, strict=True)
                ]
            return answer
        value = "v.number" if name == "onSale" else "v.text"
        looked = ""
        if self.prefix and name != "onSale":
            looked = f" AND (v.text LIKE '{self.prefix}%'"
            looked += f" OR v.label LIKE '{self.prefix}%')" if self.locale == "de" else ")"
        if self.prefix and name == "onSale":
            return answer
        counts = self.reference.rows(
            f"SELECT {value}, COUNT(DISTINCT {self.unit}) AS number {joined}{looked} GROUP BY {value} ORDER BY number DESC, {value}"
        )
        answer["values"] = [(str(one).lower() if name != "onSale" else bool(one), number) for one, number in counts]
        return answer

    def found(self, answer):
        """The part of a response that SQL also computes."""
        found = {
            "total": answer["total"],
            "scopes": {scope["id"]: scope["count"] for scope in answer["scopes"]},
            "hits": [
                (hit["id"], (hit.get("price") or {}).get("amount"), matching(hit.get("variants"))) for hit in answer["hits"]
            ],
        }
        for facet in answer.get("facets", []):
            name = facet["attribute"]
            counts = {"count": facet["count"]}
            if facet["type"] in ("number", "date"):
                read = microseconds if facet["type"] == "date" else scaled
                for end in ("minimum", "maximum"):
                    counts[end] = read(facet[end]) if end in facet else None
                if "ranges" in facet:
                    counts["ranges"] = [one["count"] for one in facet["ranges"]]
            elif not (self.prefix and name == "onSale"):
                # Chosen values are also listed, even if no record has them.
                counts["values"] = [(one["value"], one["count"]) for one in facet["values"]]
                counts["others"] = facet["others"]
                counts["chosen"] = {one["value"] for one in facet["values"] if one["selected"]}
            found["facet " + name] = counts
        return found

    def differences(self, answer):
        """The differences of a response from SQL."""
        if "error" in answer:
            return [("error", None, answer["error"]["message"])]
        expected, found = self.expected, self.found(answer)
        for name, counts in found.items():
            if name.startswith("facet ") and "values" in counts:
                self.list(expected[name], counts["values"], counts.pop("chosen"))
                self.drop(counts)
        names = sorted(expected.keys() | found.keys())
        return [(name, expected.get(name), found.get(name)) for name in names if expected.get(name) != found.get(name)]

    def list(self, expected, listed, chosen):
        """Shortens the expected values to the number of those that are listed besides the chosen ones."""
        values = expected["values"]
        kept = [one for place, one in enumerate(values) if place < self.listed or one[0] in chosen]
        expected["others"] = len(values) - len(kept)
        expected["values"] = kept

    @staticmethod
    def drop(counts):
        counts["values"] = [one for one in counts["values"] if one[1] > 0]
