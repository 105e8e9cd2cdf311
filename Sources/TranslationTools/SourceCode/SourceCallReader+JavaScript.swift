// The calls of JavaScript's translation libraries: their keys have namespaces and
// contexts, or stand for several texts.

extension SourceCallReader {
    mutating func readScript(_ match: SourceRoutines.Match, _ name: String) {
        let count = calls.count
        let bound = match.routine.name.first ?? name
        read(match, prefixes: bindings.prefixes(of: bound))
        let isSeveral =
            match.arguments.argument(.label("returnObjects")) != nil
            || match.routine.name.last == TranslationBindings.raw || name == "$tm"
        let hasContext = match.routine.context.flatMap { match.arguments.argument($0) } != nil
        for index in count..<calls.count {
            if let (namespace, key) = Self.namespace(of: calls[index].key) {
                calls[index].key = key
                if calls[index].table == .any { calls[index].table = .named(namespace) }
            }
            // i18next appends the context to the key.
            if hasContext { keyPatterns.insert(calls[index].key + "_*") }
            calls[index].hasContext = calls[index].hasContext || hasContext
            if isSeveral { keyPatterns.insert(calls[index].key + ".*") }
        }
        if isSeveral { calls.removeSubrange(count...) }
    }

    /// The namespace before a key, and the key: `shop:cart.title`. A colon in
    /// a sentence has a space after it.
    private static func namespace(of key: String) -> (namespace: String, key: String)? {
        guard let colon = key.firstIndex(of: ":"), colon != key.startIndex else { return nil }
        let rest = key[key.index(after: colon)...]
        guard let first = rest.first, first.isLetter || first.isNumber || first == "_",
            key[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || "_-./".contains($0) })
        else { return nil }
        return (String(key[..<colon]), String(rest))
    }

    /// Reads an object that describes a message of FormatJS, as `defineMessages` has several: one
    /// with `id` and `defaultMessage`.
    mutating func readDescriptor(at index: Int) {
        guard tokens.isSign(index, "{"), let close = tokens.partners[index],
            // As an argument it belongs to its call.
            !tokens.isSign(index - 1, "(")
        else { return }
        let arguments = tokens.arguments(index + 1..<close)
        let routine = SourceRoutine.described("defineMessages")
        guard let key = arguments.argument(routine.key), arguments.argument(routine.value) != nil else {
            return
        }
        add(key.range, routine, table: .any, arguments, end: nil)
    }
}
