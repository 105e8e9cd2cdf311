// What arguments of C and Objective-C evidently are, and what the names of a file are declared as.

internal import Localization

/// The types of names, as far as a file declares them alike wherever it does.
struct DeclaredTypes {
    typealias ArgumentClass = FormatSpecifier.ArgumentClass

    /// The class of each declared name; `nil` where it is not evident, or not always the same.
    private var names: [String: ArgumentClass?] = [:]

    init(_ tokens: [SourceToken], language: SourceLanguage) {
        if language == .c { readC(tokens) }
    }

    private mutating func declare(_ name: String, _ type: ArgumentClass?) {
        if let known = names[name], known != type {
            names[name] = .some(nil)
        } else {
            names[name] = .some(type)
        }
    }

    // MARK: Declarations

    private static let cTypes: [String: ArgumentClass] = [
        "int": .integer, "long": .integer, "unsigned": .integer, "short": .integer, "size_t": .integer,
        "NSInteger": .integer, "NSUInteger": .integer, "double": .floatingPoint, "float": .floatingPoint,
        "CGFloat": .floatingPoint,
    ]

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
                switch literal.form {
                case .character: return .integer
                case .object: return .object
                case .string: return .string
                }
            case .name(let name): return names[name] ?? nil
            case .sign: return nil
            }
        }
        return nil
    }
}
