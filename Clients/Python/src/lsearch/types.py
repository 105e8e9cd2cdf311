"""The types of requests and responses, as in the server's OpenAPI document. Responses are plain
dictionaries."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Filter: TypeAlias = str | Sequence["str | Sequence[str]"]
"""A filter such as `color = red AND stock > 3`; or a list of filters that must all hold, in which a list means that one must hold."""

class Preference(TypedDict, total=False):
    """A factor that multiplies the score of records: those that a filter finds, those with a number between
    two ends, or by the age of a date with a half-life."""

    filter: str
    attribute: str
    to: float
    halfLife: str
    factor: float


# `from` is a keyword of Python.
_Ends = TypedDict("_Ends", {"from": float}, total=False)


class NumberPreference(Preference, _Ends, total=False):
    """A preference for numbers from one end to another."""


TextOrTexts: TypeAlias = str | list[str]
AttributeValue: TypeAlias = str | int | float | bool


class _Options(TypedDict, total=False):
    locale: str
    chain: Sequence[str]
    scope: str
    catalogs: Sequence[str]
    fields: Sequence[str]
    syntax: Literal["operators", "plain"]
    match: Literal["nearest", "any"]
    price: str
    year: str
    currency: str
    market: str


class _VectorQuery(TypedDict):
    values: Sequence[float]


class VectorQuery(_VectorQuery, total=False):
    """The vector of a query, and the name of the vectors that it is compared with."""

    name: str
    model: str
    floor: float


class SuggestionOptions(_Options, total=False):
    """The options of a request for suggestions besides the query."""

    limit: int


class CountOptions(_Options, total=False):
    """The options of a request for counts besides the query."""

    filter: Filter
    ranges: str
    buckets: int
    sums: bool
    facetLimit: int
    prefix: str
    group: Literal["auto", "none"]
    relax: Literal["auto", "always", "never"]


class SearchOptions(CountOptions, total=False):
    """The options of a search besides the query. The guide of batches describes each member."""

    limit: int
    offset: int
    facets: Sequence[str]
    sort: str
    reverse: bool
    spread: str
    atMost: int
    prefer: str | Sequence[Preference | NumberPreference]
    preferences: Literal["all", "request"]
    context: Sequence[str]
    moment: str
    explain: bool
    crop: int
    highlight: Literal["html"]
    vector: Sequence[float] | VectorQuery
    semanticRatio: float


class SearchRequest(SearchOptions):
    """A search in a batch."""

    q: str
    returns: NotRequired[Literal["hits", "ids", "suggestions"]]


class RegularPrice(TypedDict):
    """The price of a record before its reduction."""

    amount: str
    currency: str
    text: str


class Price(TypedDict):
    """A price; `amount` is exact, `text` is for the reader."""

    amount: str
    currency: str
    text: str
    market: NotRequired[str]
    regular: NotRequired[RegularPrice]


class ScopeCount(TypedDict):
    """A scope, and how many records of it were found."""

    id: str
    label: str
    count: int


class Match(TypedDict):
    """A match in a text, as a half-open range of Unicode scalars, which Python's indices count as well."""

    field: str
    start: int
    end: int
    index: NotRequired[int]


class PathNode(TypedDict):
    """A node of a path: the value that identifies it, and its name in the reader's language."""

    value: str
    label: str


class LabeledValue(TypedDict):
    """A value of an attribute, and its name in the reader's language. `path` has the nodes of a path, from the root."""

    value: AttributeValue
    label: str
    path: NotRequired[list[PathNode]]


class Attribute(TypedDict):
    """The values of an attribute."""

    label: str
    values: list[LabeledValue]


class Variants(TypedDict):
    """The matching records that a hit represents, and facts about all records of its group."""

    count: int
    ids: list[str]
    all: int
    lowest: NotRequired[Price]
    highest: NotRequired[Price]
    attributes: NotRequired[dict[str, Attribute]]


class Distance(TypedDict):
    """The distance of a record from the location by which a request sorts."""

    metres: float
    text: str


class Hit(TypedDict):
    """A record that was found. Other fields and members of the catalog have their own names."""

    id: str
    catalog: str
    scope: str | None
    locale: str
    title: str
    titles: NotRequired[list[str]]
    summary: NotRequired[TextOrTexts]
    description: NotRequired[TextOrTexts]
    keywords: NotRequired[list[str]]
    year: NotRequired[int]
    price: NotRequired[Price | None]
    variants: NotRequired[Variants]
    attributes: NotRequired[dict[str, Attribute]]
    matches: list[Match]
    matchCount: NotRequired[int]
    matchedLocale: NotRequired[str]
    locales: NotRequired[dict[str, str]]
    highlighted: NotRequired[dict[str, TextOrTexts]]
    image: NotRequired[Any]
    url: NotRequired[Any]
    availability: NotRequired[Any]
    foundBy: NotRequired[list[Literal["words", "meaning"]]]
    similarity: NotRequired[float]
    distance: NotRequired[Distance]
    explanation: NotRequired[Any]
    rank: NotRequired[list[str]]


class ReplacedWord(TypedDict):
    """A word as typed, and the words that were found instead."""

    word: str
    found: list[str]


class Relaxation(TypedDict):
    """The words that were searched instead of the typed ones."""

    kind: Literal["forms", "letters", "fewer", "typos"]
    words: list[ReplacedWord]
    omitted: NotRequired[list[str]]
    also: NotRequired[bool]


class FacetValue(TypedDict):
    """A value of an attribute, and how many of the records found have it."""

    value: AttributeValue
    label: str
    count: int
    selected: bool


FacetRange = TypedDict("FacetRange", {"from": AttributeValue, "to": AttributeValue | None, "count": int})
"""A requested range, and how many of the records found are in it; `to` is `None` in the last one."""


