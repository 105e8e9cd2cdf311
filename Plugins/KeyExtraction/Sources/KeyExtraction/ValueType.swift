// Types by their names, and the members of the types of a file.

internal import SwiftSyntax

/// A type as far as it matters for format specifiers: the last component of its name.
struct ValueType: Hashable {
    var name: String
    var isOptional = false

    init(name: String, isOptional: Bool = false) {
        self.name = name
        self.isOptional = isOptional
    }

    init?(_ syntax: TypeSyntax) {
        var syntax = syntax
        var isOptional = false
        while true {
            switch syntax.as(TypeSyntaxEnum.self) {
            case .optionalType(let type):
                isOptional = true
                syntax = type.wrappedType
            case .implicitlyUnwrappedOptionalType(let type):
                isOptional = true
                syntax = type.wrappedType
            case .attributedType(let type): syntax = type.baseType
            case .identifierType(let type):
                self.init(name: type.name.identifierText, isOptional: isOptional)
                return
            case .memberType(let type):
                self.init(name: type.name.identifierText, isOptional: isOptional)
                return
            case .arrayType:
                self.init(name: "Array", isOptional: isOptional)
                return
            case .dictionaryType:
                self.init(name: "Dictionary", isOptional: isOptional)
                return
            case .someOrAnyType(let type): syntax = type.constraint
            case .tupleType(let type):
                guard type.elements.count == 1, let only = type.elements.first else {
                    self.init(name: "()", isOptional: isOptional)
                    return
                }
                syntax = only.type
            default: return nil
            }
        }
    }

    /// The type without `Optional`.
    var unwrapped: ValueType { ValueType(name: name) }

    /// What `String.LocalizationValue` writes for a value of the type.
    var formatSpecifier: String { isOptional ? "%@" : FormatSpecifiers.byType[name] ?? "%@" }
}

/// The members of all types of a file, extensions included, and its type aliases.
struct TypeIndex {
    /// Members by name, functions with `()`, by the last component of the type's name.
    private(set) var members: [String: Scope] = [:]
    private var aliases: [String: ValueType] = [:]

    init(_ root: SourceFileSyntax) {
        for node in SyntaxWalk(root) {
            if let alias = node.as(TypeAliasDeclSyntax.self) {
                aliases[alias.name.identifierText] = ValueType(alias.initializer.value)
            }
            guard let name = node.declaredTypeName,
                let block = node.asProtocol((any DeclGroupSyntax).self)?.memberBlock
            else { continue }
            let isText = node.as(EnumDeclSyntax.self)?.inheritanceClause?.inheritedTypes.first.map {
                ValueType($0.type)?.name == "String"
            }
            var scope = members[name] ?? [:]
            for member in block.members {
                if let cases = member.decl.as(EnumCaseDeclSyntax.self) {
                    for element in cases.elements {
                        var declaration = Declaration(type: ValueType(name: name))
                        if isText == true {
                            declaration.rawValue = element.rawValue?.value
                            declaration.caseName = element.name.identifierText
                        }
                        scope.declare(element.name.identifierText, declaration)
                    }
                } else {
                    scope.declare(member.decl)
                }
            }
            members[name] = scope
        }
    }

    /// A type without the aliases of the file.
    func resolved(_ type: ValueType) -> ValueType {
        var type = type
        for _ in 0..<8 {
            guard let alias = aliases[type.name] else { break }
            type = ValueType(name: alias.name, isOptional: alias.isOptional || type.isOptional)
        }
        return type
    }
}

extension Syntax {
    /// The last component of the name of the type that the node declares or extends.
    var declaredTypeName: String? {
        switch self.as(SyntaxEnum.self) {
        case .structDecl(let type): type.name.identifierText
        case .classDecl(let type): type.name.identifierText
        case .enumDecl(let type): type.name.identifierText
        case .actorDecl(let type): type.name.identifierText
        case .protocolDecl(let type): type.name.identifierText
        case .extensionDecl(let type): ValueType(type.extendedType)?.name
        default: nil
        }
    }
}
