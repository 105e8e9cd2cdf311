// A hit as the protocol shows it: chosen attributes, marked matches, cut texts.

internal import CatalogSearch
internal import JSON

/// Makes the JSON of hits.
struct FormattedDocument {
    private let query: SearchQuery
    private let index: IndexDescription
    /// How to format each attribute, for the attributes of the documents so far.
    private var marks: [String: Marker.Marks] = [:]

    /// The usual size of a position in JSON, in bytes.
    private static let positionSize = 32

    init(query: SearchQuery, index: IndexDescription) {
        self.query = query
        self.index = index
    }

    /// The attributes of a document that the request and the settings show.
    static func shown(_ document: JSON, displayed: [String]?, retrieved: [String]?) -> JSON {
        var shown = document
        shown[DocumentVectors.member] = nil
        if let displayed { shown = picked(shown, displayed, "") ?? .object([]) }
        if let retrieved { shown = picked(shown, retrieved, "") ?? .object([]) }
        return shown
    }

    /// The parts of a value whose attributes are in a list; `nil` if there are none.
    private static func picked(_ value: JSON, _ list: [String], _ prefix: String) -> JSON? {
        guard case .object(let members) = value else { return nil }
        var kept: [JSON.Member] = []
        for member in members {
            let attribute = prefix + member.name
            if IndexSettings.contains(list, attribute) {
                kept.append(member)
            } else if list.contains(where: { $0.hasPrefix(attribute + ".") }) {
                if let part = picked(member.value, list, attribute + ".") {
                    kept.append(.init(member.name, part))
                } else if case .array(let elements) = member.value {
                    kept.append(
                        .init(member.name, .array(elements.compactMap { picked($0, list, attribute + ".") })))
                }
            }
        }
        return prefix.isEmpty || !kept.isEmpty ? .object(kept) : nil
    }

    /// The hit of a document that was found.
    ///
    /// - Parameter writer: counts the bytes that are added to the document.
    /// - Throws: `ProtocolError` if the response becomes too long; `CancellationError`.
    mutating func json(_ found: IndexSearch.Found, _ writer: inout ResponseWriter) throws -> JSON {
        let displayed = index.settings.displayed
        let whole = Self.shown(found.document, displayed: displayed, retrieved: nil)
        let document = Self.shown(whole, displayed: nil, retrieved: query.retrieved)
        guard case .object(var members) = document else { return document }
        try writer.take(found.size, for: .limit)
        if !query.highlighted.isEmpty || !query.cropped.isEmpty {
            var marker = Marker(query: query, marks: marks, matches: found.hit.matches)
            let formatted = try marker.formatted(whole, &writer)
            marks = marker.marks
            let wanted = query.retrieved.map { $0 + query.highlighted + query.cropped.map(\.attribute) }
            let list = wanted?.contains("*") == true ? nil : wanted
            members.set("_formatted", Self.shown(formatted, displayed: nil, retrieved: list))
        }
        if query.showsMatches {
            let positions = positions(found, in: whole)
            try writer.take(found.hit.matches.count * Self.positionSize, for: .showMatchesPosition)
            members.set("_matchesPosition", positions)
        }
        if query.retrievesVectors, let vectors = Self.vectors(found.document, displayed) {
            try writer.take(found.size, for: .limit)
            members.set(DocumentVectors.member, vectors)
        }
        if let distance = found.hit.distance { members.set("_geoDistance", .number(Int(distance.rounded()))) }
        if query.showsScore { members.set("_rankingScore", .number(found.score)) }
        if query.showsScoreDetails { members.set("_rankingScoreDetails", details(found)) }
        return .object(members)
    }

    /// The vectors of a document, if the settings show them.
    static func vectors(_ document: JSON, _ displayed: [String]?) -> JSON? {
        guard displayed.map({ IndexSettings.contains($0, DocumentVectors.member) }) ?? true else {
            return nil
        }
        return DocumentVectors.shown(document) ?? .object([])
    }

    private func details(_ found: IndexSearch.Found) -> JSON {
        let words = found.words
        return [
            "words": [
                "order": 0, "matchingWords": .number(words.matched), "maxMatchingWords": .number(words.all),
                "score": .number(words.all == 0 ? 1 : Double(words.matched) / Double(words.all)),
            ],
            "points": ["order": 1, "value": .number(found.hit.rank.score), "score": .number(found.score)],
        ]
    }

    /// The positions of the matches, in bytes of UTF-8.
    private func positions(_ found: IndexSearch.Found, in shown: JSON) -> JSON {
        var members: [JSON.Member] = []
        for (attribute, content) in DocumentRecord.contents(of: shown) {
            let texts = content.texts.filter { !$0.isEmpty }
            var list: [JSON] = []
            for match in found.hit.matches
            where match.field == IndexNames.field(attribute) && match.text < texts.count {
                let scalars = texts[match.text].unicodeScalars
                guard match.range.upperBound <= scalars.count else { continue }
                let lower = scalars.index(scalars.startIndex, offsetBy: match.range.lowerBound)
                let upper = scalars.index(lower, offsetBy: match.range.count)
                let text = texts[match.text]
                var place: [JSON.Member] = [
                    .init("start", .number(text.utf8.distance(from: text.startIndex, to: lower))),
                    .init("length", .number(text.utf8.distance(from: lower, to: upper))),
                ]
                if texts.count > 1 { place.append(.init("indices", [.number(match.text)])) }
                list.append(.object(place))
            }
            if !list.isEmpty { members.append(.init(attribute, .array(list))) }
        }
        return .object(members)
    }
}

