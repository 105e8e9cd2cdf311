// What a format has beside literal text, in a few bytes: large files have hundreds of thousands of formats.

/// A place for an argument in a format, or a problem of it. Its text is a part of the format's.
@usableFromInline struct FormatElement: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case specifier
        case substitution
        case countedArgument
        /// `%%`
        case percentSign
        case problem(FormatProblem.Kind)
    }

    let kind: Kind
    private var flags: FormatSpecifier.Flags = []
    private var length: FormatSpecifier.Length?
    private var conversion = FormatSpecifier.Conversion.object
    /// 0 for none: arguments count from 1.
    private var position: UInt16 = 0
    private var width = Amount(nil)
    private var precision = Amount(nil)
    private let start: UInt32
    private let end: UInt32

    /// The part of the format, in bytes of UTF-8.
    var range: Range<Int> { Int(start)..<Int(end) }

    init(_ kind: Kind, range: Range<Int>) {
        self.kind = kind
        start = UInt32(range.lowerBound)
        end = UInt32(range.upperBound)
    }

    init(_ specifier: FormatSpecifier) {
        self.init(.specifier, range: specifier.range)
        (flags, length, conversion) = (specifier.flags, specifier.length, specifier.conversion)
        position = UInt16(specifier.position ?? 0)
        (width, precision) = (Amount(specifier.width), Amount(specifier.precision))
    }

    init(_ substitution: FormatSubstitution) {
        self.init(.substitution, range: substitution.range)
        position = UInt16(substitution.position ?? 0)
    }

    var isProblem: Bool { if case .problem = kind { true } else { false } }

    /// What an element of the kind `specifier` stands for.
    func specifier(in text: String) -> FormatSpecifier {
        FormatSpecifier(
            position: position == 0 ? nil : Int(position), flags: flags, width: width.value,
            precision: precision.value, length: length, conversion: conversion, source: text[utf8: range],
            range: range)
    }

    /// What an element of the kind `substitution` stands for.
    func substitution(in text: String) -> FormatSubstitution {
        let source = text[utf8: range]
        // The name is between the two `@`.
        let name = source.utf8.firstIndex(of: 0x40).map { source.utf8.index(after: $0) } ?? source.startIndex
        return FormatSubstitution(
            name: String(source[name...].dropLast()), position: position == 0 ? nil : Int(position),
            source: source, range: range)
    }

    /// What an element of the kind `problem` stands for; `nil` for others.
    func problem(in text: String) -> FormatProblem? {
        guard case .problem(let kind) = kind else { return nil }
        return FormatProblem(kind: kind, source: text[utf8: range], range: range)
    }
}

extension FormatElement {
    /// A width or a precision in two bytes, since none is greater than `FormatParser.largestNumber`.
    private struct Amount: Sendable, Hashable {
        private var code: UInt16 = 0
        private static let ofArguments: UInt16 = 2000

        init(_ amount: FormatSpecifier.Amount?) {
            switch amount {
            case nil: break
            case .fixed(let number): code = UInt16(number) + 1
            case .argument(let position): code = Self.ofArguments + UInt16(position ?? 0)
            }
        }

        var value: FormatSpecifier.Amount? {
            switch code {
            case 0: nil
            case ..<Self.ofArguments: .fixed(Int(code) - 1)
            case Self.ofArguments: .argument(position: nil)
            default: .argument(position: Int(code - Self.ofArguments))
            }
        }
    }
}

extension String {
    /// A part of the text, by its bytes of UTF-8.
    subscript(utf8 range: Range<Int>) -> String {
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        let end = utf8.index(start, offsetBy: range.count)
        return String(decoding: utf8[start..<end], as: UTF8.self)
    }
}
