# The descriptions of the interfaces are valid, complete, and match their examples. This needs no server.

import re
import unittest

from interface import FOLDER, Document
from openapi_spec_validator import validate
from openapi_spec_validator.readers import read_from_filename
from samples import ASSETS


def everything(value, path=()):
    """All objects in a value, with the names of the members that lead to them."""
    if isinstance(value, dict):
        yield path, value
        for key, one in value.items():
            yield from everything(one, (*path, key))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from everything(one, (*path, number))


class DocumentTests:
    def setUp(self):
        self.document = Document(self.name)
        self.components = self.document.value["components"]

    def operations(self):
        for path, methods in self.document.value["paths"].items():
            for method, operation in methods.items():
                yield f"{method} {path}", operation

    def test_the_document_is_valid(self):
        validate(read_from_filename(str(FOLDER / self.name))[0])

    def test_all_that_is_defined_is_used(self):
        references = [value["$ref"] for _, value in everything(self.document.value) if "$ref" in value]
        used = {reference.split("#/components/")[1] for reference in references}
        kinds = self.components.keys() - {"securitySchemes"}
        defined = {f"{kind}/{name}" for kind in kinds for name in self.components[kind]}
        # No operation documents the status of a method that its path does not have.
        self.assertEqual(defined - used, {"responses/MethodNotAllowed"})

    def test_operations_have_names_of_their_own(self):
        names = [operation["operationId"] for _, operation in self.operations()]
        self.assertEqual(len(names), len(set(names)))
        for name in names:
            self.assertRegex(name, r"^[a-z]+([A-Z][a-z]+)*$")

    def test_operations_say_what_they_do_and_what_they_are_given(self):
        tags = {tag["name"] for tag in self.document.value["tags"]}
        for name, operation in self.operations():
            self.assertTrue(operation["summary"] and set(operation["tags"]) <= tags, name)
            parameters = [self.document.resolved(one) for one in operation.get("parameters", [])]
            in_path = {one["name"] for one in parameters if one["in"] == "path"}
            self.assertEqual(in_path, set(re.findall(r"\{([a-z]+)\}", name)), name)
            for parameter in parameters:
                self.assertTrue(parameter["description"] and "example" in parameter, (name, parameter["name"]))
            # A body can be slow, too large, or of another type. Loads have no limits of time and size.
            if "requestBody" in operation:
                # Loads may be of any length and take any time.
                limits = set() if "application/x-ndjson" in operation["requestBody"]["content"] else {"408", "413"}
                self.assertLessEqual({"400", "415"} | limits, set(operation["responses"]), name)

    def test_examples_are_as_their_schemas_say(self):
        count = 0
        for path, value in everything(self.document.value):
            if "example" in path or "examples" in path:
                continue
            for example in [value["example"]] if "schema" in value and "example" in value else []:
                self.assertEqual(self.document.faults(value["schema"], example), [], path)
                count += 1
            for example in value["examples"] if isinstance(value.get("examples"), list) else []:
                self.assertEqual(self.document.faults(value, example), [], path)
                count += 1
        self.assertGreater(count, 20)

    def test_answers_have_only_the_members_that_are_said(self):
        schemas = self.components["schemas"]
        are_open = {
            name
            for name, schema in schemas.items()
            if "properties" in schema and schema.get("additionalProperties", True)
        }
        self.assertEqual(are_open, self.open_schemas)

    def test_problems_have_the_code_of_their_status(self):
        codes = {}
        for response in self.components["responses"].values():
            for content in response.get("content", {}).values():
                problem = content["example"]
                codes[problem["code"]] = problem["status"]
        known = set(self.components["schemas"]["Problem"]["properties"]["code"]["enum"])
        self.assertEqual(known - set(codes), self.second_codes)
        for name, operation in self.operations():
            for status, response in operation["responses"].items():
                content = self.document.resolved(response).get("content", {})
                for problem in (one["example"] for one in content.values() if "code" in one.get("example", {})):
                    self.assertEqual(str(problem["status"]), status, name)


class PublicDocumentTests(DocumentTests, unittest.TestCase):
    name = "openapi.json"
    # One status has two possible problems.
    second_codes = {"not-ready", "too-many-clicks"}
    # A catalog may have other members.
    open_schemas = {"Hit", "Record"}

    def test_the_files_of_the_page_are_named(self):
        (file,) = (one for _, one in everything(self.document.value) if one.get("name") == "file")
        self.assertEqual(sorted(file["schema"]["enum"]), ASSETS)


class AdminDocumentTests(DocumentTests, unittest.TestCase):
    name = "admin.openapi.json"
    second_codes = {"not-ready", "store-unusable", "too-busy"}
    open_schemas = {"Description", "Record", "LoadReport"}


if __name__ == "__main__":
    unittest.main()
