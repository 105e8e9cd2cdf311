// The parts of the protocol that are missing here, or differ.

internal import JSON

/// The response of `GET /experimental/differences`, for programs; `docs/meilisearch.md` has the same for
/// people.
enum Differences {
    /// What differs, by area.
    static let list: [(area: String, differences: [(name: String, text: String)])] = [
        (
            "absent",
            [
                (
                    "embedders",
                    "Addresses in settings are never called. With `--embedder` the server's command makes the vectors of queries and documents for every source but `userProvided` and `composite`, by a `documentTemplate` that names members alone; without it, documents and requests bring them, and a query without `vector` is searched by its words. Of several vectors of a document the first one counts."
                ),
                (
                    "chat, media, personalize, /chats, /render-template",
                    "There are no conversations and no media."
                ),
                ("network, remote, /network", "Several servers share a store in PostgreSQL instead."),
                ("_geojson, _geoPolygon", "Documents have places, `_geo`, and no areas."),
                ("/dumps, /snapshots", "Copy the store instead."),
                (
                    "/webhooks, /export, /logs, /metrics, /dynamic-search-rules",
                    "Metrics are at the native interface."
                ),
                ("/documents/edit", "Documents are not changed by functions."),
                ("CONTAINS, STARTS WITH", "Filters compare whole values."),
            ]
        ),
        (
            "settings that are stored and returned, but not used",
            IndexSettings.all.filter { !$0.isUsed }.map {
                ($0.name, "The search has rules of its own for this.")
            }
        ),
        (
            "other meaning",
            [
                (
                    "tasks",
                    "A write is done when it is answered; its task has already ended. The newest \(TaskList.limit) tasks are kept in memory."
                ),
                ("tenant tokens", "They need an expiry, `exp`, unless the server accepts others."),
                (
                    "typoTolerance",
                    "`enabled` and the `oneTypo` of `minWordSizeForTypos` are used. Words with typing errors are found where the words as typed are not."
                ),
                ("words", "A word is found also within a word."),
                ("q", "Quotation marks, `-word`, `OR` and `|` are operators."),
                ("sort", "Texts are sorted by the collation of the request's first locale."),
                ("_rankingScore", "It compares hits of one request; its numbers differ from Meilisearch's."),
                (
                    "localizedAttributes, locales",
                    "The first locale of a rule counts; texts without one are in the language of the request's first locale, or else of the server. Letters are compared by the rules of the texts' locale, or of the server's."
                ),
                (
                    "documents",
                    "The most bytes of a request with documents are 32 MiB, of a document 1 MiB with its index; lists reach the 10,000th."
                ),
                (
                    "attributes",
                    "An index has at most 1,000 attributes of documents, and some 66 that can be filtered and sorted."
                ),
            ]
        ),
    ]

    static let json: JSON = .object(
        list.map { area, differences in
            .init(area, .object(differences.map { .init($0.name, .string($0.text)) }))
        })
}
