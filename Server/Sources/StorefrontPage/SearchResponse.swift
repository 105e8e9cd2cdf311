// The part of a search's JSON response that the page needs. Other members are ignored, as in the page's
// script.

internal import FoundationEssentials

/// A response of `/v1/search`.
struct SearchResponse: Decodable {
    struct Scope: Decodable {
        let id: String
        let label: String
        let count: Int
    }

    /// The words that replaced those of the query.
    struct Relaxed: Decodable {
        struct Word: Decodable {
            let word: String
            let found: [String]
        }

        /// The least strict kind of relaxation that was needed.
        let kind: String
        let words: [Word]
        /// The words of the query that were left out.
        let omitted: [String]?
        /// Whether other records match all words of the query as typed.
        let also: Bool?
    }

    let scope: String
    let relaxed: Relaxed?
    /// The sentence that says that records were found by meaning only.
    let meaning: String?
    /// The sentence that says that only words were searched.
    let wordsAlone: String?
    /// Whether not all similar words were tried.
    let partial: Bool?
    /// The end of the query that was not searched.
    let unsearched: String?
    let total: Int
    let label: String
    let scopes: [Scope]
    /// The counts of attributes, in the order of the request.
    let facets: [Facet]?
    let hits: [Hit]
    /// The data that the shop's rules add, in their order.
    let data: [RuleData]?

    /// The data of a rule, any JSON.
    struct RuleData: Decodable {
        let data: Banner
    }

    /// The members `banner`, `url` and `redirect` of an object.
    struct Banner: Decodable {
        let text: String?
        let address: WebAddress?
        /// Where a reader who asks this wants to go.
        let redirect: WebAddress?

        private enum Member: String, CodingKey { case banner, url, redirect }

        init(from decoder: any Decoder) throws {
            let members = try? decoder.container(keyedBy: Member.self)
            text = try? members?.decode(String.self, forKey: .banner)
            func webAddress(_ member: Member) -> WebAddress? {
                (try? members?.decode(String.self, forKey: member)).flatMap { WebAddress($0) }
            }
            address = webAddress(.url)
            redirect = webAddress(.redirect)
        }
    }
}

/// The response to a search, and what else its page shows.
struct PageResponse: Decodable {
    /// Help for a reader who found nothing.
    struct Help: Decodable {
        /// A query that finds something.
        struct Query: Decodable {
            let query: String
            let count: Int
        }

        /// A language whose texts contain the query.
        struct Language: Decodable {
            let locale: String
            let count: Int
        }

        /// Corrections of the query.
        struct Suggestions: Decodable {
            let corrections: [Query]
        }

        let suggestions: Suggestions
        /// The words of the query that find something on their own.
        let words: [Query]
        let languages: [Language]
        /// The number of records found without the filters; 0 if there are no filters.
        let unfiltered: Int
        /// The most popular records.
        let popular: SearchResponse
    }

    let response: SearchResponse
    let help: Help?

    private enum CodingKeys: String, CodingKey {
        case response = "answer"
        case help
    }
}

/// A record with all its texts.
struct RecordResponse: Decodable {
    let id: String
    let catalog: String
    let scope: String?
    let title: String
    /// The reader's languages, nearest first.
    let chain: [String]
    /// The texts by field and locale.
    let texts: [String: [String: SearchResponse.Texts]]
    let year: Int?
    let price: SearchResponse.Hit.Price?
    private let image: ProductImage?
    private let url: ProductLink?
    let availability: Availability?
    /// The declared attributes by name.
    let attributes: [String: Attribute]?

    /// Whether pages show the text of a field as a picture or a link. A catalog may search any member, as
    /// indexes do.
    static func isPictureOrLink(_ text: String, in field: String) -> Bool {
        ["image", "url"].contains(field) && WebAddress(text) != nil
    }

    var picture: ProductImage? { image ?? address("image").flatMap { ProductImage($0) } }

    /// The address of the record in the shop.
    var link: ProductLink? { url ?? address("url").flatMap { ProductLink($0) } }

    /// The first text of a field in any language.
    private func address(_ field: String) -> String? {
        texts[field]?.sorted { $0.key < $1.key }.first?.value.all.first ?? nil
    }

