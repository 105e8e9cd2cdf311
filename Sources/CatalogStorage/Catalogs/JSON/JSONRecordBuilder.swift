// Makes a record from a JSON object. Unknown members are preserved unchanged.

internal import CatalogSearch
internal import JSON
internal import Support

/// Makes the records of one catalog from parsed objects.
final class JSONRecordBuilder {
    /// The slots of members that are not texts; those of texts follow.
    enum Slot {
        static let id = 0
        static let type = 1
        static let year = 2
        static let price = 3
        static let popularity = 4
        static let prices = 5
        static let vectors = 6
        static let names = [
            "id", "type", "year", "price", "popularity", "prices", JSONRecordBuilder.vectorMember,
        ]
    }

    let context: ReadingContext
    let locales = LocaleTable()
    let defaultLocale: LocaleIdentifier
    /// The names of the members that have slots.
    private let names: [[UInt8]]
    /// The fields of texts, and their slots.
    private let fields: [(name: FieldName, slot: Int)]
    /// Members with other names than the record's: each a text in one locale, with a slot of its own.
    private let aliases: [(field: FieldName, locale: LocaleIdentifier, slot: Int)]
    /// For members without a slot: the record's name for each other name in the file.
    let otherNames: [String: String]
    /// The text attribute by which a mapped member groups records.
    private let mappedGroup: AttributeName?
    private let options: VariantOptions
    private var variants: JSONVariantNotice?
    /// The currency of prices without one.
    private let currency: String?
    let html: HTMLText
    /// The slot of each name of `names`; several names may have the same one.
    private let slots: [Int]
    /// The attributes, and the slots of their members, which may also be those of fields.
    let attributes: [(attribute: CatalogDescription.Attribute, slot: Int)]
    /// The positions of the current record's members on the tape; 0 for missing ones.
    private var places: [Int]
    var values = LocalizedValues<JSONValue>()
    private var textCount = 0
    /// Whether one text lists all keywords of a record, as a mapped member of an export does.
    private let listsKeywords: Bool
    /// The uses of members by their names alone, for the names so far; `nil` if names have no uses, as for
    /// records that programs write.
    var uses: [(name: [UInt8], use: ExportColumn?)]?
    /// Whether a member of the current record has such a use.
    var hasUses = false

    init(_ context: ReadingContext) {
        self.context = context
        defaultLocale = context.description.defaultLocale
        var names = Slot.names
        var fields: [(name: FieldName, slot: Int)] = []
        for field in context.description.textFields {
            // A catalog may also search its types.
            let slot = names.firstIndex(of: field.rawValue) ?? names.count
            if slot == names.count { names.append(field.rawValue) }
            fields.append((field, slot))
        }
        var attributes: [(attribute: CatalogDescription.Attribute, slot: Int)] = []
        for attribute in context.description.attributes {
            let slot = names.firstIndex(of: attribute.memberName) ?? names.count
            if slot == names.count { names.append(attribute.memberName) }
            attributes.append((attribute, slot))
        }
        var slots = Array(names.indices)
        var aliases: [(field: FieldName, locale: LocaleIdentifier, slot: Int)] = []
        var currency = context.description.currency
        var otherNames: [String: String] = [:]
        for (column, member) in context.description.columns.sorted(by: { $0.key < $1.key }) {
            // A member that another name is mapped to leaves its own name unused.
            let known = names.firstIndex(of: column)
            if member.isEmpty {
                // No code reads this slot.
                let place = names.count + context.description.columns.count
                if let known {
                    slots[known] = place
                } else {
                    names.append(column)
                    slots.append(place)
                }
                continue
            }
            let (base, key) = ColumnNames.split(member)
            guard let slot = names.firstIndex(of: base) else {
                otherNames[column] = member
                continue
            }
            var alias = slots[slot]
            if let key, let field = fields.first(where: { $0.name.rawValue == base })?.name {
                guard let locale = LocaleIdentifier(key) else { continue }
                alias = slots.count
                aliases.append((field, locale, alias))
            } else if base == "price", let key {
                currency = key
            }
            if let known {
                slots[known] = alias
            } else {
                names.append(column)
                slots.append(alias)
            }
        }
        self.attributes = attributes
        self.names = names.map { Array($0.utf8) }
        self.fields = fields
        self.aliases = aliases
        self.currency = currency
        self.otherNames = otherNames
        mappedGroup = context.description.mappedGroup
        variants = context.description.group == nil ? JSONVariantNotice() : nil
        options = VariantOptions(context.description)
        html = HTMLText(context.description)
        uses = context.readsExports ? [] : nil
        listsKeywords = context.description.columns.values.contains {
            ColumnNames.split($0).base == "keywords"
        }
        self.slots = slots
        places = Array(repeating: 0, count: max(slots.count, (slots.max() ?? 0) + 1))
    }

