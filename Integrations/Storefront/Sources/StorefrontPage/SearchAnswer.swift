// What does the page read of an answer to a search? The same JSON that its script reads; what neither knows is passed over.

internal import FoundationEssentials

/// An answer of `/v1/search`.
struct SearchAnswer: Decodable {
    struct Scope: Decodable {
        let id: String
        let label: String
        let count: Int
    }

    /// What was looked for instead of the words typed.
    struct Relaxed: Decodable {
        struct Word: Decodable {
            let word: String
            let found: [String]
        }

        let words: [Word]
    }

    let scope: String
    let relaxed: Relaxed?
    let total: Int
    let label: String
    let scopes: [Scope]
    let hits: [Hit]

    init(json: [UInt8]) throws(PageError) {
        do {
            self = try JSONDecoder().decode(SearchAnswer.self, from: Data(json))
        } catch {
            throw .unreadableAnswer(reason: "\(error)")
        }
    }
}

extension SearchAnswer {
    /// A record that was found.
    struct Hit: Decodable {
        struct Price: Decodable {
            let text: String
        }

        /// Where something was found: half-open, in Unicode scalars of the text, and in which text of several.
        struct Match: Decodable {
            let field: String
            let index: Int?
            let start: Int
            let end: Int
        }

        let id: String
        let catalog: String
        let scope: String?
        let year: Int?
        let price: Price?
        let matches: [Match]
        /// The texts of the title, the summary and the description, and of all fields in which something matches, by field.
        let texts: [String: Texts]
        /// The locales of these texts.
        let locales: [String: String]

        private struct Member: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            typealias Members = KeyedDecodingContainer<Member>
            let members = try decoder.container(keyedBy: Member.self)
            func optional<Value: Decodable>(_ name: String, in members: Members) throws -> Value? {
                try members.decodeIfPresent(Value.self, forKey: Member(stringValue: name))
            }
            func optional<Value: Decodable>(_ name: String) throws -> Value? {
                try optional(name, in: members)
            }
            id = try members.decode(String.self, forKey: Member(stringValue: "id"))
            catalog = try members.decode(String.self, forKey: Member(stringValue: "catalog"))
            scope = try optional("scope")
            year = try optional("year")
            price = try optional("price")
            matches = try optional("matches") ?? []
            let localesName = Member(stringValue: "locales")
            let localesMembers: Members? =
                try members.contains(localesName) && !members.decodeNil(forKey: localesName)
                ? members.nestedContainer(keyedBy: Member.self, forKey: localesName) : nil
            var texts: [String: Texts] = [:]
            var locales: [String: String] = [:]
            for field in ["title", "summary", "description"] + matches.map(\.field) where texts[field] == nil
            {
                texts[field] = try optional(field)
                if let localesMembers { locales[field] = try optional(field, in: localesMembers) }
            }
            self.texts = texts
            self.locales = locales
        }

        /// The matches in one text of a field.
        func matches(in field: String, _ index: Int = 0) -> [Match] {
            matches.filter { $0.field == field && ($0.index ?? 0) == index }
        }
    }

    /// What a member of a hit says, as far as it is text: catalogs may have any JSON under any name.
    enum Texts: Decodable {
        case text(String)
        /// `nil` for what is no text.
        case list([String?])
        case other

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                self = .text(text)
            } else if var elements = try? decoder.unkeyedContainer() {
                var list: [String?] = []
                while !elements.isAtEnd {
                    let element = try elements.decode(Texts.self)
                    if case .text(let text) = element { list.append(text) } else { list.append(nil) }
                }
                self = .list(list)
            } else {
                self = .other
            }
        }

        /// The text where there is one and no list.
        var single: String? { if case .text(let text) = self { text } else { nil } }

        /// All texts, by their index.
        var all: [String?] {
            switch self {
            case .text(let text): [text]
            case .list(let list): list
            case .other: []
            }
        }
    }
}
