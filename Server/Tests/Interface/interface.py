# Checks responses against the descriptions of the interfaces.

import json
import pathlib
import re
import unittest
import urllib.parse

from client import ask, server
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Interface"
NAME = "urn:interface"  # the document's name in references


class Document:
    """An OpenAPI document, against which responses are checked."""

    def __init__(self, name):
        text = (FOLDER / name).read_text(encoding="utf-8")
        # References must point into the document wherever their schema is used.
        self.value = json.loads(text.replace('"$ref": "#/', f'"$ref": "{NAME}#/'))
        self.registry = Registry().with_resource(NAME, DRAFT202012.create_resource(self.value))

    def resolved(self, value):
        """The target of a reference within the document; other values unchanged."""
        while "$ref" in value:
            place = self.value
            for step in value["$ref"].removeprefix(NAME + "#/").split("/"):
                place = place[step.replace("~1", "/").replace("~0", "~")]
            value = place
        return value

    def faults(self, schema, value):
        """The differences between a value and a schema."""
        errors = Draft202012Validator(schema, registry=self.registry).iter_errors(value)
        return [f"{error.json_path}: {error.message[:500]}" for error in errors]

    def template(self, path):
        """The path of the document that matches a path; `None` if there is none."""
        if path in self.value["paths"]:
            return path
        # Templates with words after a parameter come first.
        for template in sorted(self.value["paths"], key=lambda template: template.endswith("}")):
            pattern = re.sub(r"\\\{[a-z]+\\\}", "[^/]+", re.escape(template))
            if re.fullmatch(pattern, path):
                return template
        return None

    def described(self, method, path, status):
        """The description of a response; a problem that is described only by its status has the description
        of problems."""
        operations = self.value["paths"].get(self.template(path), {})
        operation = operations.get({"HEAD": "get"}.get(method, method.lower()))
        if operation is None:
            general = {404: "NotFound", 405: "MethodNotAllowed", 401: "Unauthorized"}.get(status)
            return self.value["components"]["responses"].get(general)
        found = operation["responses"].get(str(status))
        return self.resolved(found) if found else None

    def differences(self, method, path, answer):
        """The differences between a response and the document."""
        path = path.partition("?")[0]
        described = self.described(method, path, answer.status)
        if described is None:
            return [f"{method} {path} has no status {answer.status}: {answer.body[:300]!r}"]
        faults = []
        for name, header in described.get("headers", {}).items():
            header, values = self.resolved(header), answer.headers.get_all(name, [])
            if header.get("required") and not values:
                faults.append(f"the header {name} is missing")
            faults += [f"{name}: {fault}" for value in values for fault in self.faults(header["schema"], value)]
        if method == "HEAD" or "content" not in described:
            return faults + ([f"there is a body: {answer.body[:100]!r}"] if answer.body else [])
        if answer.media_type not in described["content"]:
            return faults + [f"a body of type {answer.media_type}"]
        if answer.media_type.endswith("json") and not answer.media_type.endswith("x-ndjson"):
            faults += self.faults(described["content"][answer.media_type]["schema"], answer.json)
        return faults


class InterfaceTestCase(unittest.TestCase):
    """Tests that check all of their responses against the document."""

    document_name = "openapi.json"

    @classmethod
    def setUpClass(cls):
        cls.server = server()
        cls.document = Document(cls.document_name)

    def ask(self, method, path, headers=None, body=None, **parameters):
        address = self.server + path + ("?" + urllib.parse.urlencode(parameters) if parameters else "")
        answer = ask(method, address, headers, body)
        differences = self.document.differences(method, path, answer)
        self.assertEqual(differences, [], f"{method} {address[:200]} gave {answer}")
        return answer

    def get(self, path, headers=None, **parameters):
        return self.ask("GET", path, headers, **parameters)

    def assertProblem(self, answer, status, code):
        self.assertEqual((answer.status, answer.media_type), (status, "application/problem+json"), answer)
        problem = answer.json
        self.assertEqual((problem["status"], problem["code"]), (status, code))
        self.assertTrue(problem["title"].strip() and problem["detail"].strip(), problem)
