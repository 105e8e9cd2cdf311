// The texts of a JSON file: which of its values they are, under which keys.

internal import JSON
internal import Localization
internal import Support

/// A message of a JSON file.
struct JSONEntry: Sendable {
    /// A text, as a value of its own or as a branch of MessageFormat.
    struct Form: Sendable {
        let text: String
        /// What is behind the key in the name.
        let suffix: String
        private let valuePlace: SmallRange
        /// Empty for elements of arrays.
        private let namePlace: SmallRange
        private let start: UInt32
        /// The category of the form; `nil` for the plain text.
        let category: PluralCategory?

        /// - Parameters:
        ///   - value: the value with its quotation marks.
        ///   - name: the name of the value, with its quotation marks; `nil` for elements of arrays.
        ///   - offset: where the text begins, for findings.
        init(
            _ category: PluralCategory?, _ text: String, value: Range<Int>, name: Range<Int>?, offset: Int,
            suffix: String = ""
        ) {
            (self.category, self.text, self.suffix) = (category, text, suffix)
            (valuePlace, namePlace) = (SmallRange(value), SmallRange(name ?? 0..<0))
            start = UInt32(clamping: offset)
        }

        var variation: VariationKey.Variation? { category.map { .plural($0) } }
        var value: Range<Int> { valuePlace.range }
        var name: Range<Int>? { namePlace.range.isEmpty ? nil : namePlace.range }
        var offset: Int { Int(start) }
    }

    /// The names of the objects and the value, or numbers of elements, joined by dots. The
    /// forms of a plural have one key.
    let key: String
    var forms: [Form] {
        get { onlyForm.map { [$0] } ?? otherForms }
        set { (onlyForm, otherForms) = newValue.count == 1 ? (newValue[0], []) : (nil, newValue) }
    }
    /// The form of nearly all entries: an array of one would need as much room again.
    private var onlyForm: Form?
    private var otherForms: [Form] = []
    /// What the file says to translators.
    var comment: String?
    /// None or one: few entries have one.
    private var plurals: [ICUPlural] = []
    /// Empty where there is none.
    private var nullPlace = SmallRange(0..<0)
    private let start: UInt32
    /// Whether the value is data, such as a number, unless another file has a text there.
    var isData = false
    /// Whether the plural's categories are those of ordinal numbers: 1st, 2nd.
    var isOrdinal = false

    /// - Parameter offset: where the entry begins.
    init(key: String, offset: Int) { (self.key, start) = (key, UInt32(clamping: offset)) }

    /// Where the entry begins.
    var offset: Int { Int(start) }

    /// The plural in the only form's value, where that is one of MessageFormat.
    var plural: ICUPlural? {
        get { plurals.first }
        set { plurals = newValue.map { [$0] } ?? [] }
    }

    /// A value that is null or no text, in the place of a text.
    var null: Range<Int>? {
        get { nullPlace.range.isEmpty ? nil : nullPlace.range }
        set { nullPlace = SmallRange(newValue ?? 0..<0) }
    }

    /// Whether each form is a member by itself.
    var hasSuffixes: Bool {
        plural == nil && (onlyForm?.category != nil || otherForms.contains { $0.category != nil })
    }
}

/// The texts of a file in its order, and what is wrong with it.
struct JSONTexts: Sendable {
    /// What was found, at an offset.
    struct Finding: Sendable {
        let kind: ExchangeDiagnostic.Kind
        let facts: [String]
        let offset: Int
    }

    private(set) var entries: [JSONEntry] = []
    private(set) var findings: [Finding] = []
    let shape: JSONLayout.Shape
    /// The object with the texts; `nil` if the document is not an object, or not a file with texts.
    private(set) var root: LocatedJSON?
    /// The outermost object.
    private(set) var document: LocatedJSON?
    /// The name of the locale that the outermost object has as its only member; the texts are below it, as
    /// Rails and Transifex write them. `nil` where the outermost object has the texts.
    private(set) var wrapper: String?
    /// The locale that a resource bundle names.
    private(set) var localeName: String?
    /// Whether plural forms are named as in i18next's format 3.
    private(set) var hasFormat3 = false
    /// Whether plural forms have numbers.
    var hasNumbers: Bool {
        entries.contains { $0.forms.contains { I18nextPlurals.numbered("n" + $0.suffix) != nil } }
    }
    private var isFormat3 = false
    private let numbers: I18nextPlurals
    private var indices: [ByteString: Int] = [:]
    private let pluralKeys: Set<String>
    private let bytes: [UInt8]
    /// The language of MessageFormat's plurals; `nil` in resource bundles, where `=0` is `zero` in all.
    private let pluralLocale: LocaleIdentifier?

