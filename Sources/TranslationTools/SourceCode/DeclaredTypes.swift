// What arguments evidently are, and what the names of a file are declared as.

internal import Localization

/// The types of names, as far as a file declares them alike wherever it does.
struct DeclaredTypes {
    typealias ArgumentClass = FormatSpecifier.ArgumentClass

    /// The class of each declared name; `nil` where it is not evident, or not always the same.
    private var names: [String: ArgumentClass?] = [:]
    private let language: SourceLanguage

    init(_ tokens: [SourceToken], language: SourceLanguage) {
        self.language = language
        switch language {
        case .swift: readSwift(tokens)
        case .c: readC(tokens)
        case .script, .interface, .markup: break
        }
    }

    private mutating func declare(_ name: String, _ type: ArgumentClass?) {
        if let known = names[name], known != type {
            names[name] = .some(nil)
        } else {
            names[name] = .some(type)
        }
    }

    // MARK: Declarations

    private static let swiftTypes: [String: ArgumentClass] = [
        "Int": .integer, "Int8": .integer, "Int16": .integer, "Int32": .integer, "Int64": .integer,
        "UInt": .integer, "UInt8": .integer, "UInt16": .integer, "UInt32": .integer, "UInt64": .integer,
        "Double": .floatingPoint, "Float": .floatingPoint, "CGFloat": .floatingPoint,
        "TimeInterval": .floatingPoint, "String": .object, "Substring": .object,
    ]

    private static let cTypes: [String: ArgumentClass] = [
        "int": .integer, "long": .integer, "unsigned": .integer, "short": .integer, "size_t": .integer,
        "NSInteger": .integer, "NSUInteger": .integer, "double": .floatingPoint, "float": .floatingPoint,
        "CGFloat": .floatingPoint,
    ]

    private mutating func readSwift(_ tokens: [SourceToken]) {
        /// The class of the type at a place, if nothing follows that makes it another one.
        func type(at index: Int) -> ArgumentClass? {
            guard index < tokens.count, let name = tokens[index].name else { return nil }
            if index + 1 < tokens.count, case .sign(let sign) = tokens[index + 1].kind,
                [".", "?", "!", "<", "->", "&", "..."].contains(sign)
            {
                return nil
            }
            return Self.swiftTypes[name]
        }
        for (index, token) in tokens.enumerated() {
            guard let name = token.name, index + 2 < tokens.count else { continue }
            switch name {
            case "let", "var", "for":
                guard let declared = tokens[index + 1].name else {
                    // `let (a, b)`: whatever is declared there is not known.
                    for next in tokens[index + 1..<min(index + 12, tokens.count)] {
                        if next.isSign("=") || next.name == "in" { break }
                        if let hidden = next.name { declare(hidden, nil) }
                    }
                    continue
                }
                if name != "for", tokens[index + 2].isSign(":") {
                    declare(declared, type(at: index + 3))
                } else {
                    declare(declared, nil)
                }
            case "in":
                // The names of a closure's parameters: `{ a, b in`.
                for next in tokens[max(index - 12, 0)..<index].reversed() {
                    if next.isSign("{") { break }
                    if let hidden = next.name { declare(hidden, nil) }
                }
            case "func", "init":
                guard
                    let open = (index + 1..<min(index + 40, tokens.count)).first(where: {
                        tokens[$0].isSign("(")
                    }),
                    name == "func" || open == index + 1
                else { continue }
                var depth = 0
                for next in open..<min(open + 400, tokens.count) {
                    if tokens[next].isSign("(") { depth += 1 }
                    if tokens[next].isSign(")") { depth -= 1 }
                    if depth == 0 { break }
                    if depth == 1, tokens[next].isSign(":"), let parameter = tokens[next - 1].name {
                        declare(parameter, type(at: next + 1))
                    }
                }
            default: break
            }
        }
    }

    private mutating func readC(_ tokens: [SourceToken]) {
        for index in tokens.indices.dropFirst().dropLast() {
            guard let name = tokens[index].name, case .sign(let after) = tokens[index + 1].kind,
                ["=", ";", ",", ")", "["].contains(after)
            else { continue }
            if let type = tokens[index - 1].name {
                guard !["return", "case", "goto", "else", "in"].contains(type) else { continue }
                declare(name, after == "[" ? nil : Self.cTypes[type])
            } else if tokens[index - 1].isSign("*"), index > 1, let type = tokens[index - 2].name {
                // A product has no such type on its left.
                switch type {
                case "char": declare(name, .string)
                case "NSString", "NSNumber": declare(name, .object)
                default: declare(name, nil)
                }
            }
        }
    }

    // MARK: Arguments

    /// The class of an argument; `nil` where it is not evident.
    func argumentClass(of tokens: ArraySlice<SourceToken>) -> ArgumentClass? {
        var tokens = tokens
        if tokens.first?.isSign("-") == true { tokens = tokens.dropFirst() }
        guard let first = tokens.first else { return nil }
        if tokens.count == 1 {
            switch first.kind {
            case .number(let isInteger): return isInteger ? .integer : .floatingPoint
            case .literal(let literal):
                if literal.form == .character { return language == .c ? .integer : nil }
                return literal.form == .object || language == .swift ? .object : .string
            case .name(let name): return names[name] ?? nil
            case .sign: return nil
            }
        }
        guard language == .swift else { return nil }
        // `Int(value)`, `String(value)`: one call and nothing after it.
        if let name = first.name, let type = Self.swiftTypes[name],
            tokens.dropFirst().first?.isSign("(") == true,
            Self.isOneCall(tokens.dropFirst())
        {
            return type
        }
        // `items.count`
        if tokens.last?.name == "count", tokens.dropLast().last?.isSign(".") == true,
            tokens.allSatisfy({ $0.name != nil || $0.isSign(".") })
        {
            return .integer
        }
        return nil
    }

    /// The class of the value of an interpolation; `nil` where it is not evident.
    func argumentClass(ofInterpolation tokens: [SourceToken]) -> ArgumentClass? {
        // `\(value, specifier: "%.1f")` says by itself how it is written.
        if tokens.contains(where: { $0.isSign(",") || $0.isSign(":") }) { return nil }
        return argumentClass(of: tokens[...])
    }

    private static func isOneCall(_ tokens: ArraySlice<SourceToken>) -> Bool {
        var depth = 0
        for index in tokens.indices {
            if tokens[index].isSign("(") { depth += 1 }
            if tokens[index].isSign(")") { depth -= 1 }
            if depth == 0 { return index == tokens.endIndex - 1 }
        }
        return false
    }
}
