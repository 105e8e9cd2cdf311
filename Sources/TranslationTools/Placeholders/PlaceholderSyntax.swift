// The table of placeholder syntaxes, for all formats of files.

internal import Localization

public struct PlaceholderSyntax: Sendable, Hashable {
    /// The name that flags of entries have for it, such as `python-brace-format`.
    public let flag: String
    let rules: Rules
    let grammar: Grammar

    /// How translations may use arguments, beside showing each once.
    struct Rules: OptionSet, Sendable, Hashable {
        let rawValue: UInt8
        /// Placeholders that the source does not have are text, and harmless.
        static let mayAdd = Rules(rawValue: 1)
        /// No form may leave out an argument, not even the number that a plural form counts.
        static let showsAll = Rules(rawValue: 2)
        /// The same for arguments without a name.
        static let showsUnnumbered = Rules(rawValue: 16)
        /// GNU msgfmt accepts a translation without an argument, but for the one with the highest number.
        static let mayOmitLower = Rules(rawValue: 4)
        /// One argument, whichever, may be left out of a plural form.
        static let mayOmitAnyOne = Rules(rawValue: 8)
        /// Programs format only those texts of a file that have placeholders;
        /// the others may be of any syntax.
        static let mayBeText = Rules(rawValue: 32)
        /// Programs format all texts of a file: what looks like a placeholder is one,
        /// whether or not the source has any.
        static let isAlwaysFormatted = Rules(rawValue: 64)
        /// `=0`, `=1` and `=2` are the plural categories `zero`, `one` and `two`.
        static let namesNumbers = Rules(rawValue: 128)
    }

    /// How texts are read.
    enum Grammar: Sendable, Hashable {
        /// Apple's formats, which `FormatString` reads.
        case objectiveC
        case percent(PercentGrammar)
        case function(Function)
        /// The texts themselves, such as a flag of Weblate's names them.
        case literals([String])
    }

    /// A reader with an identity.
    struct Function: Sendable, Hashable {
        let name: String
        let read: @Sendable (String) -> PlaceholderText

