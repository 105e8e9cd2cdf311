// How a JSON file with texts is made: what its values are, how it writes plurals, and its spelling.

internal import JSON

/// What a JSON file leaves open, as a file has it or as a new one is to have it.
struct JSONLayout: Sendable, Hashable {
    /// What the members of a file are.
    enum Shape: Sendable, Hashable {
        /// Texts, or objects of them.
        case texts
        /// An object for each text, which has the text under a name: FormatJS's `defaultMessage`.
        case descriptors
        /// The same with `message`, of a browser's extension.
        case browserExtension
        /// Texts beside an object `@key` for each: Application Resource Bundles, which Flutter reads.
        case resourceBundle

        /// The member that has the text of a descriptor; `nil` where the value itself is the text.
        var textName: String? {
            switch self {
            case .texts, .resourceBundle: nil
            case .descriptors: "defaultMessage"
            case .browserExtension: "message"
            }
        }
    }

    /// How plurals are written.
    enum PluralStyle: Sendable, Hashable {
        /// A member for each form: `items_one`, `items_other`.
        case suffixes
        /// The same by the names of i18next's format 3: `items`, `items_plural`, or `items_0`.
        case numbers
        /// One text of MessageFormat.
        case messageFormat
    }

    var shape: Shape
    var plurals: PluralStyle?
    /// Whether dots in names separate nothing; `nil` where the file does not tell.
    var isFlat: Bool?
    /// Whether the texts are below the name of their locale.
    var isBelowLocale = false
    /// What messages of a browser's extension define, by key.
    var placeholders: [String: JSON] = [:]
    /// The arguments that plurals of MessageFormat count, by key.
    var pluralArguments: [String: String] = [:]
    var spelling = JSONStyle(separator: ": ")

    /// The layout of new files.
    init(_ shape: Shape, _ plurals: PluralStyle?, isFlat: Bool?) {
        (self.shape, self.plurals, self.isFlat) = (shape, plurals, isFlat)
    }

    /// The layout of a file, with the model's where the file does not tell.
    ///
    /// - Parameter bytes: the file without a byte order mark.
    init(of texts: JSONTexts, _ bytes: [UInt8], like model: JSONLayout) {
        self = model
        shape = texts.shape
        isBelowLocale = texts.wrapper != nil
        if texts.entries.contains(where: { $0.plural != nil }) {
            plurals = .messageFormat
        } else if texts.entries.contains(where: \.hasSuffixes) {
            plurals = texts.hasFormat3 ? .numbers : .suffixes
        }
        for entry in texts.entries { entry.plural.map { pluralArguments[entry.key] = $0.argument } }
        if shape == .browserExtension, let root = texts.root {
            placeholders.merge(ExtensionPlaceholders.definitions(in: root, of: bytes)) { $1 }
        }
        let members = texts.root?.members ?? []
        if members.contains(where: { $0.value.isObject }) {
            if shape == .texts { isFlat = false }
        } else if members.contains(where: { $0.name.contains(".") }) {
            isFlat = true
        }
        guard let first = texts.document?.members.first else { return }
        spelling = JSONStyle(
            of: bytes, name: first.nameRange, value: first.value.range.lowerBound)
        spelling.escapesAllButASCII =
            bytes.allSatisfy { $0 < 0x80 }
            && texts.entries.contains { $0.forms.contains { !$0.text.isASCII } }
    }

    /// The same for the shape of the file.
    var textName: String? { shape.textName }
}

extension String {
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
