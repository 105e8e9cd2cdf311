// The attributes of an index for readers of the native interface and of the page: by their own names, with
// labels, as other catalogs declare theirs.

internal import CatalogSearch
internal import JSON
internal import Support

/// The kind of an attribute's values in all documents so far.
enum ValueKind: String, Hashable, Sendable {
    /// No values.
    case empty
    case number
    case boolean
    /// Texts, or values of several kinds.
    case text

    /// The kind of values of both kinds together.
    func joined(_ other: ValueKind) -> ValueKind {
        if self == .empty { return other }
        return other == .empty || other == self ? self : .text
    }
}

extension IndexDescription {
    /// Adds the kind of an attribute's values in a document.
    ///
    /// - Parameter isNew: whether no earlier document has the attribute.
    mutating func note(_ kind: ValueKind, of attribute: String, isNew: Bool) {
        let old = isNew ? .empty : kinds[attribute] ?? .text
        let joined = old.joined(kind)
        guard isNew || joined != old else { return }
        kinds[attribute] = joined == .text ? nil : joined
    }

    /// The kinds as a catalog stores them.
    var storedKinds: JSON {
        .object(
            attributes.compactMap { attribute in
                kinds[attribute].map { .init(attribute, .string($0.rawValue)) }
            })
    }

    /// The declarations for readers. They have the values of the attributes that the protocol uses.
    ///
    /// - Parameter locale: the catalog's default locale, in which attributes have their labels.
    func shownDeclarations(_ locale: LocaleIdentifier) -> [JSON.Member] {
        attributes.compactMap { attribute -> JSON.Member? in
            guard let member = shownMember(of: attribute) else { return nil }
            let name = IndexNames.shown(attribute)
            let type: AttributeType = kinds[attribute] == .number ? .number : .text
            var declaration: [JSON.Member] = [
                .init("type", .string(type.rawValue)), .init("member", .string(member.rawValue)),
                .init("many", true), .init("searched", false),
            ]
            // Readers do not choose among ids.
            let isFacet =
                IndexSettings.contains(settings.filterable, attribute) && attribute != primaryKey
                && attribute != settings.distinct
            if !isFacet { declaration.append(.init("facet", false)) }
            if !IndexSettings.contains(settings.sortable, attribute) {
                declaration.append(.init("sort", false))
            }
            let own = shown[name] ?? []
            declaration += usualMembers(of: attribute, locale).filter { usual in
                !own.contains { $0.name == usual.name }
            }
            return .init(name.rawValue, .object(declaration + own))
        }
    }

    /// The member of records that has an attribute's values for readers; `nil` if they may not see it, or
    /// can do nothing with it.
    private func shownMember(of attribute: String) -> AttributeName? {
        // Members such as `_geo` have a meaning of their own, and a price is shown as every catalog's.
        guard !attribute.hasPrefix("_"), currency == nil || attribute != IndexNames.price,
            settings.displayed.map({ IndexSettings.contains($0, attribute) }) ?? true
        else { return nil }
        let isFilterable = IndexSettings.contains(settings.filterable, attribute)
        guard isFilterable || IndexSettings.contains(settings.sortable, attribute) else { return nil }
        switch kinds[attribute] ?? .text {
        case .empty: return nil
        case .number: return IndexNames.number(attribute)
        case .boolean: return isFilterable ? IndexNames.facet(attribute) : nil
        case .text: return isFilterable ? IndexNames.facet(attribute) : IndexNames.order(attribute)
        }
    }

    // MARK: How attributes are shown

    /// The members of a declaration that only change how an attribute is shown.
    private static let shownMembers: Set<String> = ["label", "values", "order"]

    /// Reads what was set at the native interface from the declarations of a catalog.
    ///
    /// - Parameter locale: the catalog's default locale.
    mutating func readShown(_ declarations: JSON?, _ locale: LocaleIdentifier) {
        for attribute in attributes {
            let name = IndexNames.shown(attribute)
            guard let declaration = declarations?[name.rawValue] else { continue }
            let usual = usualMembers(of: attribute, locale)
            let own = declaration.members.filter {
                Self.shownMembers.contains($0.name) && !usual.contains($0)
            }
            if !own.isEmpty { shown[name] = own }
        }
    }

    /// The label of an attribute, and those of truth values, unless others were set.
    private func usualMembers(of attribute: String, _ locale: LocaleIdentifier) -> [JSON.Member] {
        let label: JSON = [locale.identifier: .string(attribute.nameAsWords)]
        guard kinds[attribute] == .boolean else { return [.init("label", label)] }
        return [.init("label", label), .init("values", ["true": "ValueTrue", "false": "ValueFalse"])]
    }
}
