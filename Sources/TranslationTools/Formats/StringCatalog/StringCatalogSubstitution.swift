// How the substitutions of a message become those of a string catalog.

internal import Localization

/// A substitution of a string catalog: `%#@files@` in the text, and apart from it the argument and how it is
/// shown, for which the forms write `%arg`.
struct StringCatalogSubstitution {
    let name: String
    /// The argument, from 1; `nil` where the order of the references says it.
    var argument: Int?
    /// What `%arg` stands for, without `%` and position: `ld`.
    var specifier: String?
    var forms: [Form] = []

    /// A form with its state.
    struct Form {
        let category: PluralCategory
        let text: String
        var state = TranslationState.translated
        /// Where it is in the document.
        var place: SourcePosition?
    }

    /// The specifier in full, as the forms of a message have it.
    var spelledOut: String {
        "%" + (argument.map { "\($0)$" } ?? "") + (specifier ?? StringsdictRule.defaultValueType)
    }
}

extension StringCatalogSubstitution {
    /// A substitution as a catalog has it. The forms show the number by `%arg` wherever reading gives back
    /// the same bytes; other specifiers stay.
    ///
    /// - Parameter positions: the numbers by which texts refer to it.
    /// - Parameter specifier: what `%arg` stands for; `nil` where the forms say it.
    init(_ name: String, of message: Message, positions: [Int?], specifier known: String? = nil) {
        self.init(name: name)
        // One number for all of them, or each as it is.
        let positions = Set(positions)
        if positions.count == 1, let position = positions.first { argument = position }
        let formats = message.substitutionFormats(name)
        specifier =
            known
            ?? formats.lazy.flatMap(\.specifiers).first {
                $0.position == argument && $0.isNumber && !$0.takesAmounts
            }?.withoutPosition
        let spelledOut = spelledOut
        let own = StringCatalogReferences.arguments([self])
        forms = (message.substitutions[name] ?? [:]).sorted { $0.key < $1.key }.map {
            let text = CountedArgumentText.abbreviated($0.value, from: spelledOut)
            return Form(category: $0.key, text: StringCatalogReferences.unnumbered(text, own))
        }
    }
}

extension FormatSpecifier {
    fileprivate var isNumber: Bool {
        [.integer, .floatingPoint, .object].contains(conversion.argumentClass)
    }

    /// The specifier as it is written, without `%` and position.
    var withoutPosition: String {
        let text = source.dropFirst()
        guard position != nil, let sign = text.firstIndex(of: "$") else { return String(text) }
        return String(text[text.index(after: sign)...])
    }
}
