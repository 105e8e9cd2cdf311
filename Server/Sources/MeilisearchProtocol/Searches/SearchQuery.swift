// The parameters of a search.

internal import CatalogSearch
internal import JSON

/// The parameters of a search, read and checked.
struct SearchQuery {
    var text = ""
    var offset = 0
    var limit = 20
    /// The page, from 1, and its length; `nil` if the request has an offset and a limit.
    var page: (number: Int, length: Int)?
    var retrieved: [String]?
    var highlighted: [String] = []
    var cropped: [(attribute: String, length: Int)] = []
    var cropLength = 10
    var cropMarker = Mark("…")
    var preTag = Mark("<em>")
    var postTag = Mark("</em>")
    var showsMatches = false
    var showsScore = false
    var showsScoreDetails = false
    var showsPerformance = false
    var scoreThreshold: Double?
    var filter = JSON.null
    var sort: [String] = []
    var facets: [String] = []
    var strategy = Strategy.last
    var searched: [String]?
    var distinct: String?
    var locales: [LocaleIdentifier] = []
    /// The numbers of the query's vector.
    var vector: [Double]?
    /// How to combine words and meaning; `nil` to search by words alone.
    var hybrid: Hybrid?
    var retrievesVectors = false

    /// Which embedder's vectors to search, and their weight from 0 to 1.
    struct Hybrid {
        var embedder: String
        var ratio = 0.5
    }

    /// A text that is inserted at each match.
    struct Mark {
        let text: String
        /// Its size in JSON, in bytes.
        let size: Int

        init(_ text: String) {
            self.text = text
            var json: [UInt8] = []
            JSON.string(text).write(to: &json)
            size = json.count - 2
        }
    }

    /// Which words may be left out if not all documents have them.
    enum Strategy: String {
        case last, all, frequency
    }

    private static let members: Set<String> = [
        "q", "offset", "limit", "page", "hitsPerPage", "attributesToRetrieve", "attributesToCrop",
        "cropLength",
        "cropMarker", "attributesToHighlight", "highlightPreTag", "highlightPostTag", "showMatchesPosition",
        "filter",
        "sort", "facets", "matchingStrategy", "attributesToSearchOn", "showRankingScore",
        "showRankingScoreDetails",
        "showPerformanceDetails", "rankingScoreThreshold", "locales", "distinct", "retrieveVectors", "vector",
        "hybrid",
    ]
    private static let withoutCounterpart: Set<String> = [
        "media", "personalize", "useNetwork",
    ]

    /// Reads the members of a request.
    ///
    /// - Parameter others: members that the request may have besides those of a search.
    /// - Throws: `ProtocolError` with the code of the member that is wrong.
    init(_ json: JSON, besides others: Set<String> = []) throws(ProtocolError) {
        for member in json.members where !member.value.isNull && !others.contains(member.name) {
            if Self.withoutCounterpart.contains(member.name) {
                throw ProtocolError(
                    .badRequest,
                    "`\(member.name)` has no counterpart here; see `/experimental/differences`.")
            }
            guard Self.members.contains(member.name) else {
                throw ProtocolError(.badRequest, "Unknown field `\(member.name)`.")
            }
            try set(member.name, member.value)
        }
        if vector != nil, hybrid == nil {
            throw .invalid("missing_search_hybrid", "`.vector` needs `.hybrid` with the name of an embedder.")
        }
        let number = json["page"]?.integer
        let length = json["hitsPerPage"]?.integer
        if number != nil || length != nil { page = (number ?? 1, length ?? 20) }
        if cropped.contains(where: { $0.length < 0 }) { cropped = cropped.map { ($0.attribute, cropLength) } }
        cropped = cropped.map { ($0.attribute, $0.length < 0 ? cropLength : $0.length) }
    }

    /// Reads the parameters of an address.
    ///
    /// - Parameter others: parameters that the request may have besides those of a search.
    init(_ parameters: Parameters, besides others: Set<String> = []) throws(ProtocolError) {
        var members: [JSON.Member] = []
        var hybrid: [JSON.Member] = []
        for (name, value) in parameters.list where !others.contains(name) {
            switch name {
            case "offset", "limit", "page", "hitsPerPage", "cropLength", "rankingScoreThreshold":
                members.set(name, .optionalNumber(value))
            case "showMatchesPosition", "showRankingScore", "showRankingScoreDetails",
                "showPerformanceDetails",
                "retrieveVectors":
                members.set(name, Bool(value).map { .bool($0) } ?? .string(value))
            case "attributesToRetrieve", "attributesToCrop", "attributesToHighlight", "attributesToSearchOn",
                "facets", "locales":
                members.set(name, .strings(value.split(separator: ",").map { String($0).trimmed }))
            case "sort": members.set(name, .strings(DocumentPlace.orders(value)))
            case "vector":
                members.set(
                    name, .array(value.split(separator: ",").map { .optionalNumber(String($0).trimmed) }))
            case "hybridEmbedder": hybrid.set("embedder", .string(value))
            case "hybridSemanticRatio": hybrid.set("semanticRatio", .optionalNumber(value))
            case "filter":
                // An array is written as JSON.
                let list = value.trimmed.hasPrefix("[") ? try? JSONReader.value(of: Array(value.utf8)) : nil
                members.set(name, list ?? .string(value))
            default: members.set(name, .string(value))
            }
        }
        if !hybrid.isEmpty { members.set("hybrid", .object(hybrid)) }
        try self.init(.object(members))
    }

