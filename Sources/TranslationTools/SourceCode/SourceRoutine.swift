// Which calls take keys: the standard ones of Swift, Objective-C and C, and those that users name.

/// A function, method or macro that takes a key.
package struct SourceRoutine: Sendable, Hashable {
    /// An argument of a call.
    package enum Argument: Sendable, Hashable {
        /// The argument so many among those without a label, from 1.
        case position(Int)
        case label(String)
        /// The literal before the dot: `"key".localized`.
        case receiver
    }

    /// Where a key without a table is looked up.
    package enum Table: Sendable, Hashable {
        /// In `Localizable`; in a project without such a table, in all of them.
        case standard
        case named(String)
        /// In all tables, as gettext's functions do: their domains are chosen elsewhere.
        case any
    }

    /// What the routine does with the arguments after the key.
    package enum Formatting: Sendable, Hashable {
        /// It returns the text as it is. A call around it may format the text.
        case none
        /// It formats the text, as `Localizer` does: `%@` takes values of every type.
        case formats
        /// Interpolations in the key are the arguments.
        case interpolations
    }

    /// What has keys.
    package enum Kind: Sendable, Hashable {
        /// The calls of the routine, in arguments.
        case call
        /// No routine but the properties and variables of the name, as values.
        case property
        /// No routine but the enumerations of the name, as raw values of their cases.
        case enumeration
    }

    var name: [String]
    var kind = Kind.call
    /// Whether the name needs an expression before it: `.navigationTitle`.
    var isMember = false
    var key = Argument.position(1)
    /// Where the table is, the text in the source language, the comment: the first of
    /// these arguments that a call has.
    var table: [Argument] = [.label("table"), .label("tableName")]
    var defaultTable = Table.standard
    var value: [Argument] = [.label("defaultValue"), .label("value")]
    var comment: [Argument] = [.label("comment")]
    /// The text for several, of gettext's functions.
    var plural: Argument?
    var formatting = Formatting.none
    /// Whether an argument before the key is a context, which tells texts with the same key apart.
    var hasContext = false
    /// The argument that chooses among texts with keys that begin alike, as `context` of i18next does.
    var context: Argument?
    /// Whether only a literal that is the whole argument is a key.
    var takesLiteralsOnly = false

    init(
        _ name: String, key: Argument = .position(1), table: Argument? = nil, value: Argument? = nil,
        comment: Argument? = nil, plural: Argument? = nil, in defaultTable: Table = .standard,
        _ formatting: Formatting = .none, literalsOnly: Bool = false
    ) {
        self.name = name.split(separator: ".").map(String.init)
        isMember = name.hasPrefix(".")
        self.key = key
        if let table { self.table = [table] }
        if let value { self.value = [value] }
        if let comment { self.comment = [comment] }
        self.plural = plural
        self.defaultTable = defaultTable
        self.formatting = formatting
        takesLiteralsOnly = literalsOnly
    }

    /// Reads a routine as users write it, in the spirit of xgettext's `--keyword`:
    ///
    ///     NAME[=TABLE][:KEY[%][,TABLE[,VALUE[,COMMENT]]]]
    ///
    /// `NAME` is the end of the name that calls use: `tr`, `texts.error`, `.localized`, `#tr`, `self`. Each
    /// argument is a label, a number that counts the arguments without labels from 1, `0` for the expression
    /// before the dot, or empty. `%` after the key says that interpolations are arguments.
    ///
    /// `var NAME[=TABLE]` is a property, or a variable, whose values are keys, `var NAME[=TABLE]:2`
    /// one whose values are tuples with keys as their second elements; `enum NAME[=TABLE]` an
    /// enumeration whose raw values are keys.
    ///
    /// - Parameter formats: whether the routine formats the text with the arguments after the key.
    /// - Returns: `nil` where it is no routine.
    package init?(specification: String, formats: Bool = false) {
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
        self.init(String(names[0]), formats ? .formats : .none)
        if names.count == 2 {
            guard !names[1].isEmpty else { return nil }
            defaultTable = .named(String(names[1]))
        }
        guard halves.count == 2 else { return }
        var fields = halves[1].split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count <= 4 else { return nil }
        if fields[0].hasSuffix("%") {
            formatting = .interpolations
            fields[0].removeLast()
        }
        let arguments = fields.map(Self.argument)
        for (field, argument) in zip(fields, arguments) where !field.isEmpty && argument == nil { return nil }
        key = arguments[0] ?? .position(1)
        if arguments.count > 1, let named = arguments[1] { table = [named] }
        if arguments.count > 2, let named = arguments[2] { value = [named] }
        if arguments.count > 3, let named = arguments[3] { comment = [named] }
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

extension SourceRoutine {
    /// Foundation's routines in Swift, and those of this project's `Localizer` in a variable of that name.
    static let swift: [SourceRoutine] =
        [
            SourceRoutine("NSLocalizedString"),
            SourceRoutine("localizedString", key: .label("forKey")),
            SourceRoutine("localizer", .formats),
            SourceRoutine("localizer.text", key: .label("for")),
            SourceRoutine("localizer.fittingText", key: .label("for")),
            SourceRoutine("localizer.message", key: .label("for")),
            SourceRoutine("localizer.diagnostics", key: .label("for")),
            SourceRoutine("localizer.hasMessage"),
        ]
        // `init` is `String(localized:)` where the context names the type.
        + ["String", "AttributedString", "NSAttributedString", "init"].map {
            SourceRoutine($0, key: .label("localized"), .interpolations)
        }
        + ["LocalizedStringResource", "LocalizationValue"].map { SourceRoutine($0, .interpolations) }

    /// SwiftUI's views and modifiers that show a literal's translation. A `String` is shown as it is.
    static let swiftUI: [SourceRoutine] =
        [
            "Text", "Label", "Button", "Toggle", "TextField", "SecureField", "Picker", "Section",
            "NavigationLink", "Link", "Menu", "Stepper", "DatePicker", "MultiDatePicker", "ColorPicker",
            "ProgressView", "Gauge", "GroupBox", "DisclosureGroup", "LabeledContent", "ControlGroup",
            "ContentUnavailableView", "ShareLink", "Tab", "TabSection", "CommandMenu", "RenameButton",
            "PasteButton", "Window", "WindowGroup", "MenuBarExtra",
            "LocalizedStringKey", ".navigationTitle", ".navigationSubtitle", ".navigationBarTitle", ".help",
            ".alert", ".confirmationDialog", ".accessibilityLabel", ".accessibilityHint",
            ".accessibilityValue", ".badge", ".dialogSuppressionToggle", ".fileDialogMessage",
            ".fileDialogConfirmationLabel",
        ].map { SourceRoutine($0, .interpolations, literalsOnly: true) }
        + [".searchable", "TextField"].map {
            SourceRoutine($0, key: .label("prompt"), .interpolations, literalsOnly: true)
        }

    /// Foundation's macros and functions, and gettext's.
    static let c: [SourceRoutine] =
        [
            SourceRoutine("NSLocalizedString", comment: .position(2)),
            SourceRoutine("NSLocalizedStringFromTable", table: .position(2), comment: .position(3)),
            SourceRoutine("NSLocalizedStringFromTableInBundle", table: .position(2), comment: .position(4)),
            SourceRoutine(
                "NSLocalizedStringWithDefaultValue", table: .position(2), value: .position(4),
                comment: .position(5)),
            SourceRoutine("CFCopyLocalizedString", comment: .position(2)),
            SourceRoutine("CFCopyLocalizedStringFromTable", table: .position(2), comment: .position(3)),
            SourceRoutine(
                "CFCopyLocalizedStringFromTableInBundle", table: .position(2), comment: .position(4)),
            SourceRoutine("_", in: .any), SourceRoutine("N_", in: .any), SourceRoutine("Q_", in: .any),
            SourceRoutine("gettext", in: .any), SourceRoutine("gettext_noop", in: .any),
            SourceRoutine("dgettext", key: .position(2), in: .any),
            SourceRoutine("dcgettext", key: .position(2), in: .any),
            SourceRoutine("ngettext", plural: .position(2), in: .any),
            SourceRoutine("dngettext", key: .position(2), plural: .position(3), in: .any),
            SourceRoutine("dcngettext", key: .position(2), plural: .position(3), in: .any),
        ]
        + ["pgettext", "C_", "NC_", "npgettext"].map { name in
            var routine = SourceRoutine(
                name, key: .position(2), plural: name == "npgettext" ? .position(3) : nil, in: .any)
            routine.hasContext = true
            return routine
        }

    /// Types whose literals are keys wherever they are assigned:
    /// `let title: LocalizedStringResource = "Title"`.
    static let keyTypes = foundationKeyTypes.union(["LocalizedStringKey"])
    static let foundationKeyTypes: Set = ["LocalizedStringResource", "LocalizationValue"]

    /// The name as it is written in sources.
    var spelling: String { (isMember ? "." : "") + name.joined(separator: ".") }
}
