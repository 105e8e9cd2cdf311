// What names mean in one file, as far as its tokens show: types, constants, parameters.

/// A declared name. Its ranges are of tokens of the source.
struct SwiftDeclaration {
    /// Its type, or what a function returns, where that is evident.
    var type: SwiftType?
    /// What gives the type if nothing is annotated.
    var initializer: Range<Int>?
    /// What a constant always is.
    var constant: Range<Int>?
    /// The text that is the raw value of a case.
    var rawValue: Range<Int>?
    /// The case's name, which is the raw value where none is written.
    var caseName: String?
    /// The function whose parameter this is.
    var function: String?
    /// Whether the declaration unwraps an optional.
    var isUnwrapped = false
    /// The place at which the same name means what is unwrapped here: `if let name`. After `guard let name`
    /// the scope of the place is skipped, which has the new name.
    var outer: (place: Int, isSkipped: Bool)?

    /// Two declarations of one name are known as far as they agree.
    mutating func merge(_ other: SwiftDeclaration) {
        self = SwiftDeclaration(type: type == other.type ? type : nil)
    }
}

/// The names of a file, by the scopes that declare them. Functions have `()` after the name.
struct SwiftNames {
    typealias Members = [String: SwiftDeclaration]

    /// What is between two braces, or in one case of a `switch`.
    struct Scope {
        let parent: Int
        /// The last component of the name of the type that is declared or extended here.
        let typeName: String?
        var names: Members = [:]
    }

    /// A property, a variable or a constant with a value: `let name: Type = value`,
    /// `var name: Type { value }`.
    struct Binding {
        let name: String
        let value: Range<Int>
    }

    /// The first is the file's.
    var scopes = [Scope(parent: -1, typeName: nil)]
    /// The scope of each token.
    var scopeOfToken: [Int32] = []
    /// The members of all types, extensions included, by the last component of the type's name.
    var members: [String: Members] = [:]
    var aliases: [String: SwiftType] = [:]
    var bindings: [Binding] = []
    /// Values whose type is annotated: of bindings, and of parameters by default.
    var typedValues: [(type: SwiftType, value: Range<Int>)] = []
    /// The equals signs of bindings after which no value is written.
    var missingValues: [Int] = []
    /// The cases of enumerations, by the enumeration's name: the case's name and its raw value.
    var cases: [String: [(token: Int, rawValue: Range<Int>?)]] = [:]

    /// How far a name is searched outwards. Sources that people write do not nest deeper.
    private static let farthest = 2000

    /// Reads the declarations of a file.
    init(_ code: SwiftCode) {
        var reader = SwiftDeclarationReader(code)
        reader.read()
        self = reader.names
    }

    /// No names.
    init() {}

    /// Declares a name in a scope.
    mutating func declare(_ name: String, _ declaration: SwiftDeclaration, in scope: Int) {
        if let type = scopes[scope].typeName {
            Self.declare(name, declaration, in: &members[type, default: [:]])
        } else {
            Self.declare(name, declaration, in: &scopes[scope].names)
        }
    }

    private static func declare(_ name: String, _ declaration: SwiftDeclaration, in names: inout Members) {
        if names[name] == nil { names[name] = declaration } else { names[name]?.merge(declaration) }
    }

    /// What a name means at a token of the source; `nil` where the file does not say.
    ///
    /// - Parameter isOutside: whether the search begins outside of the token's scope.
    func find(_ name: String, at place: Int, isOutside: Bool = false) -> SwiftDeclaration? {
        guard scopeOfToken.indices.contains(place) else { return nil }
        var scope = Int(scopeOfToken[place])
        if isOutside { scope = scopes[scope].parent }
        for _ in 0..<Self.farthest {
            guard scope >= 0 else { return nil }
            let names = scopes[scope].typeName.map { members[$0] ?? [:] } ?? scopes[scope].names
            if let declaration = names[name] { return declaration }
            scope = scopes[scope].parent
        }
        return nil
    }

    /// The type that a token's place is in.
    func enclosingType(of place: Int) -> String? {
        guard scopeOfToken.indices.contains(place) else { return nil }
        var scope = Int(scopeOfToken[place])
        for _ in 0..<Self.farthest {
            guard scope >= 0 else { return nil }
            if let name = scopes[scope].typeName { return name }
            scope = scopes[scope].parent
        }
        return nil
    }

    /// A type without the aliases of the file.
    func resolved(_ type: SwiftType) -> SwiftType {
        var type = type
        for _ in 0..<8 {
            guard let alias = aliases[type.name] else { break }
            type = SwiftType(name: alias.name, isOptional: alias.isOptional || type.isOptional)
        }
        return type
    }
}
