// Filters, counts and orders records one by one: slow, and plain enough to be the reference for every index.

import ICU
import TestSupport

@testable import CatalogSearch

/// Evaluates filters, facets and orders on records, without columns and sets.
struct AttributeOracle {
    let description: CatalogDescription
    /// All records of the catalog.
    let records: [CatalogRecord]
    /// The prices that requests choose.
    var currency: String?
    var market: String?
    /// The ids of all texts, by attribute.
    private var ids: [AttributeName: Set<String>] = [:]
    private let foldings = KnownFoldings()

    init(description: CatalogDescription, records: [CatalogRecord]) {
        self.description = description
        self.records = records
        for name in description.attributes.map(\.name) + AttributeName.builtIn {
            ids[name] = Set(records.flatMap { values($0, name) }.map(\.spelling))
        }
    }

    /// The values of an attribute.
    func values(_ record: CatalogRecord, _ name: AttributeName) -> [AttributeValue] {
        switch name {
        case .scope: record.scope.map { [.text($0)] } ?? []
        case .catalog: [.text(description.id)]
        case .id: [.text(record.id)]
        case .year: record.year.map { [.number(DecimalNumber($0))] } ?? []
        case .price: record.price(in: currency, for: market).map { [.number($0.amount)] } ?? []
        case .popularity: [.number(DecimalNumber(Int(record.popularity)))]
        default: record.attributes.filter { $0.name == name }.map(\.value)
        }
    }

    func type(_ name: AttributeName) -> AttributeType {
        switch name {
        case .scope, .catalog, .id: .text
        case .year, .price, .popularity: .number
        default: description.attribute(name)!.type
        }
    }

    // MARK: Groups

    /// The value that the records of a group share; each record without a group has its own.
    func group(_ record: CatalogRecord, _ request: SearchRequest) -> String {
        guard request.isGrouped, let name = description.group, let value = values(record, name).first else {
            return "record \(record.id)"
        }
        return "group \(value.spelling)"
    }

    /// The number of groups, or of records if nothing is grouped.
    func count(_ records: [CatalogRecord], _ request: SearchRequest) -> Int {
        Set(records.map { group($0, request) }).count
    }

    // MARK: Filters

    func holds(_ filter: Filter, _ record: CatalogRecord, _ request: SearchRequest) throws -> Bool {
        switch filter {
        case .all(let parts): return try parts.allSatisfy { try holds($0, record, request) }
        case .any(let parts): return try parts.contains { try holds($0, record, request) }
        case .not(let part): return try !holds(part, record, request)
        case .condition(let condition):
            let own = values(record, condition.attribute)
            func typed(_ value: AttributeValue) -> AttributeValue {
                AttributeValue(value.spelling, type(condition.attribute))!
            }
            func isAbove(_ value: AttributeValue, _ bound: AttributeValue) -> Bool {
                Self.isLess(typed(bound), value)
            }
            func isBelow(_ value: AttributeValue, _ bound: AttributeValue) -> Bool {
                Self.isLess(value, typed(bound))
            }
            switch condition.test {
            case .exists: return !own.isEmpty
            case .equals(let wanted):
                return try own.contains { try equals($0, typed(wanted), condition.attribute, request) }
            case .isOneOf(let list):
                return try own.contains { value in
                    try list.contains { try equals(value, typed($0), condition.attribute, request) }
                }
            case .isLess(let bound): return own.contains { isBelow($0, bound) }
            case .isAtMost(let bound): return own.contains { !isAbove($0, bound) }
            case .isGreater(let bound): return own.contains { isAbove($0, bound) }
            case .isAtLeast(let bound): return own.contains { !isBelow($0, bound) }
            case .isBetween(let lower, let upper):
                return own.contains { !isBelow($0, lower) && !isAbove($0, upper) }
            case .place(let test): return own.contains { PlaceOracle.holds(test, $0) }
            }
        }
    }

    private static func isLess(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
        switch (left, right) {
        case (.number(let one), .number(let other)): one < other
        case (.date(let one), .date(let other)): one < other
        default: false
        }
    }