class Facet(TypedDict):
    """How often the values of an attribute occur among the records found.

    Of an attribute with paths, `path` has the nodes from the root to the chosen one, and `values` those directly below.
    """

    attribute: str
    label: str
    type: Literal["text", "number", "date", "boolean", "place"]
    count: int
    path: NotRequired[list[FacetValue]]
    values: NotRequired[list[FacetValue]]
    others: NotRequired[int]
    currency: NotRequired[str]
    minimum: NotRequired[AttributeValue]
    maximum: NotRequired[AttributeValue]
    minimumLabel: NotRequired[str]
    maximumLabel: NotRequired[str]
    sum: NotRequired[AttributeValue]
    average: NotRequired[AttributeValue]
    sumLabel: NotRequired[str]
    averageLabel: NotRequired[str]
    buckets: NotRequired[list[FacetRange]]
    selected: NotRequired[dict[str, dict[str, str]]]
    ranges: NotRequired[list[FacetRange]]


class _Found(TypedDict):
    query: str
    locale: str
    chain: list[str]
    scope: str
    ns: int
    partial: NotRequired[bool]
    currency: NotRequired[str]
    market: NotRequired[str]


class RuleFilter(TypedDict):
    """The records for which a filter holds, as a rule names them."""

    filter: str


RuleTarget: TypeAlias = str | RuleFilter
"""A record's id, or a filter."""


class AppliedRule(TypedDict):
    """A rule that applies to a search, and the records that it names, whether or not they are found."""

    catalog: str
    id: str
    pinned: list[RuleTarget]
    hidden: list[RuleTarget]
    raised: list[RuleTarget]
    buried: list[RuleTarget]
    overruled: list[str]
    replaced: NotRequired[dict[str, str]]
    filter: NotRequired[str]


class StoredRule(TypedDict):
    """A rule of a catalog in a store, as it was written."""

    id: str
    rule: dict[str, Any]


class RuleData(TypedDict):
    """The data that a rule gives to front ends, such as a banner."""

    catalog: str
    rule: str
    data: Any


class SearchResponse(_Found):
    """The response to a search. `label` is a sentence in the reader's language, such as “14 Treffer
    gefunden”."""

    relaxed: Relaxation | None
    meaning: NotRequired[str]
    wordsAlone: NotRequired[str]
    unsearched: NotRequired[str]
    total: int
    label: str
    scopes: list[ScopeCount]
    hits: list[Hit]
    facets: NotRequired[list[Facet]]
    ignored: NotRequired[list[str]]
    moment: NotRequired[str]
    data: NotRequired[list[RuleData]]
    rules: NotRequired[list[AppliedRule]]


class IdentifierResponse(_Found):
    """The response to a search for ids; `catalogs` has the catalog of each."""

    relaxed: Relaxation | None
    meaning: NotRequired[str]
    wordsAlone: NotRequired[str]
    unsearched: NotRequired[str]
    total: int
    label: str
    scopes: list[ScopeCount]
    ids: list[str]
    catalogs: list[str]
    facets: NotRequired[list[Facet]]
    ignored: NotRequired[list[str]]
    moment: NotRequired[str]
    data: NotRequired[list[RuleData]]
    rules: NotRequired[list[AppliedRule]]


class Completion(TypedDict):
    """A completed query, and how many records it finds."""

    query: str
    word: str
    count: int


class Correction(TypedDict):
    """A corrected query, and how many records it finds."""

    query: str
    kind: Literal["forms", "letters", "fewer", "typos"]
    count: int


class LoggedQuery(TypedDict):
    """A query of other readers, how many records it finds, and whether many more of them than usual ask it."""

    query: str
    count: int
    trending: NotRequired[Literal[True]]


class Suggestions(_Found):
    """Completions and corrections of a query, and queries of other readers, if the server suggests them."""

    asked: NotRequired[list[LoggedQuery]]
    completions: list[Completion]
    corrections: list[Correction]


class FacetResponse(TypedDict):
    """The values of one attribute."""

    locale: str
    facet: Facet


class Scopes(TypedDict):
    """All scopes."""

    locale: str
    scopes: list[ScopeCount]


class Catalog(TypedDict):
    """A catalog and its number of records."""

    id: str
    label: str
    count: int
    locales: list[str]


class Catalogs(TypedDict):
    """All catalogs."""

    locale: str
    catalogs: list[Catalog]


class Record(TypedDict):
    """A record with its texts by field and locale. Other members of the catalog have their own names."""

    id: str
    catalog: str
    scope: NotRequired[str | None]
    locale: str
    chain: NotRequired[list[str]]
    title: str
    texts: dict[str, dict[str, TextOrTexts]]
    year: NotRequired[int]
    price: NotRequired[Price | None]
    prices: NotRequired[list[Price]]
    attributes: NotRequired[dict[str, Attribute]]
    image: NotRequired[Any]
    url: NotRequired[Any]
    availability: NotRequired[Any]


class Strings(TypedDict):
    """A table of texts; a value is a text, or its plural forms by CLDR's categories."""

    locale: str
    direction: Literal["ltr", "rtl"]
    strings: dict[str, str | dict[str, str]]


class LineProblem(TypedDict):
    """A mistake in a line of a request's body, and how to correct it."""

    message: str
    line: NotRequired[int]


class WriteReport(TypedDict):
    """The number of the change, and parts that were stored but are ignored."""

    revision: int
    problems: list[LineProblem]


class LoadReport(TypedDict):
    """How many records were loaded, how many of them are new, and which lines were left out."""

    loaded: int
    new: int
    skipped: int
    problems: list[LineProblem]
    deleted: NotRequired[int]
    revision: NotRequired[int]


JSONObject: TypeAlias = Mapping[str, Any]
