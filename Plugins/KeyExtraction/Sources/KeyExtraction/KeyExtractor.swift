// Finding keys in a source: the way in.

internal import SwiftParser
internal import SwiftSyntax

/// Finds the keys of texts in Swift sources.
///
///     let extractor = KeyExtractor(routines: Routine.foundation)
///     extractor.extract(source: #"String(localized: "Items: \(items.count)")"#, file: "List.swift").keys
///
/// Everything is derived from the syntax of one file; nothing is compiled. All branches of `#if` are read. A source that breaks
/// the grammar gives findings, and the keys of the rest.
public struct KeyExtractor: Sendable {
    /// The routines by the last component of their names, those with longer names first.
    let routines: [String: [Routine]]
    /// The properties whose values are keys, by name.
    let properties: [String: Routine]
    /// The enumerations whose raw values are keys, by name.
    let enumerations: [String: Routine]
    /// The types whose literals are keys.
    let keyTypes: Set<String>

    /// Brackets may nest so deeply. swift-syntax allows less in debug builds, where it needs more stack.
    static let deepestNesting = 200

    /// An extractor for routines.
    ///
    /// - Parameters:
    ///   - routines: the calls that take keys: `Routine.foundation`, `.localizer`, `.swiftUI` and others. Where
    ///     several fit a call, the one with the longest name is meant, and of these the last.
    ///   - readsSwiftUI: whether literals of the type `LocalizedStringKey` are keys.
    public init(routines: [Routine] = Routine.foundation + Routine.localizer, readsSwiftUI: Bool = false) {
        let calls = routines.reversed().filter { !$0.name.isEmpty && $0.kind == .call }
        self.routines = Dictionary(grouping: calls) { $0.name[$0.name.count - 1] }
            .mapValues { $0.sorted { $0.name.count > $1.name.count } }
        func named(_ kind: Routine.Kind) -> [String: Routine] {
            Dictionary(
                routines.filter { $0.kind == kind && $0.name.count == 1 }.map { ($0.name[0], $0) },
                uniquingKeysWith: { $1 })
        }
        properties = named(.property)
        enumerations = named(.enumeration)
        keyTypes = readsSwiftUI ? KeyType.all : KeyType.foundation
    }

    /// Finds the keys of a source.
    ///
    /// - Parameters:
    ///   - source: the text of a file.
    ///   - file: what to call it.
    public func extract(source: String, file: String) -> Extraction {
        let text = SourceText(source)
        let tree = text.bytes.withUnsafeBufferPointer {
            Parser.parse(source: $0, maximumNestingLevel: Self.deepestNesting)
        }
        var extraction = FileExtraction(self, tree, text, file)
        extraction.run()
        return extraction.result
    }

    /// The routine that a call is one of.
    func routine(for call: Call) -> Routine? {
        call.name.last.flatMap { routines[$0] }?.first(where: call.matches)
    }
}

/// The work on one file.
struct FileExtraction {
    private(set) var result = Extraction()
    private let extractor: KeyExtractor
    private let tree: SourceFileSyntax
    private let text: SourceText
    private let file: String
    private let reader: KeyReader

    init(_ extractor: KeyExtractor, _ tree: SourceFileSyntax, _ text: SourceText, _ file: String) {
        self.extractor = extractor
        self.tree = tree
        self.text = text
        self.file = file
        reader = KeyReader(declarations: Declarations(tree)) { expression in
            expression.as(FunctionCallExprSyntax.self).flatMap(Call.init).flatMap(extractor.routine) != nil
        }
    }

    mutating func run() {
        for node in SyntaxWalk(tree) {
            switch node.as(SyntaxEnum.self) {
            case .functionCallExpr(let call): Call(call).map { read($0) }
            case .macroExpansionExpr(let macro): read(Call(macro))
            case .memberAccessExpr(let access) where access.base?.is(StringLiteralExprSyntax.self) == true:
                // Where it is called, the call has been read.
                if access.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id
                    != ExprSyntax(access).id
                {
                    Call(callee: ExprSyntax(access)).map { read($0) }
                }
            case .patternBinding(let binding):
                readProperty(binding)
                readTyped(binding.typeAnnotation?.type, binding.initializer?.value)
                readTyped(binding.typeAnnotation?.type, binding.accessorBlock?.onlyExpression)
            case .enumDecl(let enumeration): read(enumeration)
            case .functionParameter(let parameter): readTyped(parameter.type, parameter.defaultValue?.value)
            default: break
            }
        }
        for offset in tree.errorOffsets(in: text) { report(.syntaxError, [], at: offset) }
        result.keys.sort { $0.position < $1.position }
        result.findings.sort { $0.position < $1.position }
    }

    /// Reads a literal whose type says that it is a key.
    private mutating func readTyped(_ type: TypeSyntax?, _ value: ExprSyntax?) {
        guard let value, let name = type.flatMap(ValueType.init)?.name, extractor.keyTypes.contains(name)
        else { return }
        for case .text(let key) in reader.read(value, style: .interpolated, literalsOnly: true) {
            add(key, Routine(name, style: .interpolated), table: nil, value: nil, comment: nil)
        }
    }

