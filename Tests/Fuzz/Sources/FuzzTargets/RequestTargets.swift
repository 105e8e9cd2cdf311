// Requests as JSON, and the names of locales in them.

import FuzzRunner

@testable import CatalogSearch
@testable import CatalogStorage
@testable import Files
@testable import ICU
@testable import JSON
@testable import Localization
@testable import SearchService

enum RequestTargets {
    static let all = [request, batch, locale]

    /// A service over two small catalogs in memory.
    private static func makeService() -> SearchService {
        let files = InMemoryFileSystem([
            "books.jsonl": """
            {"id":"a","type":"t","title":{"de":"Märchenbuch rot","en":"Red fairy tales"},"year":2001,"popularity":2}
            {"id":"b","type":"u","title":{"de":"Straße nach Köln"},"keywords":{"de":["x","y"]},"price":{"amount":"5","currency":"EUR"}}
            {"id":"c","title":{"ja":"東京タワー","en":"Tokyo tower"},"summary":"a b a b"}

            """,
            "teas.csv": "id,title[en],price[USD]\nt,Assam,12.50\nu,Ceylon red,3\n",
        ])
        let engine = SearchEngine(
            ["books.jsonl", "teas.csv"].map { path in
                var records: [CatalogRecord] = []
                let reader = CatalogReader(CatalogFile(path: path)!, fileSystem: files)
                let reading = reader.read { records.append($0) }
                return try! CatalogIndex(reading.description, records: records)
            })
        return SearchService(
            engine, localizations: ["Localizations"],
            limits: ServiceLimits(hits: 100, ids: 1_000, depth: 1_000, requests: 4))
    }

    private static let request = FuzzTarget(
        "request", limit: 1_024,
        seeds: {
            [
                "{\"q\": \"rot\", \"locale\": \"de_DE\", \"limit\": 3, \"sort\": \"title\", \"reverse\": true}",
                "{\"q\": \"straße\", \"chain\": [\"de\", \"en\"], \"scope\": \"t\", \"relax\": \"always\", \"explain\": true}",
                "{\"q\": \"\", \"returns\": \"ids\", \"offset\": 1, \"catalogs\": [\"books\"], \"fields\": [\"title\"]}",
                "{\"q\": \"re\", \"returns\": \"suggestions\", \"price\": \"..10\", \"year\": \"1990..2005\", \"locale\": \"en@numbers=arab\"}",
            ].map { Array($0.utf8) }
        }
    ) {
        let service = makeService()
        return { bytes in if let response = try? service.response(to: bytes) { check(response) } }
    }

    private static let batch = FuzzTarget(
        "batch", limit: 1_024, seeds: { [Array("{\"requests\": [{\"q\": \"rot\"}, {\"q\": 1}, {}]}".utf8)] }
    ) {
        let service = makeService()
        return { bytes in
            guard let requests = try? service.requests(bytes, preferredLocales: [LocaleIdentifier("de")!])
            else { return }
            for case .success(let request) in requests {
                if let response = try? service.response(to: request) { check(response) }
            }
        }
    }

    /// A response is one JSON object in one line.
    private static func check(_ response: SearchService.Response) {
        invariant(!response.json.utf8.contains(0x0A), "an answer is one line")
        let isObject = try? JSONParser().withValue(of: Array(response.json.utf8)) { $0.kind == .object }
        invariant(isObject == true, "an answer is a JSON object")
    }

    private static let locale = FuzzTarget(
        "locale", limit: 128,
        seeds: "de_DE", "zh-Hant-TW", "sr_Latn_RS", "de@numbers=arab;collation=phonebook", "en_US_POSIX",
        "i-klingon",
        "de-u-co-phonebk-nu-arab", "ca-ES-valencia"
    ) { bytes in
        guard let locale = LocaleIdentifier(String(decoding: bytes, as: UTF8.self)) else { return }
        invariant(
            LocaleIdentifier(locale.identifier) == locale.base, "the identifier of \(locale) names its base")
        invariant(LocaleIdentifier(locale.icuIdentifier) == locale, "ICU's spelling of \(locale) names it")
        // The tag of the base: keywords that no tag can express become private use, which may have any
        // content.
        let tag = locale.base.languageTag
        // ICU replaces retired codes and sorts variants; longer names are not locales.
        if let read = LocaleIdentifier(tag) {
            invariant(LocaleIdentifier(read.languageTag) == read, "the language tag \(tag) names itself")
        } else {
            invariant(tag.utf8.count > 120, "the language tag \(tag) of \(locale) names a locale")
        }
        invariant(locale.base.base == locale.base, "the base has no keywords")
        invariant(locale.lineage.count < 20, "parents end")
        _ = (locale.isKnown, locale.likelyScript, locale.withLikelyRegion, locale.isRightToLeft)
        _ = locale.displayName(in: .english)
        _ = locale.dialectName(in: locale)
        _ = MessageFormatter(locale).format(FormatString("%ld %@ %.2f"), 12, "a", 2.5)
    }
}