    private func equals(
        _ value: AttributeValue, _ wanted: AttributeValue, _ name: AttributeName, _ request: SearchRequest
    ) throws -> Bool {
        guard case .text(let id, let labels) = value, case .text(let text, _) = wanted else {
            return value == wanted
        }
        if isID(text, name) { return id == text }
        if name == .id { return false }
        return try request.chain.contains { locale in
            let wanted = try foldings.folded(text, locale)
            let own = [id, labels[locale], declaredLabel(id, name)?[locale]].compactMap(\.self)
            return try own.contains { own in
                try zip(foldings.folded(own, locale), wanted).contains { !$1.isEmpty && $0 == $1 }
            }
        }
    }

    /// Whether a record has a value with this id, or the catalog declares it.
    private func isID(_ text: String, _ name: AttributeName) -> Bool {
        if declaredLabel(text, name) != nil { return true }
        if name == .scope, description.scopes.contains(where: { $0.id == text }) { return true }
        return records.contains { record in
            values(record, name).contains { if case .text(let id, _) = $0 { id == text } else { false } }
        }
    }

    private func declaredLabel(_ id: String, _ name: AttributeName) -> [LocaleIdentifier: String]? {
        let label =
            name == .scope
            ? description.scopes.first { $0.id == id }?.label
            : description.attribute(name)?.values.first { $0.id == id }?.label
        if case .texts(let texts)? = label { return texts }
        return nil
    }

    /// The text that a reader sees.
    func label(_ value: AttributeValue, _ name: AttributeName, _ request: SearchRequest) -> String? {
        guard case .text(let id, let labels) = value else { return nil }
        let chain = request.chain + [description.defaultLocale]
        if let declared = declaredLabel(id, name), let label = chain.lazy.compactMap({ declared[$0] }).first {
            return label
        }
        return chain.lazy.compactMap { labels[$0] }.first ?? id
    }

    // MARK: Facets

    /// The parts of a filter of which all must hold.
    private func parts(_ filter: Filter) -> [Filter] {
        if case .all(let parts) = filter { parts.flatMap(self.parts) } else { [filter] }
    }