    /// Reads what a property says whose values are keys.
    private mutating func readProperty(_ binding: PatternBindingSyntax) {
        guard !extractor.properties.isEmpty,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText,
            let routine = extractor.properties[name],
            let value = binding.initializer?.value ?? binding.accessorBlock?.onlyExpression
        else { return }
        var reader = reader
        if case .position(let number) = routine.key { reader.tupleElement = number - 1 }
        for reading in reader.read(value, style: .text) {
            switch reading {
            case .text(let key): add(key, routine, table: routine.impliedTable, value: nil, comment: nil)
            case .dynamic(let expression): reportDynamicKey(expression, routine)
            case .elsewhere: break
            }
        }
    }

    /// Reads the raw values of an enumeration that are keys.
    private mutating func read(_ enumeration: EnumDeclSyntax) {
        guard let routine = extractor.enumerations[enumeration.name.identifierText] else { return }
        for member in enumeration.memberBlock.members {
            for element in member.decl.as(EnumCaseDeclSyntax.self)?.elements ?? [] {
                var key = KeyText(
                    text: element.name.identifierText,
                    offset: element.name.positionAfterSkippingLeadingTrivia.utf8Offset)
                if let value = element.rawValue?.value, case .text(let text) = only(value, .text) {
                    key = text
                }
                add(key, routine, table: routine.impliedTable, value: nil, comment: nil)
            }
        }
    }

    private mutating func read(_ call: Call) {
        guard let routine = extractor.routine(for: call), let expression = call.argument(routine.key) else {
            return
        }
        for reading in reader.read(
            expression, style: routine.keyStyle, literalsOnly: routine.takesLiteralsOnly)
        {
            switch reading {
            case .text(let key): read(key, of: call, routine)
            case .dynamic(let expression): reportDynamicKey(expression, routine)
            case .elsewhere: break
            }
        }
    }

    private mutating func read(_ key: KeyText, of call: Call, _ routine: Routine) {
        var table = routine.impliedTable
        if let expression = routine.table.lazy.compactMap(call.argument).first {
            switch only(expression, .text) {
            case .text(let name): table = name.text
            case .dynamic:
                return report(
                    .dynamicTable, [routine.spelling, shortened(key.text), excerpt(expression)],
                    at: expression.startOffset)
            case .elsewhere: break
            }
        }
        let value = read(routine.value, .dynamicValue, style: routine.keyStyle, key, call, routine)
        let comment = read(routine.comment, .dynamicComment, style: .text, key, call, routine)
        add(key, routine, table: table, value: value, comment: comment?.text)
    }

    /// The text of an argument that only says something about the key.
    private mutating func read(
        _ arguments: [Routine.Argument], _ identifier: ExtractionFinding.Identifier, style: Routine.KeyStyle,
        _ key: KeyText, _ call: Call, _ routine: Routine
    ) -> KeyText? {
        guard let expression = arguments.lazy.compactMap(call.argument).first else { return nil }
        switch only(expression, style) {
        case .text(let text): return text.text.isEmpty ? nil : text
        case .dynamic:
            report(
                identifier, [routine.spelling, shortened(key.text), excerpt(expression)],
                at: expression.startOffset)
            return nil
        case .elsewhere: return nil
        }
    }

    /// The one thing that an expression says.
    private func only(_ expression: ExprSyntax, _ style: Routine.KeyStyle) -> TextReading {
        if expression.is(NilLiteralExprSyntax.self) { return .elsewhere }
        let readings = reader.read(expression, style: style)
        return readings.count == 1 ? readings[0] : .dynamic(expression)
    }

    private mutating func add(
        _ key: KeyText, _ routine: Routine, table: String?, value: KeyText?, comment: String?
    ) {
        guard !key.text.isEmpty else {
            // `Text("")` is how SwiftUI leaves room for nothing.
            if !routine.takesLiteralsOnly { report(.emptyKey, [routine.spelling], at: key.offset) }
            return
        }
        let format = value ?? key
        let isFormat = routine.keyStyle == .text || key.isFormat || format.isFormat
        result.keys.append(
            ExtractedKey(
                key: key.text, value: value?.text, comment: comment, table: table,
                arguments: isFormat ? FormatSpecifiers.argumentClasses(format.text) : [], file: file,
                position: text.position(at: key.offset)))
        for interpolation in key.uncertain + (value?.uncertain ?? []) {
            report(
                .uncertainType, [shortened(key.text), excerpt(interpolation)], at: interpolation.startOffset)
        }
    }

    private mutating func reportDynamicKey(_ expression: ExprSyntax, _ routine: Routine) {
        if expression.is(DeclReferenceExprSyntax.self),
            let function = reader.declaration(of: expression)?.function
        {
            report(
                .forwardedKey, [routine.spelling, excerpt(expression), function], at: expression.startOffset)
        } else {
            report(.dynamicKey, [routine.spelling, excerpt(expression)], at: expression.startOffset)
        }
    }

    private mutating func report(
        _ identifier: ExtractionFinding.Identifier, _ arguments: [String], at offset: Int
    ) {
        result.findings.append(
            ExtractionFinding(
                identifier, arguments: arguments, file: file, position: text.position(at: offset)))
    }

    /// A key as findings name it: each of its interpolations may have one, and the place is exact.
    private func shortened(_ key: String) -> String {
        key.utf8.count <= 200 ? key : String(key.unicodeScalars.prefix(199)) + "…"
    }

    private func excerpt(_ expression: ExprSyntax) -> String { text.excerpt(expression.sourceRange) }
}

extension Routine {
    /// The name as it is written in sources.
    var spelling: String { (isMember ? "." : "") + name.joined(separator: ".") }
}
