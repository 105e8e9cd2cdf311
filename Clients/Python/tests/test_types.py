"""The types of responses are those of the server's own description."""

import json
from typing import Any

import pytest
from conftest import ROOT

from lsearch import types

DOCUMENT = json.loads((ROOT / "Server/Interface/openapi.json").read_text())
SCHEMAS = DOCUMENT["components"]["schemas"]
NAMES = [
    "AppliedRule", "Catalog", "Catalogs", "Facet", "FacetResponse", "Hit", "IdentifierResponse", "Match", "Price", "Record", "Relaxation",
    "ScopeCount", "Scopes", "SearchResponse", "Strings", "Suggestions", "Variants",
]


@pytest.mark.parametrize("name", NAMES)
def test_answers_have_the_described_members(name: str) -> None:
    type: Any = getattr(types, name)
    schema = SCHEMAS[name]
    assert type.__required_keys__ | type.__optional_keys__ == set(schema["properties"])
    # Only the server names the locales of a hit's texts.
    assert type.__required_keys__ == set(schema["required"]) - ({"locales"} if name == "Hit" else set())


def test_searches_have_the_described_members() -> None:
    type: Any = types.SearchRequest
    assert type.__required_keys__ | type.__optional_keys__ == set(SCHEMAS["SearchRequest"]["properties"])


@pytest.mark.parametrize(
    ("path", "name"), [("/v1/suggest", "SuggestionOptions"), ("/v1/facets/{attribute}", "CountOptions")])
def test_options_are_parameters_of_their_path(path: str, name: str) -> None:
    references = [parameter.get("$ref", "") for parameter in DOCUMENT["paths"][path]["get"]["parameters"]]
    parameters = [DOCUMENT["components"]["parameters"][reference.rsplit("/", 1)[-1]] for reference in references if reference]
    described = {parameter["name"] for parameter in parameters if parameter["in"] == "query"}
    type: Any = getattr(types, name)
    assert type.__optional_keys__ | {"q"} == described and type.__required_keys__ == set()