    /// Makes a record; reports warnings to the context.
    ///
    /// - Parameters:
    ///   - source: the object's text.
    ///   - found: the options of a variant, which are not among its members.
    /// - Returns: `nil` if a member marks the product as not for sale.
    func record(
        from root: JSONValue, line: Int, source: JSONSource, options found: [VariantOption] = []
    ) throws(ItemError) -> CatalogRecord? {
        guard root.kind == .object else { throw ItemError(.notObject) }
        locales.prune()
        for place in places.indices { places[place] = 0 }
        var others: [(name: JSONValue, value: JSONValue)] = []
        for (name, value) in root.members {
            if let slot = slot(of: name.utf8) {
                places[slot] = value.index
            } else {
                others.append((name, value))
            }
        }
        noteMembers(of: root)
        variants?.look(at: others, of: root, context)
        if let hiding = memberHiding(others, of: root) {
            context.leaveOut(by: hiding)
            return nil
        }
        var record = CatalogRecord(id: try identifier(root))
        record.scope = try scope(root)
        record.texts.reserveCapacity(textCount)
        for (field, slot) in fields {
            switch slot {
            case Slot.type:
                if let type = record.scope {
                    record.texts.append(CatalogRecord.Text(field, defaultLocale, type))
                }
            default:
                if let value = member(slot, of: root) {
                    try appendTexts(of: value, field: field, to: &record, line: line)
                }
                for alias in aliases where alias.field == field {
                    guard let value = member(alias.slot, of: root),
                        !record.texts.contains(where: { $0.field == field && $0.locale == alias.locale })
                    else { continue }
                    guard appendTexts(value, CatalogRecord.Text(field, alias.locale, ""), to: &record.texts)
                    else { throw ItemError(.wrongType(member: field.rawValue, expected: .text)) }
                }
            }
        }
        textCount = record.texts.count
        record.year = try year(root)
        try readPrice(root, into: &record, line: line)
        applySales(&others, to: &record)
        if let prices = member(Slot.prices, of: root) { readPrices(prices, into: &record, line: line) }
        if let value = member(Slot.popularity, of: root) {
            guard let popularity = value.double else {
                throw ItemError(.wrongType(member: "popularity", expected: .number))
            }
            record.popularity = popularity
        }
        if let vectors = member(Slot.vectors, of: root) { readVectors(vectors, into: &record, line: line) }
        readAttributes(root, into: &record, line: line, source)
        for (name, value) in JSONText.unique(others) {
            let member = CatalogRecord.Member(
                name: String(wellFormed: name.utf8), json: JSONText.value(value))
            record.additionalMembers.append(member)
        }
        if !otherNames.isEmpty { rename(&record.additionalMembers) }
        addPicture(to: &record, others)
        for option in found { options.add(option, to: &record) }
        record.completeGroup(mappedGroup)
        return record
    }

    @inline(__always)
    private func slot(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        names.firstIndex { $0.count == name.count && $0.elementsEqual(name) }.map { slots[$0] }
    }

    /// A member with a slot; `nil` if it is absent or null.
    func member(_ slot: Int, of root: JSONValue) -> JSONValue? {
        guard places[slot] != 0 else { return nil }
        let value = root.at(places[slot])
        return value.isNull ? nil : value
    }

    private func identifier(_ root: JSONValue) throws(ItemError) -> String {
        guard let value = member(Slot.id, of: root) else { throw ItemError(.noIdentifier) }
        switch value.kind {
        case .string:
            guard !value.utf8.isEmpty else { throw ItemError(.noIdentifier) }
            return String(wellFormed: value.utf8)
        case .integer, .unsigned: return value.decimalSpelling ?? ""
        default: throw ItemError(.wrongType(member: "id", expected: .text))
        }
    }

    private func scope(_ root: JSONValue) throws(ItemError) -> String? {
        guard let value = member(Slot.type, of: root) else { return nil }
        guard let type = value.string else { throw ItemError(.wrongType(member: "type", expected: .text)) }
        return type.isEmpty ? nil : html.label(type)
    }

    private func year(_ root: JSONValue) throws(ItemError) -> Int? {
        guard let value = member(Slot.year, of: root) else { return nil }
        guard let year = value.integer ?? value.string.flatMap(Int.init(digits:)) else {
            throw ItemError(.wrongType(member: "year", expected: .integer))
        }
        return year
    }