    private func names(_ filter: Filter) -> Set<AttributeName> {
        switch filter {
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion(names($1)) }
        case .not(let part): names(part)
        case .condition(let condition): [condition.attribute]
        }
    }

    private func wanted(_ filter: Filter) -> [AttributeValue] {
        switch filter {
        case .all(let parts), .any(let parts): parts.flatMap(wanted)
        case .not: []
        case .condition(let condition):
            switch condition.test {
            case .equals(let value): [value]
            case .isOneOf(let values): values
            default: []
            }
        }
    }

    /// The counts of an attribute among records that match the words and the scope of a
    /// request, but maybe not its filter.
    func facet(
        _ facet: FacetRequest, _ found: [CatalogRecord], _ request: SearchRequest
    ) throws -> FacetCounts {
        let name = facet.attribute
        let all = request.filter.map(parts) ?? []
        let others = all.filter { names($0) != [name] }
        let own = all.filter { names($0) == [name] }
        let counted = try found.filter { record in try others.allSatisfy { try holds($0, record, request) } }
        var result = FacetCounts(attribute: name, type: type(name))
        result.count = count(counted.filter { !values($0, name).isEmpty }, request)
        if result.type == .place { return result }
        if result.type == .number || result.type == .date {
            let numbers = counted.flatMap { values($0, name) }.sorted { Self.isLess($0, $1) }
            (result.minimum, result.maximum) = (numbers.first, numbers.last)
            let bounds = facet.bounds.map { AttributeValue($0.spelling, result.type)! }
            result.ranges = bounds.enumerated().map { place, lower in
                let upper = place + 1 < bounds.count ? bounds[place + 1] : nil
                let inside = counted.filter { record in
                    values(record, name).contains { value in
                        !Self.isLess(value, lower) && upper.map { Self.isLess(value, $0) } ?? true
                    }
                }
                let count = count(inside, request)
                return .init(lower: lower, upper: upper, count: count)
            }
            return result
        }
        var counts: [String: (count: Int, label: String?)] = [:]
        var seen: Set<[String]> = []
        for record in counted {
            for value in values(record, name) {
                let label = label(value, name, request)
                let known = counts[value.spelling]
                let isFirst =
                    known?.label.map { $0.utf8.lexicographicallyPrecedes((label ?? "").utf8) } ?? false
                counts[value.spelling] = (
                    (known?.count ?? 0)
                        + (seen.insert([value.spelling, group(record, request)]).inserted ? 1 : 0),
                    isFirst ? known?.label : label
                )
            }
        }
        let prefix = facet.prefix ?? ""
        if !prefix.isEmpty {
            for id in counts.keys {
                let all = records.flatMap { values($0, name) }.filter { $0.spelling == id }
                let begins = try request.chain.contains { locale in
                    let wanted = try foldings.folded(prefix, locale)
                    let texts =
                        [id, declaredLabel(id, name)?[locale]].compactMap(\.self)
                        + all.compactMap { if case .text(_, let labels) = $0 { labels[locale] } else { nil } }
                    return try texts.contains { text in
                        try zip(foldings.folded(text, locale), wanted).contains {
                            !$1.isEmpty && $0.starts(with: $1)
                        }
                    }
                }
                if !begins { counts[id] = nil }
            }
        }
        var selected: Set<String> = []
        for value in own.flatMap(wanted) {
            for record in records {
                for candidate in values(record, name)
                where try equals(candidate, AttributeValue(value.spelling, result.type)!, name, request) {
                    selected.insert(candidate.spelling)
                }
            }
        }
        let collator = try Collator(request.locale)
        let order = facet.order ?? description.attribute(name)?.order
        let list = counts.sorted { left, right in
            if order == .label, result.type == .text {
                let keys = [left, right].map { collator.sortKey($0.value.label ?? "") }
                if keys[0] != keys[1] { return keys[0].lexicographicallyPrecedes(keys[1]) }
            } else if left.value.count != right.value.count {
                return left.value.count > right.value.count
            }
            return left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
        }
        for (place, entry) in list.enumerated() {
            guard place < facet.limit || selected.contains(entry.key) else {
                result.others += 1
                continue
            }
            result.values.append(
                .init(
                    value: AttributeValue(entry.key, result.type)!, label: entry.value.label,
                    count: entry.value.count,
                    isSelected: selected.contains(entry.key)))
        }
        return result
    }

    // MARK: Order

    /// The records in the order of a request's attributes; equal ones stay in their order.
    func sorted(_ found: [CatalogRecord], _ request: SearchRequest, title: (CatalogRecord) -> String) throws
        -> [CatalogRecord]
    {
        let collator = try Collator(request.locale)
        func key(_ record: CatalogRecord, _ key: SortKey) -> (number: DecimalNumber?, bytes: [UInt8]?) {
            if key.attribute == .title { return (nil, collator.sortKey(title(record))) }
            if key.attribute == .id { return (nil, Array(record.id.utf8)) }
            let numbers = values(record, key.attribute).compactMap { value -> DecimalNumber? in
                switch value {
                case .text: nil
                case .number(let number): number
                case .date(let date): DecimalNumber(Int(date.microseconds))
                case .boolean(let flag): DecimalNumber(flag ? 1 : 0)
                case .place(let place): PlaceOracle.order(of: place, key)
                }
            }
            let texts = values(record, key.attribute).compactMap { label($0, key.attribute, request) }.map {
                collator.sortKey($0)
            }
            return (key.isDescending ? numbers.max() : numbers.min(), texts.first)
        }
        let keyed = found.enumerated().map { place, record in
            (place: place, record: record, keys: request.order.map { key(record, $0) })
        }
        return keyed.sorted { left, right in
            for (place, sort) in request.order.enumerated() {
                let (one, other) = (left.keys[place], right.keys[place])
                let isMissing = one.number == nil && one.bytes == nil
                let isOtherMissing = other.number == nil && other.bytes == nil
                if isMissing != isOtherMissing { return isOtherMissing }
                if let one = one.number, let other = other.number, one != other {
                    return (one < other) != sort.isDescending
                }
                if let one = one.bytes, let other = other.bytes, one != other {
                    return one.lexicographicallyPrecedes(other) != sort.isDescending
                }
            }
            return left.place < right.place
        }.map(\.record)
    }
}

/// Texts in both foldings of locales, each folded once.
private final class KnownFoldings {
    private var known: [LocaleIdentifier: [String: [[UInt8]]]] = [:]

    func folded(_ text: String, _ locale: LocaleIdentifier) throws -> [[UInt8]] {
        if let found = known[locale]?[text] { return found }
        let folding = try Folding(locale)
        let found = [folding.standard.folded(text), folding.search.folded(text)]
        known[locale, default: [:]][text] = found
        return found
    }
}
