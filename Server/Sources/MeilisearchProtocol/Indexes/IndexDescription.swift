// A catalog of the store as an index: its settings, its primary key, the attributes of its documents.

internal import CatalogSearch
internal import FoundationEssentials
internal import JSON
internal import ProductStore

/// An index: a catalog whose description has a member `meilisearch`.
struct IndexDescription: Hashable, Sendable {
    /// The member of a catalog's description that only this protocol reads.
    static let member = "meilisearch"
    /// The most attributes of documents; a catalog can have as many searched fields.
    static let attributeLimit = 1_000

    let uid: String
    var primaryKey: String?
    var createdAt: String
    var settings = IndexSettings()
    /// The attributes of all documents so far, in the order of their first occurrence.
    var attributes: [String] = []
    /// The kinds of the attributes' values; an attribute that is missing has texts, or several kinds.
    var kinds: [String: ValueKind] = [:]
    /// The currency of the attribute `price`, which was set at the native interface; `nil` if it is a number
    /// like others.
    var currency: String?
    /// How attributes are shown, by their names for readers: members of their declarations that were set at
    /// the native interface.
    var shown: [AttributeName: [JSON.Member]] = [:]

    /// A new index.
    init(uid: String, primaryKey: String? = nil) {
        self.uid = uid
        self.primaryKey = primaryKey
        createdAt = Timestamp.now
    }

    /// Reads the description of a catalog.
    ///
    /// - Returns: `nil` if the catalog is no index of this protocol.
    init?(uid: String, catalog json: [UInt8]) {
        guard let value = try? JSONReader.value(of: json), let own = value[Self.member] else { return nil }
        self.uid = uid
        primaryKey = own["primaryKey"]?.string
        createdAt = own["createdAt"]?.string ?? Timestamp.now
        settings = IndexSettings(stored: own["settings"])
        attributes = own["attributes"]?.strings ?? []
        for kind in own["kinds"]?.members ?? [] {
            kinds[kind.name] = kind.value.string.flatMap(ValueKind.init(rawValue:))
        }
        let locale = value["defaultLocale"]?.string.flatMap { LocaleIdentifier($0) }
        readShown(value["attributes"], locale ?? .english)
        currency = value["currency"]?.string
    }

    /// The attributes whose texts are searched, in the order of their rank.
    var searched: [String] {
        guard let searchable = settings.searchable else { return attributes }
        // The order of the setting is the order of rank.
        var found: [String] = []
        for pattern in searchable {
            for attribute in attributes
            where IndexSettings.contains([pattern], attribute) && !found.contains(attribute) {
                found.append(attribute)
            }
        }
        return found
    }

    /// The attributes that filters may name.
    var filterable: [String] { attributes.filter { IndexSettings.contains(settings.filterable, $0) } }

    /// The locales of texts, besides the default one.
    var locales: [LocaleIdentifier] {
        var locales: [LocaleIdentifier] = []
        for locale in searched.compactMap(settings.locale(of:)) where !locales.contains(locale) {
            locales.append(locale)
        }
        return locales
    }

    func catalog(defaultLocale: LocaleIdentifier) -> [UInt8] {
        let searched = searched
        let fields = searched.map { IndexNames.field($0).rawValue }
        var members: [JSON.Member] = [.init("defaultLocale", .string(defaultLocale.identifier))]
        // A catalog without fields would get the default ones, which no document fills.
        if !fields.isEmpty { members.append(.init("fields", .strings(fields))) }
        // The primary key is the title only if there is no other text.
        let texts = searched.filter { $0 != primaryKey }
        let title = ["title", "name"].first(where: searched.contains) ?? texts.first ?? searched.first
        if let title { members.append(.init("title", .string(IndexNames.field(title).rawValue))) }
        if let currency { members.append(.init("currency", .string(currency))) }
        // Documents are returned as they were sent, and matches are positions in their texts.
        members.append(.init("html", .bool(false)))
        if let searchable = settings.searchable { members.append(.init("weights", weights(searchable))) }
        members.append(.init("synonyms", synonyms))
        members.append(.init("attributes", declarations(defaultLocale)))
        if let distinct = settings.distinct {
            members.append(.init("group", .string(IndexNames.distinct(distinct).rawValue)))
        }
        let own: JSON = [
            "primaryKey": .optional(primaryKey), "createdAt": .string(createdAt), "settings": settings.stored,
            "attributes": .strings(attributes), "kinds": storedKinds,
        ]
        members.append(.init(Self.member, own))
        return Array(JSON.object(members).text.utf8)
    }

