// A document as the record of a catalog: what is searched, filtered, counted and
// sorted, by the settings of its index.

internal import CatalogSearch
internal import JSON

struct DocumentRecord {
    private let settings: IndexSettings
    private let defaultLocale: LocaleIdentifier
    /// The currency of prices; `nil` if records have none.
    private let currency: String?

    /// What one attribute of a document holds.
    struct Content {
        var texts: [String] = []
        var numbers: [String] = []
        /// The values as facets name them: equal numbers have one name, however they are spelled.
        var values: [String] = []
        /// The values as filters compare them.
        var compared: [String] = []
        var kind = ValueKind.empty
        var isNull = false
        var isEmpty = false
        var isTop = false
    }

    /// - Parameter settings: those of the index, or others that its records shall have.
    init(_ index: IndexDescription, _ settings: IndexSettings? = nil, defaultLocale: LocaleIdentifier) {
        self.settings = settings ?? index.settings
        self.defaultLocale = defaultLocale
        // What readers may not see has no price for them.
        let isShown = self.settings.displayed.map { IndexSettings.contains($0, IndexNames.price) } ?? true
        currency = isShown ? index.currency : nil
    }

    /// The attributes of a document and what they hold, in the document's order. Attributes of objects have
    /// dotted names; those of objects in arrays are joined.
    static func contents(of document: JSON) -> [(attribute: String, content: Content)] {
        var names: [String] = []
        var contents: [String: Content] = [:]
        func add(_ value: JSON, _ name: String, isTop: Bool) {
            if contents.index(forKey: name) == nil { names.append(name) }
            // Removed and put back, because a second reference would copy its arrays with each element.
            var content = contents.removeValue(forKey: name) ?? Content()
            if isTop { content.isTop = true }
            switch value {
            case .null: content.isNull = true
            case .bool(let flag):
                content.values.append(flag ? "true" : "false")
                content.compared.append(comparedText(content.values.last ?? ""))
                content.kind = content.kind.joined(.boolean)
            case .number(let spelling):
                content.numbers.append(spelling)
                let canonical = canonicalNumber(spelling)
                content.values.append(canonical)
                content.compared.append("n" + canonical)
                content.texts.append(spelling)
                content.kind = content.kind.joined(.number)
            case .string(let text):
                if text.isEmpty { content.isEmpty = true } else { content.kind = .text }
                content.values.append(text)
                content.compared.append(comparedText(text))
                content.texts.append(text)
            case .array(let elements):
                if elements.isEmpty { content.isEmpty = true }
                contents[name] = consume content
                for element in elements where !element.isNull { add(element, name, isTop: isTop) }
                return
            case .object(let members):
                if members.isEmpty { content.isEmpty = true }
                contents[name] = consume content
                for member in members { add(member.value, name + "." + member.name, isTop: false) }
                return
            }
            contents[name] = consume content
        }
        // Vectors are neither texts nor values.
        for member in document.members where member.name != DocumentVectors.member {
            add(member.value, member.name, isTop: true)
        }
        return names.map { ($0, contents[$0] ?? Content()) }
    }

    /// The record of a document.
    ///
    /// - Parameters:
    ///   - id: the document's id.
    ///   - sequence: its position in the order in which documents were added.
    func json(_ document: JSON, id: String, sequence: Int) -> JSON {
        var members: [JSON.Member] = [
            .init("id", .string(id)), .init(IndexNames.document, document),
            .init(IndexNames.sequence.rawValue, .number(sequence)),
        ]
        var presence: [JSON] = []
        func mark(_ mark: Presence, _ attribute: String) {
            presence.append(.string(mark.of(attribute).spelling))
        }
        for (attribute, content) in Self.contents(of: document) {
            mark(content.isTop ? .top : .nested, attribute)
            if content.isNull { mark(.null, attribute) }
            if content.isEmpty { mark(.empty, attribute) }
            if settings.searchable.map({ IndexSettings.contains($0, attribute) }) ?? true,
                !content.texts.isEmpty
            {
                let locale = settings.locale(of: attribute) ?? defaultLocale
                let texts = JSON.array(content.texts.map { .string($0) })
                members.append(
                    .init(
                        IndexNames.field(attribute).rawValue, .object([.init(locale.identifier, texts)])))
            }
            addValues(content, of: attribute, to: &members)
        }
        if let currency, let amount = Self.amount(document[IndexNames.price]) {
            members.append(
                .init(IndexNames.price, ["amount": .string(amount), "currency": .string(currency)]))
        }
        members.append(.init(IndexNames.presence.rawValue, .array(presence)))
        if settings.usesPlaces, let place = DocumentPlace.place(of: document) {
            members.append(.init(IndexNames.place.rawValue, .string(place.description)))
        }
        if let vectors = DocumentVectors.record(of: document, settings.embedders) {
            members.append(.init(DocumentVectors.member, vectors))
        }
        return .object(members)
    }

    /// The amount of a price: a number, or a text that spells one.
    private static func amount(_ value: JSON?) -> String? {
        switch value {
        case .number(let spelling)?, .string(let spelling)?: decimal(spelling)
        default: nil
        }
    }

    private func addValues(_ content: Content, of attribute: String, to members: inout [JSON.Member]) {
        let isFilterable = IndexSettings.contains(settings.filterable, attribute)
        let isSortable = settings.isOrdered(by: attribute)
        func add(_ name: AttributeName, _ values: [String]) {
            if !values.isEmpty { members.append(.init(name.rawValue, .strings(values))) }
        }
        if isFilterable {
            add(IndexNames.filter(attribute), content.compared)
            add(IndexNames.facet(attribute), content.values)
        }
        if isFilterable || isSortable {
            add(IndexNames.number(attribute), content.numbers.compactMap(Self.decimal))
        }
        if isSortable, content.numbers.isEmpty, let first = content.texts.first {
            add(IndexNames.order(attribute), [first])
        }
        if attribute == settings.distinct, let first = content.values.first {
            add(IndexNames.distinct(attribute), [first])
        }
    }

    /// A text as filters compare it: in lower case, never equal to a number.
    static func comparedText(_ text: String) -> String { "s" + text.lowercased() }

    /// A number as filters compare it: with all of its digits.
    static func comparedNumber(_ spelling: String) -> String { "n" + canonicalNumber(spelling) }

    /// The spelling that all equal numbers share.
    private static func canonicalNumber(_ spelling: String) -> String {
        NumberSpelling(spelling)?.canonical ?? spelling
    }

    /// A number without an exponent, for ordering; `nil` if the text is not a number, or the number is too
    /// great. More digits than an exact number can have are rounded.
    static func decimal(_ spelling: String) -> String? { NumberSpelling(spelling)?.nearest?.description }
}