/// Marks matches in the texts of a document, and cuts texts around them.
private struct Marker {
    /// How to format an attribute.
    struct Marks {
        var isHighlighted: Bool
        /// The number of words to which its texts are cropped; `nil` for whole texts.
        var length: Int?
    }

    let query: SearchQuery
    private(set) var marks: [String: Marks]
    private let matches: [FieldName: [Hit.Match]]
    /// The index of the next text of each attribute.
    private var places: [String: Int] = [:]

    init(query: SearchQuery, marks: [String: Marks], matches: [Hit.Match]) {
        self.query = query
        self.marks = marks
        self.matches = Dictionary(grouping: matches, by: \.field)
    }

    mutating func formatted(_ document: JSON, _ writer: inout ResponseWriter) throws -> JSON {
        try formatted(document, "", &writer)
    }

    /// Cached, because many documents have the same attributes, and a request may name many.
    private mutating func marks(of attribute: String) -> Marks {
        if let known = marks[attribute] { return known }
        let made = Marks(
            isHighlighted: SearchQuery.contains(query.highlighted, attribute),
            length: query.cropped.first { SearchQuery.contains([$0.attribute], attribute) }?.length)
        marks[attribute] = made
        return made
    }

    private mutating func formatted(
        _ value: JSON, _ attribute: String, _ writer: inout ResponseWriter
    ) throws -> JSON {
        switch value {
        case .object(let members):
            let prefix = attribute.isEmpty ? "" : attribute + "."
            var result: [JSON.Member] = []
            for member in members {
                result.append(.init(member.name, try formatted(member.value, prefix + member.name, &writer)))
            }
            return .object(result)
        case .array(let elements):
            var result: [JSON] = []
            for element in elements { result.append(try formatted(element, attribute, &writer)) }
            return .array(result)
        case .string(let text), .number(let text):
            let place = places[attribute, default: 0]
            if !text.isEmpty { places[attribute] = place + 1 }
            let ranges = (matches[IndexNames.field(attribute)] ?? []).filter { $0.text == place }.map(\.range)
            return .string(try marked(text, marks(of: attribute), ranges, &writer))
        case .null, .bool: return value
        }
    }

    private func marked(
        _ text: String, _ marks: Marks, _ ranges: [Range<Int>], _ writer: inout ResponseWriter
    ) throws -> String {
        try writer.take(text.utf8.count, for: .limit)
        guard marks.isHighlighted || marks.length != nil else { return text }
        let scalars = Array(text.unicodeScalars)
        let ranges = ranges.filter { $0.upperBound <= scalars.count }
        let part = marks.length.map { Self.part(of: scalars, around: ranges, words: $0) } ?? 0..<scalars.count
        var result = String.UnicodeScalarView()
        func add(_ mark: SearchQuery.Mark, _ cause: ResponseWriter.Cause) throws {
            try writer.take(mark.size, for: cause)
            result.append(contentsOf: mark.text.unicodeScalars)
        }
        if part.lowerBound > 0 { try add(query.cropMarker, .cropMarker) }
        var place = part.lowerBound
        for range in marks.isHighlighted ? ranges : [] {
            let shown = range.clamped(to: part)
            guard !shown.isEmpty, shown.lowerBound >= place else { continue }
            result.append(contentsOf: scalars[place..<shown.lowerBound])
            try add(query.preTag, .highlightPreTag)
            result.append(contentsOf: scalars[shown])
            try add(query.postTag, .highlightPostTag)
            place = shown.upperBound
        }
        result.append(contentsOf: scalars[place..<part.upperBound])
        if part.upperBound < scalars.count { try add(query.cropMarker, .cropMarker) }
        return String(result)
    }

    /// The excerpt of a text with a number of words around its matches: of all excerpts that begin before a
    /// match, the first one with the most matches.
    private static func part(
        of scalars: [Unicode.Scalar], around ranges: [Range<Int>], words count: Int
    ) -> Range<Int> {
        let words = words(of: scalars)
        guard count > 0, words.count > count else { return 0..<scalars.count }
        // The word in which each match begins.
        let places = ranges.map { range in
            words.firstIndex { $0.upperBound > range.lowerBound } ?? words.count - 1
        }
        var best = (start: 0, count: 0)
        for place in places {
            let start = min(max(0, place - count / 4), words.count - count)
            let number = places.count { (start..<start + count).contains($0) }
            if number > best.count { best = (start, number) }
        }
        let last = best.start + count - 1
        let start = best.start == 0 ? 0 : words[best.start].lowerBound
        let end = last == words.count - 1 ? scalars.count : words[last].upperBound
        return start..<end
    }

    /// The words of a text: runs of letters and digits, and single ideographs.
    private static func words(of scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start: Int?
        for (number, scalar) in scalars.enumerated() {
            let isIdeograph = scalar.properties.isIdeographic
            let isPart =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "'"
                || scalar == "’"
                || scalar.properties.canonicalCombiningClass != .notReordered
            if let first = start, isIdeograph || !isPart {
                words.append(first..<number)
                start = nil
            }
            if isIdeograph {
                words.append(number..<number + 1)
            } else if isPart, start == nil {
                start = number
            }
        }
        if let start { words.append(start..<scalars.count) }
        return words
    }
}