    private mutating func set(_ name: String, _ value: JSON) throws(ProtocolError) {
        let member = Member(name: name, value: value)
        switch name {
        case "q": self.text = try member.text()
        case "offset": offset = try member.count()
        case "limit": limit = try member.count()
        case "page", "hitsPerPage": _ = try member.count()
        case "attributesToRetrieve":
            let list = try member.texts()
            retrieved = list.contains("*") ? nil : list
        case "attributesToHighlight": highlighted = try member.texts()
        case "attributesToCrop":
            cropped = try member.texts().map { entry in
                let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
                if parts.count == 2, let length = Int(parts[1]), length >= 0 {
                    return (String(parts[0]), length)
                }
                return (entry, -1)
            }
        case "attributesToSearchOn":
            let list = try member.texts()
            searched = list.contains("*") ? nil : list
        case "cropLength": cropLength = try member.count()
        case "cropMarker": cropMarker = Mark(try member.short())
        case "highlightPreTag": preTag = Mark(try member.short())
        case "highlightPostTag": postTag = Mark(try member.short())
        case "showMatchesPosition": showsMatches = try member.flag()
        case "showRankingScore": showsScore = try member.flag()
        case "showRankingScoreDetails": showsScoreDetails = try member.flag()
        case "showPerformanceDetails": showsPerformance = try member.flag()
        case "retrieveVectors": retrievesVectors = try member.flag()
        case "vector":
            guard let numbers = value.elements?.compactMap(\.double), numbers.count == value.elements?.count,
                numbers.count <= QuantizedVector.maximumCount
            else { throw member.wrong("an array of at most \(QuantizedVector.maximumCount) numbers") }
            vector = numbers
        case "hybrid": hybrid = try Self.hybrid(value)
        case "rankingScoreThreshold":
            guard let number = value.double, (0...1).contains(number) else {
                throw member.wrong("a number of 0 to 1")
            }
            scoreThreshold = number
        case "filter": filter = value
        case "sort": sort = try member.texts()
        case "facets": facets = try member.texts()
        case "matchingStrategy":
            guard let choice = Strategy(rawValue: try member.text()) else {
                throw member.wrong("one of `last`, `all`, `frequency`")
            }
            strategy = choice
        case "distinct": distinct = try member.short()
        case "locales":
            for code in try member.texts() {
                guard let locale = IndexSettings.locale(code) else {
                    throw member.wrong("codes of languages")
                }
                locales.append(locale)
            }
            guard locales.count <= 16 else { throw member.wrong("at most 16 codes of languages") }
        default: break
        }
    }

    private static func hybrid(_ value: JSON) throws(ProtocolError) -> Hybrid {
        func wrong(_ code: String, _ name: String, _ expected: String) -> ProtocolError {
            .invalid("invalid_search_" + code, "Invalid value at `.hybrid\(name)`: expected \(expected).")
        }
        guard case .object(let members) = value else { throw wrong("hybrid_query", "", "an object") }
        if let other = members.first(where: { $0.name != "embedder" && $0.name != "semanticRatio" }) {
            throw wrong("hybrid_query", "", "`embedder` and `semanticRatio`, not `\(other.name)`")
        }
        guard let embedder = value["embedder"]?.string, embedder.utf8.count <= textLimit else {
            throw wrong("embedder", ".embedder", "the name of an embedder")
        }
        var hybrid = Hybrid(embedder: embedder)
        if let ratio = value["semanticRatio"], !ratio.isNull {
            guard let number = ratio.double, (0...1).contains(number) else {
                throw wrong("semantic_ratio", ".semanticRatio", "a number of 0 to 1")
            }
            hybrid.ratio = number
        }
        return hybrid
    }

    /// The most different entries of a list.
    fileprivate static let listLimit = 256
    /// The most bytes of a name or mark.
    static let textLimit = 1_024

    /// A list with each name once; `nil` if there are too many, or one is too long.
    static func names(_ list: [String]) -> [String]? {
        var known: Set<String> = []
        let names = list.filter { known.insert($0).inserted }
        return names.count <= listLimit && names.allSatisfy { $0.utf8.count <= textLimit } ? names : nil
    }

    /// Whether the attribute is in a list that may have `*`.
    static func contains(_ list: [String], _ attribute: String) -> Bool {
        list.contains("*") || IndexSettings.contains(list, attribute)
    }
}

extension JSON {
    /// A number in an address; the text if it is not a number.
    fileprivate static func optionalNumber(_ text: String) -> JSON {
        Double(text) == nil ? .string(text) : .number(text)
    }
}

/// A member of a request, read as the type that it must have.
private struct Member {
    let name: String
    let value: JSON

    /// The error for another value than the expected one.
    func wrong(_ expected: String) -> ProtocolError {
        .invalid(
            "invalid_search_" + name.snakeCased, "Invalid value at `.\(name)`: expected \(expected).")
    }

    func text() throws(ProtocolError) -> String {
        guard let text = value.string else { throw wrong("a string") }
        return text
    }

    /// A text of limited length.
    func short() throws(ProtocolError) -> String {
        let text = try text()
        guard text.utf8.count <= SearchQuery.textLimit else {
            throw wrong("at most \(SearchQuery.textLimit) bytes")
        }
        return text
    }

    func texts() throws(ProtocolError) -> [String] {
        guard let texts = value.strings else { throw wrong("an array of strings") }
        guard let names = SearchQuery.names(texts) else {
            throw wrong("at most \(SearchQuery.listLimit) strings of at most \(SearchQuery.textLimit) bytes")
        }
        return names
    }

    func count() throws(ProtocolError) -> Int {
        guard let number = value.integer, number >= 0 else { throw wrong("a positive integer") }
        return min(number, 1 << 40)
    }

    func flag() throws(ProtocolError) -> Bool {
        guard let flag = value.bool else { throw wrong("a boolean") }
        return flag
    }
}
