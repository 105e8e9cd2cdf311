// Which calls take keys, and in which arguments.

/// A function, initializer, method or macro that takes a key.
public struct Routine: Sendable, Hashable {
    /// An argument of a call.
    public enum Argument: Sendable, Hashable {
        /// The argument so many among those without a label, from 1.
        case position(Int)
        /// The argument with a label.
        case label(String)
        /// The expression before the dot: `"key".localized`.
        case receiver
    }

    /// What an interpolation in the key means.
    public enum KeyStyle: Sendable, Hashable {
        /// The key is a `String`: with an interpolation it is another key each time.
        case text
        /// The key is a `String.LocalizationValue` or similar: interpolations are arguments.
        case interpolated
    }

    /// What has keys.
    public enum Kind: Sendable, Hashable {
        /// The calls of the routine, in arguments.
        case call
        /// No routine but the properties and variables of the name, as values.
        case property
        /// No routine but the enumerations of the name, as raw values of their cases.
        case enumeration
    }

    /// The name's components: `["texts", "error"]`. A call fits if its name ends with them.
    public var name: [String]
    /// Whether the name needs an expression before it: `.navigationTitle`.
    public var isMember = false
    /// What has keys.
    public var kind = Kind.call
    /// Where the key is. A call without that argument is another function.
    public var key: Argument
    /// What interpolations mean.
    public var keyStyle: KeyStyle
    /// Whether only a literal is a key, because the same name with a `String` shows the text as it is.
    public var takesLiteralsOnly = false
    /// The table whose keys the routine takes; `nil` where an argument says it.
    public var impliedTable: String?
    /// Where the table is, the default value, the comment. Labels that are usual for them are known.
    public var table: [Argument] = [.label("table"), .label("tableName")]
    /// Where the text in the source language is.
    public var value: [Argument] = [.label("defaultValue"), .label("value")]
    /// Where the comment is.
    public var comment: [Argument] = [.label("comment")]

    /// A routine.
    ///
    /// - Parameter name: components joined by dots, with a dot first where it needs an expression before it.
    public init(
        _ name: String, key: Argument = .position(1), style: KeyStyle = .text, literalsOnly: Bool = false,
        table: String? = nil
    ) {
        self.name = name.split(separator: ".").map(String.init)
        isMember = name.hasPrefix(".")
        self.key = key
        keyStyle = style
        takesLiteralsOnly = literalsOnly
        impliedTable = table
    }
}

extension Routine {
    /// Reads a routine as users write it, in the spirit of xgettext's `--keyword`:
    ///
    ///     NAME[=TABLE][:KEY[%][,TABLE[,VALUE[,COMMENT]]]]
    ///
    /// `NAME` is the end of the name that calls use: `tr`, `texts.error`, `.localized`, `#tr`, `self`. Each argument is a
    /// label, a number that counts the arguments without labels from 1, `0` for the expression before the dot, or
    /// empty. `%` after the key says that interpolations are arguments.
    ///
    /// `var NAME[=TABLE]` is a property, or a variable, whose values are keys, `var NAME[=TABLE]:2` one whose values are
    /// tuples with keys as their second elements; `enum NAME[=TABLE]` an enumeration whose raw values are keys.
    ///
    /// - Returns: `nil` if it is no routine.
    public init?(specification: String) {
        for (keyword, kind) in [("var ", Kind.property), ("enum ", .enumeration)]
        where specification.hasPrefix(keyword) {
            self.init(specification: String(specification.dropFirst(keyword.count)))
            guard self.kind == .call, name.count == 1, !isMember, case .position = key else { return nil }
            guard kind == .property || !specification.contains(":") else { return nil }
            self.kind = kind
            return
        }
        let halves = specification.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let names = halves[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let components = names[0].drop { $0 == "." }.split(separator: ".", omittingEmptySubsequences: false)
        guard !components.isEmpty, components.allSatisfy(Self.isName) else { return nil }
        self.init(String(names[0]))
        if names.count == 2 {
            guard !names[1].isEmpty else { return nil }
            impliedTable = String(names[1])
        }
        guard halves.count == 2 else { return }
        var fields = halves[1].split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count <= 4 else { return nil }
        if fields[0].hasSuffix("%") {
            keyStyle = .interpolated
            fields[0].removeLast()
        }
        let arguments = fields.map(Self.argument)
        for (field, argument) in zip(fields, arguments) where !field.isEmpty && argument == nil { return nil }
        key = arguments[0] ?? .position(1)
        if arguments.count > 1, let table = arguments[1] { self.table = [table] }
        if arguments.count > 2, let value = arguments[2] { self.value = [value] }
        if arguments.count > 3, let comment = arguments[3] { self.comment = [comment] }
    }

    private static func isName(_ component: Substring) -> Bool {
        let name = component.first == "#" ? component.dropFirst() : component
        return name.first.map { $0.isLetter || $0 == "_" } == true
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    private static func argument(_ field: Substring) -> Argument? {
        if field == "0" { return .receiver }
        if let number = Int(field) { return number > 0 ? .position(number) : nil }
        return isName(field) && field.first != "#" ? .label(String(field)) : nil
    }
}
