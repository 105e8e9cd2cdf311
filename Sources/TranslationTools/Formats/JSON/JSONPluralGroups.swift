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
        /// What is behind the key in the name.
        let suffix: String
    }

    private var names: [ByteString: Form] = [:]

    /// - Parameters:
    ///   - numbers: how the locale names forms in i18next's format 3.
    ///   - isFormat3: whether the file shows that it is in this format.
    ///   - isPlural: whether other files have a plural under a name.
    init(
        _ members: [LocatedJSON.Member], _ numbers: I18nextPlurals, isFormat3: Bool,
        isPlural: (String) -> Bool
    ) {
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
                names[ByteString(name)] = Form(name: name, category: nil, isOrdinal: false, suffix: "")
            }
        }
        addFormat3(members, numbers, isFormat3: isFormat3, isPlural: isPlural)
    }

    /// Adds the groups of i18next's format 3: `item_0` and its like, `item` and `item_plural`.
    ///
    /// A language with numbered forms may have the others, too: `item` is shown
    /// where a form is missing.
    private mutating func addFormat3(
        _ members: [LocatedJSON.Member], _ numbers: I18nextPlurals, isFormat3: Bool,
        isPlural: (String) -> Bool
    ) {
        var groups: [String: [(index: Int?, name: String, text: String)]] = [:]
        var texts: Set<ByteString> = []
        for member in members {
            guard let text = member.value.string else { continue }
            if let (key, index) = I18nextPlurals.numbered(member.name) {
                groups[key, default: []].append((index, member.name, text))
            } else if member.name.utf8.last == 0x6C, member.name.hasSuffix(I18nextPlurals.plural) {
                let key = String(member.name.dropLast(I18nextPlurals.plural.count))
                groups[key, default: []].append((nil, member.name, text))
            }
        }
        guard !groups.isEmpty else { return }
        for member in members where member.value.string != nil { texts.insert(ByteString(member.name)) }
        for (key, group) in groups where names[ByteString(key)] == nil {
            let isNumbered = group.count > 1 && group.contains { $0.text.utf8.showsCount }
            let isPair = texts.contains(ByteString(key)) && group.contains { $0.index == nil }
            guard isPlural(key) || isNumbered || isFormat3 && isPair else { continue }
            var categories: Set<PluralCategory> = []
            for part in group.sorted(by: { ($0.index ?? .max) < ($1.index ?? .max) }) {
                guard let category = part.index.map(numbers.category) ?? .other,
                    categories.insert(category).inserted
                else { continue }
                names[ByteString(part.name)] = Form(
                    name: key, category: category, isOrdinal: false,
                    suffix: String(part.name.dropFirst(key.count)))
            }
            names[ByteString(key)] = Form(
                name: key, category: categories.contains(.one) ? nil : .one, isOrdinal: false, suffix: "")
        }
    }

    /// Whether any form is named as in i18next's format 3.
    var hasFormat3: Bool {
        names.values.contains { form in form.category.map { form.suffix != "_" + $0.rawValue } ?? false }
    }

    /// What a name stands for; `nil` where it is no form of a plural.
    func form(of name: String) -> Form? { names[ByteString(name)] }

    private static func form(named name: String) -> Form? {
        guard let place = name.lastIndex(of: "_"), place > name.startIndex,
            let category = PluralCategory(rawValue: String(name[name.index(after: place)...]))
        else { return nil }
        let base = String(name[..<place])
        return Form(
            name: base, category: category, isOrdinal: base.hasSuffix("_ordinal"),
            suffix: "_" + category.rawValue)
    }
}

extension String.UTF8View {
    /// Whether a text has `{{count` or `{count`.
    var showsCount: Bool {
        var rest = self[...]
        while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
            rest = rest[index(after: brace)...]
            if rest.drop(while: { $0 == 0x20 }).starts(with: "count".utf8) { return true }
        }
        return false
    }
}
