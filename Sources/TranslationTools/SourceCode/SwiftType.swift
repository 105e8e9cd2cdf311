// Types by their names, and the specifiers that values of them become.

/// A type as far as it matters for format specifiers: the last component of its name.
struct SwiftType: Hashable {
    var name: String
    var isOptional = false

    /// The type without `Optional`.
    var unwrapped: SwiftType { SwiftType(name: name) }

    /// What `String.LocalizationValue` writes for a value of the type.
    var formatSpecifier: String { isOptional ? "%@" : Self.specifiers[name] ?? "%@" }

    /// Whether it is one of the numbers that have specifiers of their own.
    var isNumber: Bool { Self.specifiers[name] != nil }

    /// What `String.LocalizationValue` writes for values, by the names of their types (Foundation's
    /// `formatSpecifier(_:)`). Every other type is `%@`.
    private static let specifiers: [String: String] = [
        "Int": "%lld", "Int64": "%lld", "Int8": "%d", "Int16": "%d", "Int32": "%d",
        "UInt": "%llu", "UInt64": "%llu", "UInt8": "%u", "UInt16": "%u", "UInt32": "%u",
        "Float": "%f", "Float32": "%f", "Double": "%lf", "Float64": "%lf", "CGFloat": "%lf",
        "TimeInterval": "%lf", "CInt": "%d", "CUnsignedInt": "%u", "CDouble": "%lf", "CFloat": "%f",
        "NSInteger": "%lld", "NSUInteger": "%lld",
    ]

    /// What it writes for a placeholder: `\(placeholder: .int)`.
    static let placeholderSpecifiers = [
        "int": "%lld", "uint": "%llu", "float": "%f", "double": "%lf", "object": "%@",
    ]
}

extension SwiftCode {
    /// The type that begins at a place, and the token after it; the type is `nil` where it has no name.
    func type(at start: Int, before limit: Int) -> (type: SwiftType?, end: Int) {
        var (type, index) = namedType(at: start, before: limit)
        // Functions and compositions have no name that matters.
        while index < limit {
            if tokens.isSign(index, "&") || tokens.isSign(index, "->") {
                (type, index) = (nil, namedType(at: index + 1, before: limit).end)
            } else if ["throws", "async", "rethrows"].contains(tokens[index].name) {
                index += 1
            } else {
                break
            }
        }
        return (type, index)
    }

    private func namedType(at start: Int, before limit: Int) -> (type: SwiftType?, end: Int) {
        var index = start
        while index < limit, let name = tokens[index].name,
            ["inout", "some", "any", "borrowing", "consuming", "sending", "isolated", "nonisolated"].contains(
                name)
        {
            index += 1
        }
        while index + 1 < limit, tokens.isSign(index, "@") {
            index += 2
            if tokens.isSign(index, "("), let close = tokens.partners[index], close < limit,
                tokens[index - 1].end == tokens[index].offset
            {
                index = close + 1
            }
        }
        guard index < limit else { return (nil, index) }
        var type: SwiftType?
        switch tokens[index].kind {
        case .name(let name):
            type = SwiftType(name: name)
            index += 1
            while index < limit {
                if tokens.isSign(index, "."), index + 1 < limit, let member = tokens[index + 1].name {
                    type = SwiftType(name: member)
                    index += 2
                } else if tokens.isSign(index, "<") {
                    var depth = 0
                    repeat {
                        if case .sign(let sign) = tokens[index].kind {
                            if sign == "<" { depth += 1 }
                            if sign.first == ">" { depth -= sign.prefix { $0 == ">" }.count }
                            if sign.first == ">", sign.last == "?" { type?.isOptional = true }
                            if ["{", "}", ";"].contains(sign) { return (nil, index) }
                        }
                        index = max(tokens.partners[index] ?? index, index) + 1
                    } while depth > 0 && index < limit
                } else {
                    break
                }
            }
        case .sign("["):
            guard let close = tokens.partners[index], close < limit else { return (nil, limit) }
            let isDictionary = (index + 1..<close).prefix(400).contains { tokens.isSign($0, ":") }
            type = SwiftType(name: isDictionary ? "Dictionary" : "Array")
            index = close + 1
        case .sign("("):
            guard let close = tokens.partners[index], close < limit else { return (nil, limit) }
            let elements = tokens.arguments(index + 1..<close)
            type =
                elements.count == 1 && elements[0].range.count < 40
                ? self.type(at: elements[0].range.lowerBound, before: close).type : SwiftType(name: "()")
            index = close + 1
        default: return (nil, index)
        }
        while index < limit, case .sign(let sign) = tokens[index].kind,
            sign.allSatisfy({ $0 == "?" || $0 == "!" })
        {
            type?.isOptional = true
            index += 1
        }
        if tokens.isSign(index, "...") { return (SwiftType(name: "Array"), index + 1) }
        return (type, index)
    }
}