    private func readPrice(
        _ root: JSONValue, into record: inout CatalogRecord, line: Int
    ) throws(ItemError) {
        guard let value = member(Slot.price, of: root) else { return }
        if value.kind != .object, let spelling = value.string ?? value.decimalSpelling {
            if spelling.isEmpty { return }
            // A JSON number has a `.` as its decimal mark in any language.
            let price =
                value.isString
                ? Price(written: spelling, currency: currency, locale: defaultLocale)
                : currency.flatMap { Price(spelling, currency: $0) }
            if let price {
                record.price = price
                return
            }
            let shown = Price.currency(shownBy: spelling, locale: defaultLocale)
            if currency == nil,
                shown != nil || Price(written: spelling, currency: "EUR", locale: defaultLocale) != nil
            {
                throw ItemError(context.priceWithoutCurrency(shown: shown))
            }
            if value.isString {
                // Shops write “on request” and the like here.
                return context.report(.invalidPrice(member: "price", text: spelling.excerpt), line: line)
            }
        }
        guard value.kind == .object, let amount = value.member("amount"),
            let currency = value.member("currency").flatMap(\.string), !currency.isEmpty,
            let spelling = amount.string ?? amount.decimalSpelling
        else { throw ItemError(.wrongType(member: "price", expected: .price)) }
        guard let price = Price(spelling, currency: currency) else {
            throw ItemError(.invalidNumber(member: "price", text: spelling.excerpt))
        }
        if !Price.isCurrency(currency) {
            context.report(.unknownCurrency(member: "price", code: currency.excerpt), line: line)
        }
        record.price = price
        for (name, value) in JSONText.uniqueMembers(of: value)
        where !name.utf8.equals("amount") && !name.utf8.equals("currency") {
            let name = "price[\(String(wellFormed: name.utf8))]"
            record.additionalMembers.append(CatalogRecord.Member(name: name, json: JSONText.value(value)))
        }
    }
}

extension JSONRecordBuilder {
    /// Adds a field's texts. An empty text counts as absent, so that another locale's text is used.
    private func appendTexts(
        of value: JSONValue, field: FieldName, to record: inout CatalogRecord, line: Int
    ) throws(ItemError) {
        switch value.kind {
        case .object: break
        case .string, .list:
            guard appendTexts(value, CatalogRecord.Text(field, defaultLocale, ""), to: &record.texts) else {
                throw ItemError(.wrongType(member: field.rawValue, expected: .text))
            }
            return
        default:
            let expected: CatalogDiagnostic.ExpectedType =
                field == .keywords ? .localizedTexts : .localizedText
            throw ItemError(.wrongType(member: field.rawValue, expected: expected))
        }
        values.reset()
        for (name, value) in value.members {
            values.add(locales.number(of: name.utf8), value, in: locales)
        }
        if !values.rivals.isEmpty { values.settle(in: locales) { $0.isEmptyText } }
        for candidate in values.chosen {
            if let locale = locales.entries[candidate.key].locale {
                guard appendTexts(candidate.value, CatalogRecord.Text(field, locale, ""), to: &record.texts)
                else {
                    let key = locales.entries[candidate.key].key.excerpt
                    throw ItemError(.wrongType(member: "\(field)[\(key)]", expected: .text))
                }
            } else {
                let key = locales.entries[candidate.key].key
                context.report(.invalidLocale(member: field.rawValue, key: key.excerpt), line: line)
                keep(candidate, of: field, in: &record)
            }
        }
        for rival in values.rivals { keep(rival, of: field, in: &record) }
    }

    /// Adds a text or a list of texts; `false` if it is something else.
    @inline(__always)
    private func appendTexts(
        _ value: JSONValue, _ text: CatalogRecord.Text, to texts: inout [CatalogRecord.Text]
    ) -> Bool {
        var text = text
        if value.isString {
            if value.utf8.isEmpty { return true }
            let spelled = String(wellFormed: value.utf8)
            if text.field == .keywords, listsKeywords {
                texts += keywords(in: spelled, text)
                return true
            }
            text.value = html.plain(spelled, of: text.field)
            if !text.value.isEmpty { texts.append(text) }
            return true
        }
        if value.isNull { return true }
        guard value.kind == .list else { return false }
        for element in value.elements where !element.isNull {
            guard let value = element.string else { return false }
            text.value = html.plain(value, of: text.field)
            if !text.value.isEmpty { texts.append(text) }
        }
        return true
    }

    /// Preserves a text that is not searched, so that results can show it.
    private func keep(
        _ candidate: LocalizedValues<JSONValue>.Candidate, of field: FieldName, in record: inout CatalogRecord
    ) {
        if candidate.value.isEmptyText { return }
        let name = "\(field)[\(locales.entries[candidate.key].key)]"
        record.additionalMembers.append(
            CatalogRecord.Member(name: name, json: JSONText.value(candidate.value)))
    }
}

extension JSONValue {
    /// Whether there is no text: null, an empty string, or a list of these.
    fileprivate var isEmptyText: Bool {
        switch kind {
        case .null: true
        case .string: utf8.isEmpty
        case .list: elements.allSatisfy(\.isEmptyText)
        default: false
        }
    }
}

extension CatalogDescription {
    /// All fields of texts: the searched ones, in their order, the title, and the standard ones. `year`,
    /// `price`, `prices`, `popularity` and `_vectors` are always numbers.
    var textFields: [FieldName] {
        var found: [FieldName] = []
        for field in fields.filter(\.hasLocale) + [titleField] + FieldName.standard
        where ![.year, .price, .id, "popularity", "prices", FieldName(JSONRecordBuilder.vectorMember)]
            .contains(field) && !found.contains(field)
        {
            found.append(field)
        }
        return found
    }
}

extension Int {
    /// Reads a whole number of digits only, with an optional `-`.
    init?(digits text: some StringProtocol) {
        guard text.utf8.first != UInt8(ascii: "+") else { return nil }
        self.init(text, radix: 10)
    }
}