    /// Matches in earlier fields score higher, in the order of `searchableAttributes`. Fields of one pattern
    /// score alike, because their number depends on documents that a client may not see.
    private func weights(_ searchable: [String]) -> JSON {
        .object(
            searched.map { attribute in
                let number = searchable.firstIndex { IndexSettings.contains([$0], attribute) } ?? 0
                return .init(IndexNames.field(attribute).rawValue, .number(max(1, 10 - number)))
            })
    }

    /// Synonyms are directed: a word finds its synonyms, but these do not find the word.
    private var synonyms: JSON {
        .array(
            settings["synonyms"].members.map {
                ["from": .strings([$0.name]), "to": .strings($0.value.strings ?? [])]
            })
    }

    private func declarations(_ defaultLocale: LocaleIdentifier) -> JSON {
        var members: [JSON.Member] = []
        func declare(_ name: AttributeName, _ type: AttributeType, isMany: Bool = false) {
            // Requests of this protocol use them. Readers know the attributes by other names.
            members.append(
                .init(
                    name.rawValue,
                    ["type": .string(type.rawValue), "many": .bool(isMany), "show": .bool(false)]))
        }
        declare(IndexNames.presence, .text, isMany: true)
        declare(IndexNames.sequence, .number)
        if settings.usesPlaces { declare(IndexNames.place, .place) }
        for attribute in attributes {
            let isFilterable = IndexSettings.contains(settings.filterable, attribute)
            let isSortable = settings.isOrdered(by: attribute)
            if isFilterable {
                declare(IndexNames.filter(attribute), .text, isMany: true)
                declare(IndexNames.facet(attribute), .text, isMany: true)
            }
            if isFilterable || isSortable { declare(IndexNames.number(attribute), .number, isMany: true) }
            if isSortable { declare(IndexNames.order(attribute), .text) }
        }
        if let distinct = settings.distinct { declare(IndexNames.distinct(distinct), .text) }
        // What readers lack for want of room, clients of this protocol still have.
        members += shownDeclarations(defaultLocale).prefix(max(0, Self.declarationLimit - members.count))
        return .object(members)
    }

    /// Checks that the catalog can have all of the attributes.
    ///
    /// - Throws: `ProtocolError` that says which limit is exceeded.
    func check() throws(ProtocolError) {
        guard attributes.count <= Self.attributeLimit else {
            throw ProtocolError(
                .maxFieldsLimitExceeded,
                "An index can have at most \(Self.attributeLimit) attributes; this one would have \(attributes.count)."
            )
        }
        let declared = declarations(.english).members.count
        guard declared <= Self.declarationLimit else {
            throw ProtocolError(
                .invalidSettings,
                "An index can have at most about \(Self.declarationLimit / 3) filterable and sortable attributes. Name fewer of them instead of patterns."
            )
        }
    }

    /// The most attributes that a catalog declares.
    private static let declarationLimit = 200
}

/// Times as the protocol spells them (RFC 3339).
enum Timestamp {
    static var now: String { text(Date()) }

    static func text(_ date: Date) -> String {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(date)
    }

    /// Reads a time or a day, in UTC if it names no zone.
    ///
    /// - Returns: `nil` if it is neither, or does not exist.
    static func date(_ text: String) -> Date? {
        var text = text.replacing(" ", with: "T")
        // Some clients write more than six digits of a fraction of a second.
        if let point = text.firstIndex(of: ".") {
            let digits = text[text.index(after: point)...].prefix { ("0"..."9").contains($0) }
            text.removeSubrange(digits.dropFirst(6).startIndex..<digits.endIndex)
        }
        return Instant(text).map { Date(timeIntervalSince1970: Double($0.microseconds) / 1e6) }
    }
}
