// Specifiers of Apple's formats and of Java's, which Android uses.

internal import Localization

/// Exchanges `%@` for `%s` and `%ld` for `%d`.
enum AndroidSpecifiers {
    /// A text as Java formats it: objects are `%s`, integers have no length, and several
    /// arguments are numbered, as aapt demands.
    static func java(_ format: FormatString) -> String {
        let specifiers = format.specifiers
        guard !specifiers.isEmpty else { return format.source }
        var next = 1
        let numbers =
            specifiers.count > 1
            && specifiers.allSatisfy { $0.position == nil && !$0.takesAmounts && !$0.flags.contains(.space) }
        return rewritten(format) { specifier in
            var text = specifier.javaSpelling
            if numbers {
                text = "%\(next)$" + text.dropFirst()
                next += 1
            }
            return text
        }
    }

    /// A text with the specifiers that a source text has for the same arguments.
    static func native(_ text: String, like source: FormatString) -> String {
        var spellings: [Int: FormatSpecifier] = [:]
        var next = 1
        let hasPositions = source.specifiers.contains { $0.position != nil }
        for specifier in source.specifiers {
            let position = specifier.position ?? next
            if specifier.position == nil { next += 1 }
            spellings[position] = specifier
        }
        var place = 1
        var isInOrder = true
        let format = FormatString(text)
        for specifier in format.specifiers {
            if let position = specifier.position, position != place { isInOrder = false }
            place += 1
        }
        place = 1
        return rewritten(format) { specifier in
            let position = specifier.position ?? place
            place += 1
            guard let model = spellings[position], model.javaConversion == specifier.javaConversion else {
                return specifier.source
            }
            let bare = model.withoutPosition
            return (hasPositions || (specifier.position != nil && !isInOrder) ? "%\(position)$" : "%") + bare
        }
    }

    private static func rewritten(_ format: FormatString, _ spell: (FormatSpecifier) -> String) -> String {
        let source = Array(format.source.utf8)
        var result: [UInt8] = []
        var end = 0
        for specifier in format.specifiers {
            result += source[end..<specifier.range.lowerBound]
            result += spell(specifier).utf8
            end = specifier.range.upperBound
        }
        return String(decoding: result + source[end...], as: UTF8.self)
    }
}

extension FormatSpecifier {
    /// What is formatted, as Java tells it.
    fileprivate var javaConversion: String {
        switch conversion.argumentClass {
        case .object, .string: "s"
        case .integer where ["d", "i", "u"].contains(conversion.rawValue.lowercased()): "d"
        default: conversion.rawValue
        }
    }

    fileprivate var javaSpelling: String {
        // `% h` in `100% hier` looks like a specifier but is not meant as one.
        guard ["s", "d"].contains(javaConversion), !flags.contains(.space) else { return source }
        let ending = (length?.rawValue ?? "") + conversion.rawValue
        guard source.hasSuffix(ending) else { return source }
        return source.dropLast(ending.count) + javaConversion
    }
}
