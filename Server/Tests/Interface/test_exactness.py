# Filters, facets, orders, groups and prices of a catalog that changes are those that SQLite finds.

import json
import os
import random
import unittest

import exactness
from administration import AdminTestCase
from client import ask
from exactness_records import CATALOG, SIDECAR, Reference, record

PATH = f"/admin/v1/catalogs/{CATALOG}"
# More of them for a run by hand.
QUESTIONS = int(os.environ.get("EXACTNESS_QUESTIONS", "60"))
SEED = int(os.environ.get("EXACTNESS_SEED", "1"))


class ExactnessTests(AdminTestCase):
    def setUp(self):
        super().setUp()
        self.remove(CATALOG)
        self.addCleanup(self.remove, CATALOG)
        self.chance = random.Random(SEED)
        self.records = {}

    def load(self, count, first):
        made = [record(number, self.chance) for number in range(first, first + count)]
        lines = "".join(json.dumps(one) + "\n" for one in made).encode()
        answer = self.ask("POST", PATH + "/records", {"Content-Type": "application/x-ndjson"}, lines)
        self.assertEqual((answer.json["loaded"], answer.json["problems"]), (count, []))
        self.records |= {one["id"]: one for one in made}

    def batch(self, requests):
        body = json.dumps({"requests": requests}).encode()
        headers = {"Content-Type": "application/json"}
        answer = ask("POST", self.public + "/v1/search:batch", headers, body)
        self.assertEqual(answer.status, 200, answer)
        return answer.json["answers"]

    def compare(self):
        reference = Reference(self.records.values())
        faults = []
        different, found = exactness.compare(
            reference, self.batch, QUESTIONS, self.chance, lambda *parts: faults.append("".join(parts))
        )
        self.assertEqual(different, 0, "\n".join(faults[:5]))
        # Questions that find nothing prove little.
        self.assertGreater(found, QUESTIONS // 3)

    def test_answers_are_those_of_sql(self):
        self.assertEqual(self.send("PUT", PATH, SIDECAR).status, 201)
        self.load(220, first=0)
        with self.subTest("a new catalog"):
            self.compare()
        # Records that change are deleted in their segment and added to another one.
        for identifier in self.chance.sample(sorted(self.records), 25):
            self.assertEqual(self.ask("DELETE", f"{PATH}/records/{identifier}").status, 204)
            del self.records[identifier]
        for identifier in self.chance.sample(sorted(self.records), 25):
            changed = record(0, self.chance) | {"id": identifier}
            self.assertEqual(self.send("PUT", f"{PATH}/records/{identifier}", changed).status, 200)
            self.records[identifier] = changed
        self.load(40, first=1_000)
        with self.subTest("a changed catalog"):
            self.compare()


if __name__ == "__main__":
    unittest.main()