        static func == (left: Function, right: Function) -> Bool { left.name == right.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    init(_ flag: String, _ grammar: Grammar, _ rules: Rules = []) {
        (self.flag, self.grammar, self.rules) = (flag, grammar, rules)
    }

    private init(_ flag: String, _ rules: Rules = [], _ read: @escaping @Sendable (String) -> PlaceholderText)
    {
        self.init(flag, .function(Function(name: flag, read: read)), rules)
    }

    func read(_ text: String) -> PlaceholderText {
        switch grammar {
        case .objectiveC: .objectiveC(FormatString(text))
        case .percent(let grammar): grammar.read(text)
        case .function(let function): function.read(text)
        case .literals(let literals): .literals(literals, in: text)
        }
    }

    /// Apple's formats: printf(3) and `%@`.
    public static let objectiveC = PlaceholderSyntax("objc-format", .objectiveC)
    /// The placeholders of `java.util.Formatter` in Android's texts. Programs do not format most of these
    /// texts: `50% off` has none.
    public static let javaPrintf = PlaceholderSyntax("java-printf-format", .percent(.androidPrintf))
    /// `java.text.MessageFormat` in resource bundles.
    static let javaMessage = PlaceholderSyntax("java-format", .mayBeText) { MessageFormatReader.java($0) }
    /// `String.Format` in resources of .NET.
    static let cSharp = PlaceholderSyntax("csharp-format", .mayBeText) { BraceReader.cSharp($0) }
    /// `%1` of `QString::arg` and `%n` of `QObject::tr`.
    static let qt = PlaceholderSyntax("qt-format", .mayBeText) { NumberedPlaceholders.qtText($0) }
    /// ICU's MessageFormat, with arguments by name or number.
    static let icu = PlaceholderSyntax("icu-message-format") { PlaceholderText.icu($0) }
    /// The same as Flutter's `gen-l10n` compiles it: `=1` is the form `one`, which `Intl.plural` shows for 1
    /// and for the other numbers of that category.
    static let flutter = PlaceholderSyntax("icu-message-format", .namesNumbers) { PlaceholderText.icu($0) }
    /// Whether texts are in MessageFormat.
    var isMessageFormat: Bool { flag == Self.icu.flag }
    /// Unicode MessageFormat 2. Neither GNU gettext nor Weblate has a flag for it.
    static let messageFormat2 = PlaceholderSyntax("messageformat2-format", .isAlwaysFormatted) {
        PlaceholderText.messageFormat2($0)
    }
    /// Placeables of Fluent.
    static let fluent = PlaceholderSyntax("fluent-format", .isAlwaysFormatted) { PlaceholderText.fluent($0) }
    /// `$name$`, in any case, and `$1` of browsers' extensions (`chrome.i18n`).
    static let browserExtension = PlaceholderSyntax("chrome-i18n-format") {
        NamedPlaceholders.browserExtension($0)
    }
    /// What programs commonly have for names of arguments, in texts of unknown syntax.
    static let common = PlaceholderSyntax("placeholders") { CommonPlaceholders.read($0) }

    /// The syntaxes that flags name: GNU gettext's manual, "PO File Format", and Weblate's,
    /// "Customizing behavior using flags".
    static let all: [PlaceholderSyntax] = [
        objectiveC, icu, messageFormat2, fluent,
        PlaceholderSyntax("java-printf-format", .percent(.javaPrintf)),
        PlaceholderSyntax("c-format", .percent(.c)),
        PlaceholderSyntax("python-format", .percent(.python), .showsUnnumbered),
        PlaceholderSyntax("perl-format", .percent(.perl)),
        PlaceholderSyntax("php-format", .percent(.php)),
        PlaceholderSyntax("ruby-format", .percent(.ruby)),
        PlaceholderSyntax("javascript-format", .percent(.javaScript)),
        PlaceholderSyntax("lua-format", .percent(.lua)),
        PlaceholderSyntax("awk-format", .percent(.awk)),
        PlaceholderSyntax("tcl-format", .percent(.tcl)),
        PlaceholderSyntax("go-format", .percent(.go), .showsAll),
        PlaceholderSyntax("sh-printf-format", .percent(.shellPrintf)),
        PlaceholderSyntax("elisp-format", .percent(.elisp)),
        PlaceholderSyntax("librep-format", .percent(.librep)),
        PlaceholderSyntax("object-pascal-format", .percent(.pascal)),
        PlaceholderSyntax("modula2-format", .percent(.modula2)),
        PlaceholderSyntax("d-format", .percent(.d)),
        PlaceholderSyntax("ocaml-format", .percent(.ocaml)),
        PlaceholderSyntax("gfc-internal-format", .percent(.gfc)),
        PlaceholderSyntax("gcc-internal-format", .percent(.gcc)),
        PlaceholderSyntax("python-brace-format") { BraceReader.python($0) },
        PlaceholderSyntax("perl-brace-format", .mayAdd) { BraceReader.perl($0) },
        PlaceholderSyntax("csharp-format", .mayOmitLower) { BraceReader.cSharp($0) },
        PlaceholderSyntax("rust-format") { BraceReader.rust($0) },
        PlaceholderSyntax("c++-format") { BraceReader.rust($0) },
        PlaceholderSyntax("java-format") { MessageFormatReader.java($0) },
        PlaceholderSyntax("qt-format", .showsAll) { NumberedPlaceholders.qt($0) },
        PlaceholderSyntax("qt-plural-format") { NumberedPlaceholders.qtPlural($0) },
        PlaceholderSyntax("kde-format", .mayOmitAnyOne) { NumberedPlaceholders.kde($0) },
        PlaceholderSyntax("kde-kuit-format", .mayOmitAnyOne) { NumberedPlaceholders.kuit($0) },
        PlaceholderSyntax("smalltalk-format") { NumberedPlaceholders.digits($0) },
        PlaceholderSyntax("ycp-format") { NumberedPlaceholders.digits($0) },
        PlaceholderSyntax("boost-format") { BoostReader.read($0) },
        PlaceholderSyntax("sh-format") { NamedPlaceholders.shell($0) },
        PlaceholderSyntax("scheme-format") { TildeReader.read($0) },
        PlaceholderSyntax("lisp-format") { TildeReader.read($0) },
        PlaceholderSyntax("i18next-interpolation") { NamedPlaceholders.i18next($0) },
        PlaceholderSyntax("vue-format") { NamedPlaceholders.vue($0) },
        PlaceholderSyntax("laravel-format", .showsAll) { NamedPlaceholders.laravel($0) },
        PlaceholderSyntax("es-format") { NamedPlaceholders.template($0) },
        PlaceholderSyntax("percent-placeholders") { NamedPlaceholders.percent($0) },
        PlaceholderSyntax("automattic-components-format") { NamedPlaceholders.components($0) },
    ]

    private static let byFlag: [String: PlaceholderSyntax] = {
        var byFlag = Dictionary(uniqueKeysWithValues: all.map { ($0.flag, $0) })
        // Weblate's names for the same.
        byFlag["c-sharp-format"] = byFlag["csharp-format"]
        byFlag["pascal-format"] = byFlag["object-pascal-format"]
        byFlag["c++-brace-format"] = byFlag["c++-format"]
        return byFlag
    }()

    /// The syntax that a flag names; `nil` for another flag.
    static func named(_ flag: String) -> PlaceholderSyntax? {
        if let known = byFlag[flag] { return known }
        guard flag.hasPrefix("placeholders:") else { return nil }
        // A regular expression from a file may take any time, so it is not tried.
        let names = flag.dropFirst("placeholders:".utf8.count).split(separator: ":")
            .map { $0.trimming("\"") }.filter { !$0.isEmpty && !$0.hasPrefix("r\"") }
        return names.isEmpty ? nil : PlaceholderSyntax(flag, .literals(names), .showsAll)
    }
}

extension PlaceholderSyntax {
    /// The syntaxes of texts about which nothing else is known.
    static let usual: [PlaceholderSyntax] = [.objectiveC, .common]

