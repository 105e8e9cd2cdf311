// Which arguments a text asks its program for: what a translation must share with its source.

internal import Localization

/// A place in a text that takes an argument.
struct ArgumentUse: Hashable {
    /// The argument, from 1.
    let position: Int
    let argumentClass: FormatSpecifier.ArgumentClass
    let length: FormatSpecifier.Length?
    /// The specifier as it is written.
    let source: String
    /// Whether the specifier says its position.
    let isNumbered: Bool
}

extension Message {
    /// The arguments that one of the message's texts takes, in the order of their places, those of the
    /// substitutions it refers to included.
    ///
    /// Specifiers that are probably text, as in `100% of`, take none.
    func argumentUses(of format: FormatString) -> [ArgumentUse] {
        guard format.hasFormat else { return [] }
        var uses: [ArgumentUse] = []
        var next = 1
        func take(_ position: Int?) -> Int {
            if let position { return position }
            defer { next += 1 }
            return next
        }
        for segment in format.segments {
            switch segment {
            case .specifier(let specifier) where !specifier.isProbablyText:
                for case .argument(let position)? in [specifier.width, specifier.precision] {
                    uses.append(
                        ArgumentUse(
                            position: take(position), argumentClass: .integer, length: nil, source: "*",
                            isNumbered: position != nil))
                }
                uses.append(ArgumentUse(specifier, position: take(specifier.position)))
            case .substitution(let reference):
                let position = take(reference.position)
                uses.append(
                    ArgumentUse(
                        position: position, argumentClass: .integer, length: nil, source: reference.source,
                        isNumbered: reference.position != nil))
                for (_, form) in (substitutions[reference.name] ?? [:]).sorted(by: { $0.key < $1.key }) {
                    for specifier in form.specifiers where !specifier.isProbablyText {
                        // A specifier without a number takes what the substitution counts.
                        uses.append(ArgumentUse(specifier, position: specifier.position ?? position))
                    }
                }
            case .specifier, .literal, .countedArgument: break
            }
        }
        return uses
    }

    /// Whether programs format the message: it takes arguments, or writes `%%`. Other messages
    /// may have a `%` that is just that.
    var isFormat: Bool {
        !isDateFormat
            && wholeForms.contains { form in
                !argumentUses(of: form.format).isEmpty || form.format.source.utf8.containsPair(0x25, 0x25)
            }
    }

    /// The arguments of all texts, by position: as the first text that takes one writes it.
    var argumentModels: [Int: ArgumentUse] {
        var models: [Int: ArgumentUse] = [:]
        // `other` says the number for certain; `one` may leave it out.
        for form in wholeForms.reversed() {
            for use in argumentUses(of: form.format) where models[use.position] == nil || use.length != nil {
                if models[use.position]?.length == nil { models[use.position] = use }
            }
        }
        return models
    }

    /// Whether any text is no sound format, so that comparing would only repeat that.
    var hasBrokenFormat: Bool {
        containsForm { format in
            format.hasProblems && format.problems.contains { $0.severity == .error }
        }
    }

    /// Whether the text is for `strftime` and its like: `%H:%M`. It has a conversion that only these
    /// have, and no other than theirs.
    var isDateFormat: Bool {
        guard let text, text.hasProblems, !hasVariations else { return false }
        let pieces = text.source.utf8.split(separator: 0x25, omittingEmptySubsequences: false).dropFirst()
        let conversions = pieces.compactMap { piece in
            piece.first { $0 != 0x2D && $0 != 0x5F && $0 != 0x45 && $0 != 0x4F }
        }
        return conversions.allSatisfy("aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%".utf8.contains)
            && conversions.contains(where: "bBHIjmMUVwWyYZ".utf8.contains)
    }
}

extension ArgumentUse {
    init(_ specifier: FormatSpecifier, position: Int) {
        self.init(
            position: position, argumentClass: specifier.conversion.argumentClass,
            length: specifier.length == .q ? .ll : specifier.length, source: specifier.source,
            isNumbered: specifier.position != nil)
    }
}
