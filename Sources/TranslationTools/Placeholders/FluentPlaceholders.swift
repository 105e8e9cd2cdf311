// What Fluent's texts show, as checks compare it.

internal import Localization

extension PlaceholderText {
    /// The variables, terms and messages that a text shows, those of all variants. A brace
    /// that begins no placeable is text.
    static func fluent(_ text: String) -> PlaceholderText {
        guard text.utf8.contains(0x7B) else { return PlaceholderText() }
        let bytes = Array(text.utf8)
        var result = PlaceholderText()
        let placeables = FluentPattern.placeables(in: bytes)
        for placeable in placeables { result.append(placeable.expression, in: placeable.range, bytes) }
        // A literal, or a choice by a function, shows no argument.
        result.otherSyntax = placeables.map(\.range)
        if placeables.contains(where: { $0.select != nil }) {
            result.unconditional = placeables.unconditional
        }
        return result
    }

    /// - Parameter shown: what the placeholder is called, if it is not all that is in its range.
    private mutating func append(
        _ expression: FluentPattern.Expression, in range: Range<Int>, _ bytes: [UInt8], shown: String? = nil
    ) {
        if let argument = expression.argumentName {
            let source = shown ?? String(decoding: bytes[range], as: UTF8.self)
            placeholders.append(
                Placeholder(
                    argument: argument, types: .any,
                    source: source.count <= 48 ? source : source.prefix(24) + "…", range: range,
                    isExplicit: true))
        }
        switch expression {
        case .function(_, let arguments):
            for argument in arguments { append(argument.value, in: range, bytes, shown: shown) }
        case .placeable(let inner): append(inner.expression, in: range, bytes, shown: shown)
        case .select(let select):
            let selector = String(decoding: bytes[select.selectorRange], as: UTF8.self)
            append(select.selector, in: range, bytes, shown: "{ \(selector) }")
            for placeable in select.variants.flatMap(\.pattern.placeables) {
                append(placeable.expression, in: placeable.range, bytes)
            }
        default: break
        }
    }
}

extension FluentPattern {
    /// The placeables of a text that is not in a file.
    static func placeables(in bytes: [UInt8]) -> [Placeable] {
        var placeables: [Placeable] = []
        var reader = FluentReader(bytes, isText: true)
        while let start = bytes[reader.index...].firstIndex(of: 0x7B) {
            reader.index = start
            do throws(Fault) {
                placeables.append(try reader.placeable(depth: 0))
            } catch {
                reader.index = start + 1
            }
        }
        return placeables
    }

    /// What is no text in a text: placeables, of those that choose all but the words of their variants.
    static func syntaxRanges(in text: String) -> [Range<Int>] {
        placeables(in: Array(text.utf8)).flatMap { placeable -> [Range<Int>] in
            var start = placeable.range.lowerBound
            let parts = variantTexts(of: placeable).map { words in
                defer { start = words.upperBound }
                return start..<words.lowerBound
            }
            return parts + [start..<placeable.range.upperBound]
        }
    }

    /// Where the words of the variants are; empty for placeables that choose nothing.
    private static func variantTexts(of placeable: Placeable) -> [Range<Int>] {
        (placeable.select?.variants ?? []).flatMap { variant in
            variant.pattern.elements.flatMap { element -> [Range<Int>] in
                switch element {
                case .text(let range): [range]
                case .placeable(let inner): variantTexts(of: inner)
                }
            }
        }
    }
}

extension FluentPattern.Expression {
    /// What programs or other messages give to the text. An attribute of a term is the grammar of the
    /// language, which each translation asks for itself.
    fileprivate var argumentName: ArgumentName? {
        switch self {
        case .variable(let name): .name("$" + name)
        case .message(let reference):
            .name(reference.attribute.map { "\(reference.name).\($0)" } ?? reference.name)
        case .term(let reference, _) where reference.attribute == nil: .name(reference.name)
        case .term, .string, .number, .function, .placeable, .select: nil
        }
    }

    /// The arguments that are shown, or choose, whichever variants are chosen.
    fileprivate var unconditional: Set<ArgumentName> {
        let own: Set<ArgumentName> = argumentName.map { [$0] } ?? []
        switch self {
        case .function(_, let arguments):
            return arguments.reduce(into: own) { $0.formUnion($1.value.unconditional) }
        case .placeable(let inner): return inner.expression.unconditional
        case .select(let select):
            let variants = select.variants.map(\.pattern.placeables.unconditional)
            return select.selector.unconditional.union(
                variants.dropFirst().reduce(variants.first ?? []) { $0.intersection($1) })
        default: return own
        }
    }
}

extension [FluentPattern.Placeable] {
    fileprivate var unconditional: Set<ArgumentName> {
        reduce(into: []) { $0.formUnion($1.expression.unconditional) }
    }
}

extension PluralGroup {
    /// The choices by number in a text of Fluent.
    static func fluentChoices(
        in text: String, _ variation: VariationKey.Variation?
    ) -> [PluralGroup] {
        guard text.utf8.contains(0x3E) else { return [] }
        let bytes = Array(text.utf8)
        return FluentPattern.placeables(in: bytes).flatMap { choices(in: $0, of: bytes, variation) }
    }

    private static func choices(
        in placeable: FluentPattern.Placeable, of bytes: [UInt8], _ variation: VariationKey.Variation?
    ) -> [PluralGroup] {
        guard let select = placeable.select else { return [] }
        let inner = select.variants.flatMap(\.pattern.placeables).flatMap {
            choices(in: $0, of: bytes, variation)
        }
        var forms: [PluralCategory: FormatString] = [:]
        var exact: Set<Int> = []
        for variant in select.variants {
            if let number = Int(variant.key) {
                exact.insert(number)
            } else if let category = PluralCategory(rawValue: variant.key) {
                let range = variant.pattern.range
                forms[category] = FormatString(
                    String(decoding: bytes[range], as: UTF8.self).replacing("%", with: "%%"))
            } else {
                return inner
            }
        }
        // `other` alone is the default of choices of all kinds.
        guard select.selector.countedVariable != nil, forms.keys.contains(where: { $0 != .other }) else {
            return inner
        }
        return [
            PluralGroup(
                variation: { _ in variation }, forms: forms, exactNumbers: exact,
                isOrdinal: select.selector.isOrdinal(in: bytes))
        ] + inner
    }
}
