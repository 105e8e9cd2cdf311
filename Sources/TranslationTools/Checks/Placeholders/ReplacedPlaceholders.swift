// One slip in a text that shows as several differences from its source: a placeholder with another name is
// one that is missing and one that is unknown.

internal import Localization

extension FormatComparison {
    /// Which arguments with names a form shows under another name.
    struct Replacements {
        /// The placeholders of the source by the arguments that the form has in their place.
        fileprivate(set) var models: [ArgumentName: Placeholder] = [:]
        /// The missing arguments that are accounted for: those of `models`, and those that the form's unknown
        /// ones may stand for, though not which for which.
        fileprivate(set) var explained: Set<ArgumentName> = []
    }

    /// Pairs the missing arguments of a form with the unknown ones: those with the same letters, then those
    /// that are left if there is one of each.
    ///
    /// - Parameter passed: the arguments that the program passes though the source does not show them.
    func replacements(in form: Form, besides passed: Set<ArgumentName>) -> Replacements {
        var result = Replacements()
        guard !syntax.rules.contains(.mayAdd) else { return result }
        var missing = models.filter { model in
            guard case .name = model.argument else { return false }
            return !form.arguments.contains(model.argument) && !showsMessage(model)
        }
        var known: Set<ArgumentName> = []
        let unknown = form.placeholders.filter { placeholder in
            guard case .name = placeholder.argument, expected[placeholder.argument] == nil,
                !passed.contains(placeholder.argument)
            else { return false }
            return known.insert(placeholder.argument).inserted
        }
        // The first ones are at the end, where they are taken away.
        var byLetters = Dictionary(grouping: unknown.reversed(), by: \.letters)
        missing.removeAll { model in
            guard let written = byLetters[model.letters]?.popLast() else { return false }
            result.models[written.argument] = model
            return true
        }
        let others = unknown.filter { result.models[$0.argument] == nil }
        if missing.count == 1, others.count == 1 { result.models[others[0].argument] = missing[0] }
        result.explained = Set(result.models.values.map(\.argument))
        if others.count >= missing.count { result.explained.formUnion(missing.map(\.argument)) }
        return result
    }

    /// The arguments that a form without numbers leaves out before others, so that these show the wrong ones:
    /// the first one where `%s … %d` became `%d`.
    func leftOutBeforeOthers(in form: Form) -> [Placeholder] {
        // A plural form may leave out its number, and has to number the others then.
        switch form.variation {
        case .plural, .devicePlural, .substitution: return []
        case nil, .device, .alternative: break
        }
        let own = form.placeholders
        guard !own.isEmpty, own.count < models.count,
            !own.contains(where: \.isExplicit), !models.contains(where: \.isExplicit),
            zip(own, models).contains(where: { $0.types.isDisjoint(with: $1.types) })
        else { return [] }
        var rest = own[...]
        let leftOut = models.filter { model in
            guard let next = rest.first, !next.types.isDisjoint(with: model.types) else { return true }
            rest.removeFirst()
            return false
        }
        return rest.isEmpty ? leftOut : []
    }
}

extension Placeholder {
    /// The letters and digits, in lower case: those of `{Name}` and `%name%` are the same.
    fileprivate var letters: String {
        String(
            String.UnicodeScalarView(
                source.unicodeScalars.filter {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                })
        )
        .lowercased()
    }
}

extension FormatComparison {
    /// The arguments that the program passes, as far as the key tells: one that is a format tells it even
    /// where the source text shows less.
    func passed(by key: String) -> Set<ArgumentName> { Set(syntax.read(key).placeholders.map(\.argument)) }
}

extension TranslationProblem {
    /// A placeholder that is not written as in the source text.
    static func changedPlaceholder(
        _ written: String, _ model: String, severity: Severity?, variation: VariationKey.Variation?
    ) -> TranslationProblem {
        var problem = TranslationProblem(
            .text(written), .text(model), severity: severity, variation: variation)
        problem.diagnosticKey = changedPlaceholder
        return problem
    }

    /// The text of such a problem. Its facts are what is written, and what the source text has.
    package static let changedPlaceholder = "Format.ChangedPlaceholder"
}