    /// The most bytes of a key.
    static let longestKey = 10_000

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the file without a byte order mark.
    ///   - shape: the shape, where the path tells it.
    ///   - pluralKeys: keys that have plural forms in other files of the project.
    ///   - locale: the locale that the path tells.
    init(
        _ bytes: [UInt8], _ shape: JSONLayout.Shape? = nil, pluralKeys: Set<String> = [],
        locale: LocaleIdentifier? = nil
    ) {
        (self.bytes, self.pluralKeys) = (bytes, pluralKeys)
        numbers = I18nextPlurals(locale)
        let (value, faults) = JSONReader.located(bytes)
        self.shape = shape ?? value.map(Self.shape) ?? .texts
        pluralLocale = self.shape == .resourceBundle ? nil : locale
        guard let value, value.isObject else {
            root = nil
            findings = faults.map(Self.finding)
            if findings.isEmpty || value != nil {
                findings.append(Finding(kind: .jsonUnexpectedDocument, facts: [], offset: 0))
            }
            return
        }
        // Data of a program may be anywhere, and has no faults that concern texts.
        guard self.shape != .texts || value.isMostlyText else {
            root = nil
            return
        }
        let texts = self.shape == .texts ? Self.texts(below: locale, in: value) : nil
        root = texts?.value ?? value
        (document, wrapper) = (value, texts?.name)
        findings = faults.map(Self.finding)
        // Arrays that grow need up to three times their size.
        let count = self.shape == .texts ? value.counts.texts : value.members.count
        entries.reserveCapacity(count)
        indices.reserveCapacity(count)
        if self.shape == .texts { isFormat3 = I18nextPlurals.areUsed(in: value) }
        read(texts?.value ?? value)
    }

    /// How many objects contain the texts.
    var depth: Int { wrapper == nil ? 1 : 2 }

    /// The only member of an object, if its name is a locale: that of the path, where the path tells it.
    private static func texts(below locale: LocaleIdentifier?, in root: LocatedJSON) -> LocatedJSON.Member? {
        guard root.members.count == 1, let member = root.members.first, member.value.isObject,
            FileFamily.isLocale(member.name[...])
        else { return nil }
        return locale == nil || LocaleIdentifier(member.name) == locale ? member : nil
    }

    /// The entries, after which the texts are empty.
    mutating func takeEntries() -> [JSONEntry] {
        (root, document, indices) = (nil, nil, [:])
        defer { entries = [] }
        return entries
    }

    func entry(_ key: String) -> JSONEntry? { indices[ByteString(key)].map { entries[$0] } }

    private static func finding(_ fault: JSONFault) -> Finding {
        let kind: ExchangeDiagnostic.Kind =
            switch fault.kind {
            case .notAllowed: .jsonNotAllowed
            case .missing: .signMissing
            case .escape: .jsonEscape
            case .controlCharacter: .jsonControlCharacter
            case .tooDeep: .jsonTooDeep
            case .encoding: .textEncoding
            }
        return Finding(kind: kind, facts: fault.signs.isEmpty ? [] : [fault.signs], offset: fault.offset)
    }

    /// The shape that a document's members tell.
    private static func shape(of root: LocatedJSON) -> JSONLayout.Shape {
        let members = root.members.filter { !isMetadata($0.name) }
        guard !members.isEmpty else { return .texts }
        if members.allSatisfy({ $0.value.member("defaultMessage")?.value.string != nil }) {
            return .descriptors
        }
        let isExtension = members.allSatisfy { member in
            member.value.member("message")?.value.string != nil
                && member.value.members.allSatisfy { descriptions.contains($0.name) }
        }
        return isExtension && members.contains { $0.value.members.count > 1 } ? .browserExtension : .texts
    }

    /// The members of a message of a browser's extension.
    private static let descriptions: Set<String> = ["message", "description", "placeholders", "hash"]

    /// Whether a member of the outermost object says something about the file.
    private static func isMetadata(_ name: String) -> Bool { name == "$schema" || name.hasPrefix("@@") }

    // MARK: Entries

    private mutating func report(_ kind: ExchangeDiagnostic.Kind, _ facts: String..., at offset: Int) {
        findings.append(Finding(kind: kind, facts: facts, offset: offset))
    }

    private mutating func read(_ root: LocatedJSON) {
        switch shape {
        case .texts: readTexts(of: root, below: nil)
        case .descriptors, .browserExtension:
            let textName = JSONLayout(shape, nil, isFlat: true).textName ?? ""
            for member in usable(root.members, below: nil) where !Self.isMetadata(member.name) {
                guard
                    let text = usable(member.value.members, below: member.name).last(where: {
                        $0.name == textName
                    })
                else { continue }
                add(
                    text.value, member, key: member.name,
                    comment: member.value.member("description")?.value.string)
            }
        case .resourceBundle:
            let named = root.membersByName
            for member in usable(root.members, below: nil) {
                if member.name == "@@locale" { localeName = member.value.string }
                guard !member.name.hasPrefix("@") else { continue }
                let about = named[ByteString("@" + member.name)]?.value
                add(
                    member.value, member, key: member.name,
                    comment: about?.member("description")?.value.string)
            }
        }
    }