    /// An attribute with its values, formatted for the reader.
    struct Attribute: Decodable {
        struct Value: Decodable {
            /// The id of a text; `nil` for values of other types.
            let id: String?
            let label: String
            /// The nodes of a path, from the root.
            let path: [Node]?

            private enum Member: String, CodingKey { case value, label, path }

            init(from decoder: any Decoder) throws {
                let members = try decoder.container(keyedBy: Member.self)
                id = try? members.decode(String.self, forKey: .value)
                label = try members.decode(String.self, forKey: .label)
                path = try members.decodeIfPresent([Node].self, forKey: .path)
            }
        }

        /// A node of a tree.
        struct Node: Decodable {
            /// The value that stands for the node.
            let value: String
            let label: String
        }

        let label: String
        let values: [Value]
    }
}

extension Decodable {
    init(json: [UInt8]) throws(PageError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json))
        } catch {
            throw .unreadableResponse(reason: "\(error)")
        }
    }
}

extension SearchResponse {
    struct Hit: Decodable {
        struct Price: Decodable {
            let amount: String
            let currency: String
            let text: String
            /// The former price, or the price elsewhere.
            let regular: RegularPrice?
        }

        /// A price that no longer applies.
        struct RegularPrice: Decodable {
            let amount: String
            let text: String
        }

        /// The records that this hit stands for.
        struct Variants: Decodable {
            let count: Int
            /// The lowest and the highest price in the group, of all its records.
            let lowest: Price?
            let highest: Price?
            /// The attributes in which the records of the group differ.
            let attributes: [String: RecordResponse.Attribute]?
        }

        /// A distance in the reader's unit.
        struct Distance: Decodable {
            let text: String
        }

        /// A match: a half-open range of Unicode scalars in a text, and the index of the
        /// text if the field has several.
        struct Match: Decodable {
            let field: String
            let index: Int?
            let start: Int
            let end: Int
        }

        /// A text of a field.
        private struct TextPlace: Hashable {
            let field: String
            let index: Int
        }

        let id: String
        let catalog: String
        let scope: String?
        let year: Int?
        let price: Price?
        let image: ProductImage?
        let availability: Availability?
        /// The declared attributes by name.
        let attributes: [String: RecordResponse.Attribute]?
        let variants: Variants?
        /// The distance from the coordinates that the order names.
        let distance: Distance?
        let matches: [Match]
        private let matchesByText: [TextPlace: [Match]]
        /// The texts of the title, summary, description and all fields with matches, by field.
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
            image = try optional("image")
            availability = try optional("availability")
            attributes = try optional("attributes")
            variants = try optional("variants")
            distance = try optional("distance")
            let matches: [Match] = try optional("matches") ?? []
            self.matches = matches
            matchesByText = Dictionary(grouping: matches) { TextPlace(field: $0.field, index: $0.index ?? 0) }
            let localesName = Member(stringValue: "locales")
            let localesMembers: Members? =
                try members.contains(localesName) && !members.decodeNil(forKey: localesName)
                ? members.nestedContainer(keyedBy: Member.self, forKey: localesName) : nil
            var texts: [String: Texts] = [:]
            var locales: [String: String] = [:]
            for field in Set(["title", "summary", "description"] + matches.map(\.field)) {
                texts[field] = try optional(field)
                if let localesMembers { locales[field] = try optional(field, in: localesMembers) }
            }
            self.texts = texts
            self.locales = locales
        }

        /// The matches in one text of a field.
        func matches(in field: String, _ index: Int = 0) -> [Match] {
            matchesByText[TextPlace(field: field, index: index)] ?? []
        }
    }

    /// The texts of a hit's member. Catalogs may have any JSON under any name.
    enum Texts: Decodable {
        case text(String)
        /// `nil` if the value is not a text.
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

        /// The text, if it is a single one.
        var single: String? { if case .text(let text) = self { text } else { nil } }

        /// All texts by index.
        var all: [String?] {
            switch self {
            case .text(let text): [text]
            case .list(let list): list
            case .other: []
            }
        }
    }
}
