// The Data Model Errors of MessageFormat 2: messages of right syntax that mean nothing.

/// Finds what makes a message invalid (UTS #35, Part 9, "Data Model Errors").
enum MessageFormat2Validation {
    static func faults(
        of declarations: [MessageFormat2.Declaration], _ body: MessageFormat2.Body
    ) -> [MessageFormat2Fault] {
        var faults = duplicateDeclarations(declarations) + duplicateOptions(declarations, body)
        if case .matcher(let matcher) = body {
            faults += unannotatedSelectors(matcher, declarations)
            faults += variants(matcher)
        }
        return faults
    }

    /// Variables that are declared twice, or after an earlier declaration used them.
    private static func duplicateDeclarations(
        _ declarations: [MessageFormat2.Declaration]
    ) -> [MessageFormat2Fault] {
        var known: Set<String> = []
        return declarations.compactMap { declaration in
            let expression = declaration.expression
            known.formUnion(expression.optionVariables)
            if declaration.kind == .local, let operand = expression.operandVariable { known.insert(operand) }
            return known.insert(declaration.name).inserted
                ? nil : MessageFormat2Fault(.duplicateDeclaration, expression.range)
        }
    }

    private static func duplicateOptions(
        _ declarations: [MessageFormat2.Declaration], _ body: MessageFormat2.Body
    ) -> [MessageFormat2Fault] {
        func repeated(_ options: [MessageFormat2.Option]) -> [MessageFormat2Fault] {
            var names: Set<String> = []
            return options.filter { !names.insert($0.name).inserted }
                .map { MessageFormat2Fault(.duplicateOptionName, $0.range) }
        }
        let patterns =
            switch body {
            case .pattern(let pattern): [pattern]
            case .matcher(let matcher): matcher.variants.map(\.pattern)
            }
        return declarations.flatMap { repeated($0.expression.function?.options ?? []) }
            + patterns.flatMap(\.parts).flatMap { part -> [MessageFormat2Fault] in
                switch part {
                case .text: []
                case .expression(let expression): repeated(expression.function?.options ?? [])
                case .markup(let markup): repeated(markup.options)
                }
            }
    }

    /// Selectors whose variables no declaration gives a function, directly or by way of others.
    private static func unannotatedSelectors(
        _ matcher: MessageFormat2.Matcher, _ declarations: [MessageFormat2.Declaration]
    ) -> [MessageFormat2Fault] {
        var annotated: Set<String> = []
        for declaration in declarations {
            let expression = declaration.expression
            if expression.function != nil || expression.operandVariable.map(annotated.contains) == true {
                annotated.insert(declaration.name)
            }
        }
        return matcher.selectors.filter { !annotated.contains($0.name) }
            .map { MessageFormat2Fault(.missingSelectorAnnotation, $0.range) }
    }

    private static func variants(_ matcher: MessageFormat2.Matcher) -> [MessageFormat2Fault] {
        var faults: [MessageFormat2Fault] = []
        var seen: Set<[MessageFormat2.Matcher.Key]> = []
        var hasFallback = false
        for variant in matcher.variants {
            if variant.keys.count != matcher.selectors.count {
                faults.append(MessageFormat2Fault(.variantKeyMismatch, variant.range))
            } else if !seen.insert(variant.keys).inserted {
                faults.append(MessageFormat2Fault(.duplicateVariant, variant.range))
            }
            hasFallback = hasFallback || variant.keys.allSatisfy { $0 == .any }
        }
        if !hasFallback, let first = matcher.selectors.first, let last = matcher.selectors.last {
            faults.append(
                MessageFormat2Fault(
                    .missingFallbackVariant, first.range.lowerBound..<last.range.upperBound))
        }
        return faults
    }
}
