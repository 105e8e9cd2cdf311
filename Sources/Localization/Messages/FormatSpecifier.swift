// The specifiers of formats, and problems with them.

/// A conversion specification of a message, such as `%2$-5.1lf` (IEEE Std 1003.1, `fprintf`, with Apple's
/// `%@`; what GNU gettext calls `objc-format`).
public struct FormatSpecifier: Sendable, Hashable {
    /// The flags between `%` and the width.
    public struct Flags: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt8
        /// Makes a set of its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// `-`: padded on the right.
        public static let leftJustified = Flags(rawValue: 1)
        /// `+`: a sign before positive numbers too.
        public static let sign = Flags(rawValue: 2)
        /// A space before positive numbers.
        public static let space = Flags(rawValue: 4)
        /// `0`: padded with zeros.
        public static let zeroPadded = Flags(rawValue: 8)
        /// `#`: the alternative form.
        public static let alternate = Flags(rawValue: 16)
        /// `'`: thousands grouped.
        public static let grouped = Flags(rawValue: 32)
    }

    /// A width or a precision.
    public enum Amount: Sendable, Hashable {
        /// A number in the format itself.
        case fixed(Int)
        /// `*` or `*2$`: an argument gives it. The position counts from 1; `nil` means the next argument.
        case argument(position: Int?)
    }

    /// The length modifiers.
    public enum Length: String, Sendable, Hashable, CaseIterable {
        /// `char`, `short`, `long`, `long long`, and its name in BSD.
        case hh, h, l, ll, q
        /// `long double`, `size_t`, `ptrdiff_t`, `intmax_t`.
        case L, z, t, j
    }

    /// How the argument is shown.
    public enum Conversion: String, Sendable, Hashable, CaseIterable {
        /// Integers: decimal, hexadecimal, octal.
        case d, i, u, x, X, o
        /// Characters and text.
        case c, C, s, S
        /// Floating-point numbers: decimal, with exponent, the shorter of both, hexadecimal.
        case f, F, e, E, g, G, a, A
        /// An address.
        case p
        /// Any value, as text.
        case object = "@"

        /// The class of arguments that fit.
        public var argumentClass: ArgumentClass {
            switch self {
            case .d, .i, .u, .x, .X, .o: .integer
            case .c, .C: .character
            case .s, .S: .string
            case .f, .F, .e, .E, .g, .G, .a, .A: .floatingPoint
            case .p: .pointer
            case .object: .object
            }
        }
    }

    /// The classes of arguments. A translation with another class than its source is an error.
    public enum ArgumentClass: String, Sendable, Hashable, CaseIterable {
        case integer
        /// Floating-point numbers.
        case floatingPoint
        /// A single character, given as a text of one character or as its code.
        case character
        /// Text.
        case string
        /// Any value.
        case object
        /// An address, given as an integer.
        case pointer
    }

    /// The position of the argument, from 1, if the specifier names it (`%2$@`); `nil` means the next
    /// argument.
    public var position: Int?
    public var flags: Flags = []
    /// The minimum width, in characters.
    public var width: Amount?
    /// The minimum number of digits, the number of decimals, or the maximum number of characters of a text.
    public var precision: Amount?
    /// The length modifier.
    public var length: Length?
    public var conversion: Conversion
    /// The specifier as written.
    public var source: String
    /// Where it is written: a half-open range of UTF-8 code units of the format.
    public var range: Range<Int>

    /// Whether width or precision are arguments themselves.
    package var takesAmounts: Bool {
        for case .argument? in [width, precision] { return true }
        return false
    }

    public init(
        position: Int? = nil, flags: Flags = [], width: Amount? = nil, precision: Amount? = nil,
        length: Length? = nil, conversion: Conversion, source: String, range: Range<Int>
    ) {
        self.position = position
        self.flags = flags
        self.width = width
        self.precision = precision
        self.length = length
        self.conversion = conversion
        self.source = source
        self.range = range
    }
}

extension FormatSpecifier {
    /// Whether the specifier, though valid, was probably meant as text: `100% of`, `50%-a`.
    public var isProbablyText: Bool { flags.contains(.space) || hasUselessHyphen }

    /// Whether it asks for padding on the right of nothing.
    var hasUselessHyphen: Bool {
        flags == [.leftJustified] && width == nil && precision == nil
            && ![.d, .u, .object, .s].contains(conversion)
    }
}

/// A reference to a substitution, such as `%1$#@files@`. A substitution is a part of a
/// message with plural forms of its own.
public struct FormatSubstitution: Sendable, Hashable {
    /// The name between the two `@`.
    public var name: String
    /// The position, from 1, of the argument that selects the plural form; `nil` means the next argument.
    public var position: Int?
    /// The reference as written.
    public var source: String
    /// Where it is written: a half-open range of UTF-8 code units of the format.
    public var range: Range<Int>
}

/// An invalid specifier in a format, or a valid one that is probably a mistake.
public struct FormatProblem: LocalizationDiagnostic {
    public enum Kind: Sendable, Hashable {
        /// A `%` that does not begin a specifier; it is shown as written.
        case strayPercent
        /// A specifier with an unknown conversion; it is shown as written.
        case invalidSpecifier
        /// `%n`, which writes to memory in C; it is shown as written.
        case writesToMemory
        /// Both `%1$d` and `%d` in one format, which POSIX leaves undefined.
        case mixedPositions
        /// `%0$d`: arguments count from 1.
        case zeroPosition
        /// `％`, U+FF05: a full-width percent sign before text that looks like a specifier.
        case fullWidthPercent
        /// A space flag, as in `100% of`, which is a valid specifier but was probably meant as text.
        case spaceFlag
        /// A hyphen without a width, as in the Hungarian `50%-a` and the Swedish `%-tal`, which is a valid
        /// specifier but was probably meant as text.
        case hyphenFlag
    }

    public let kind: Kind
    /// The text in question.
    public let source: String
    /// Where the problem is: a half-open range of UTF-8 code units of the format.
    public let range: Range<Int>

    /// Always `nil`: a format does not know its file.
    public var position: SourcePosition? { nil }

    /// How serious the problem is.
    public var severity: Severity {
        switch kind {
        case .strayPercent, .fullWidthPercent, .spaceFlag, .hyphenFlag: .warning
        case .invalidSpecifier, .writesToMemory, .mixedPositions, .zeroPosition: .error
        }
    }

    /// `Format.` and the kind.
    public var messageKey: String {
        switch kind {
        case .strayPercent: "Format.StrayPercent"
        case .invalidSpecifier: "Format.InvalidSpecifier"
        case .writesToMemory: "Format.WritesToMemory"
        case .mixedPositions: "Format.MixedPositions"
        case .zeroPosition: "Format.ZeroPosition"
        case .fullWidthPercent: "Format.FullWidthPercent"
        case .spaceFlag: "Format.SpaceFlag"
        case .hyphenFlag: "Format.HyphenFlag"
        }
    }

    /// The text in question.
    public var arguments: [any FormatArgument] { [source] }
}