    /// Where placeholders are in a text: half-open ranges of UTF-8 code units, in order.
    func ranges(in text: String) -> [Range<Int>] {
        guard case .objectiveC = grammar else {
            let text = read(text)
            return text.otherSyntax.isEmpty
                ? text.placeholders.map(\.range)
                : (text.placeholders.map(\.range) + text.otherSyntax).sorted {
                    ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound)
                }
        }
        let format = FormatString(text)
        return format.isPlain
            ? []
            : (format.specifiers.map(\.range) + format.substitutions.map(\.range)).sorted {
                $0.lowerBound < $1.lowerBound
            }
    }

    /// A text with a space for each placeholder.
    static func prose(of text: String, _ syntaxes: [PlaceholderSyntax]) -> String {
        let ranges = syntaxes.flatMap { $0.ranges(in: text) }.sorted { $0.lowerBound < $1.lowerBound }
        return ranges.isEmpty ? text : text.withSpaces(for: ranges)
    }
}

extension String {
    /// The text with a space for each of some ranges of UTF-8 code units, which are in order. Of two that
    /// overlap the first one counts.
    func withSpaces(for ranges: [Range<Int>]) -> String {
        let bytes = Array(utf8)
        var text: [UInt8] = []
        var end = 0
        for range in ranges where range.lowerBound >= end {
            text += bytes[end..<range.lowerBound]
            text.append(0x20)
            end = range.upperBound
        }
        return String(decoding: text + bytes[end...], as: UTF8.self)
    }
}

extension Substring {
    fileprivate func trimming(_ sign: Character) -> String {
        var text = self
        if text.first == sign, text.last == sign, text.count > 1 { text = text.dropFirst().dropLast() }
        return String(text)
    }
}

extension PlaceholderText {
    /// The specifiers and references of one of Apple's formats, in the order in which they take arguments.
    static func objectiveC(_ format: FormatString) -> PlaceholderText {
        if let problem = format.problems.first(where: { $0.severity == .error }) {
            return .invalid(problem.source)
        }
        let placeholders = Message(key: "", text: "").argumentUses(of: format).map(Placeholder.init)
        return PlaceholderText(placeholders: placeholders)
    }

    /// The places of given texts; of two that overlap the first one counts.
    static func literals(_ literals: [String], in text: String) -> PlaceholderText {
        var result = PlaceholderText()
        let bytes = Array(text.utf8)
        for literal in literals {
            let wanted = Array(literal.utf8)
            var index = 0
            while index + wanted.count <= bytes.count {
                guard bytes[index...].starts(with: wanted) else {
                    index += 1
                    continue
                }
                result.placeholders.append(
                    Placeholder(
                        argument: .name(literal), types: .any, source: literal,
                        range: index..<index + wanted.count, isExplicit: true))
                index += wanted.count
            }
        }
        return result
    }
}
