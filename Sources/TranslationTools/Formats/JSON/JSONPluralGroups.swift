// Plural forms that are members of their own, as i18next has them (its
// documentation, "Plurals", JSON format 4).

internal import JSON
internal import Localization

/// The members of an object that are plural forms: `items_one`, `items_other`, `place_ordinal_two`.
///
/// A name such as `reason_other` alone does not tell a plural. It is one if another form is beside it, if its
/// text shows the count, or if another file of the project has the plural.
struct JSONPluralGroups {
    /// What a name stands for.
    struct Form {
        /// The name without the category.
        let name: String
        /// `nil` for the text without a category beside the forms.
        let category: PluralCategory?
        let isOrdinal: Bool
    }

    private var names: [ByteString: Form] = [:]

    /// - Parameter isPlural: whether other files have a plural under a name.
    init(_ members: [LocatedJSON.Member], isPlural: (String) -> Bool) {
        var forms: [ByteString: [(form: Form, name: String, text: String)]] = [:]
        for member in members {
            guard let text = member.value.string, let form = Self.form(named: member.name) else { continue }
            forms[ByteString(form.name), default: []].append((form, member.name, text))
        }
        for group in forms.values {
            let name = group[0].form.name
            let showsCount = group.contains { $0.text.utf8.showsCount }
            let hasOther = group.contains { $0.form.category == .other }
            let isGroup =
                isPlural(name) || group.count > 1 && (hasOther || showsCount || group[0].form.isOrdinal)
                || hasOther && (showsCount || group[0].form.isOrdinal)
            guard isGroup else { continue }
            for part in group { names[ByteString(part.name)] = part.form }
            if !group[0].form.isOrdinal {
                names[ByteString(name)] = Form(name: name, category: nil, isOrdinal: false)
            }
        }
    }

    /// What a name stands for; `nil` where it is no form of a plural.
    func form(of name: String) -> Form? { names[ByteString(name)] }

    private static func form(named name: String) -> Form? {
        guard let place = name.lastIndex(of: "_"), place > name.startIndex,
            let category = PluralCategory(rawValue: String(name[name.index(after: place)...]))
        else { return nil }
        let base = String(name[..<place])
        return Form(name: base, category: category, isOrdinal: base.hasSuffix("_ordinal"))
    }
}

extension String.UTF8View {
    /// Whether a text has `{{count` or `{count`.
    fileprivate var showsCount: Bool {
        var rest = self[...]
        while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
            rest = rest[index(after: brace)...]
            if rest.drop(while: { $0 == 0x20 }).starts(with: "count".utf8) { return true }
        }
        return false
    }
}