    /// The members that programs see: the last one of each name. What they do not see is reported.
    private mutating func usable(_ members: [LocatedJSON.Member], below key: String?) -> [LocatedJSON.Member]
    {
        // Nearly all objects are as they should be, and large ones are not copied.
        var names = Set<ByteString>(minimumCapacity: members.count)
        if members.allSatisfy({ Self.isAllowed($0.name) && names.insert(ByteString($0.name)).inserted }) {
            return members
        }
        names = []
        var places: [ByteString: Int] = [:]
        for (index, member) in members.enumerated() { places[ByteString(member.name)] = index }
        return members.enumerated().compactMap { index, member in
            if places[ByteString(member.name)] != index {
                report(
                    .duplicateKey, Self.joined(key, member.name),
                    at: members[places[ByteString(member.name)] ?? index].nameRange.lowerBound)
                return nil
            }
            if !Self.isAllowed(member.name) {
                report(.keyNotAllowed, String(member.name.prefix(40)), at: member.nameRange.lowerBound)
                return nil
            }
            return member
        }
    }

    private static func isAllowed(_ name: String) -> Bool {
        name != "__proto__" && name.utf8.count <= longestKey
    }

    /// The key of a member of an object.
    ///
    /// - Parameter key: the object's; `nil` for the outermost one.
    static func joined(_ key: String?, _ name: String) -> String {
        key.map { "\($0).\(name)" } ?? name
    }

    private mutating func readTexts(of object: LocatedJSON, below key: String?) {
        let members = usable(object.members, below: key)
        let named = pluralKeys.isEmpty ? [:] : object.membersByName
        let groups = JSONPluralGroups(members, numbers, isFormat3: isFormat3) { name in
            // A plural of MessageFormat has all of its forms in its own text.
            pluralKeys.contains(Self.joined(key, name))
                && named[ByteString(name)]?.value.string.flatMap { ICUPlural($0, in: pluralLocale) } == nil
        }
        if groups.hasFormat3 { hasFormat3 = true }
        for member in members where key != nil || !Self.isMetadata(member.name) {
            let own = Self.joined(key, member.name)
            switch member.value.content {
            case .string(let text):
                if let form = groups.form(of: member.name) {
                    add(form, text, member, key: Self.joined(key, form.name))
                } else {
                    add(member.value, member, key: own, comment: nil)
                }
            case .object(let members) where !members.isEmpty: readTexts(of: member.value, below: own)
            case .array(let elements) where !elements.isEmpty: readElements(of: member.value, below: own)
            case .null, .other, .object, .array: add(member.value, member, key: own, comment: nil)
            }
        }
    }

    private mutating func readElements(of array: LocatedJSON, below key: String) {
        for (index, element) in array.elements.enumerated() {
            let own = "\(key).\(index)"
            switch element.content {
            case .string, .null: add(element, nil, key: own, comment: nil)
            case .object: readTexts(of: element, below: own)
            case .array: readElements(of: element, below: own)
            case .other: break
            }
        }
    }

    /// Adds a form that is a member by itself.
    private mutating func add(
        _ form: JSONPluralGroups.Form, _ text: String, _ member: LocatedJSON.Member, key: String
    ) {
        let index = index(of: key, at: member.nameRange.lowerBound)
        entries[index].isOrdinal = form.isOrdinal
        entries[index].forms.append(
            JSONEntry.Form(
                form.category, text, value: member.value.range, name: member.nameRange,
                offset: member.value.range.lowerBound, suffix: form.suffix))
    }

    /// Adds a text, null, or data that may be in the place of a text.
    private mutating func add(
        _ value: LocatedJSON, _ member: LocatedJSON.Member?, key: String, comment: String?
    ) {
        let offset = member?.nameRange.lowerBound ?? value.range.lowerBound
        var entry = JSONEntry(key: key, offset: offset)
        entry.comment = comment
        entry.isData = value.isData
        if let known = indices[ByteString(key)], !entries[known].isData {
            guard !entry.isData else { return }
            report(.duplicateKey, key, at: offset)
        }
        switch value.content {
        case .null, .other, .object, .array: entry.null = value.range
        case .string(let text):
            func form(_ category: PluralCategory?, _ text: String, _ offset: Int) -> JSONEntry.Form {
                JSONEntry.Form(
                    category, text, value: value.range, name: member?.nameRange, offset: offset)
            }
            if shape != .browserExtension, let plural = ICUPlural(text, in: pluralLocale) {
                entry.plural = plural
                entry.isOrdinal = plural.isOrdinal
                entry.forms = plural.forms.map {
                    let offset = LocatedJSON.offset(
                        inString: value.range, of: bytes, after: $0.range.lowerBound)
                    return form($0.category, $0.text, offset)
                }
            } else {
                entry.forms = [form(nil, text, value.range.lowerBound)]
            }
        }
        entries[index(of: key, at: offset)] = entry
    }

    private mutating func index(of key: String, at offset: Int) -> Int {
        if let index = indices[ByteString(key)] { return index }
        indices[ByteString(key)] = entries.count
        entries.append(JSONEntry(key: key, offset: offset))
        return entries.count - 1
    }
}
