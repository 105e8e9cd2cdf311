// Which languages does whoever asks prefer? As the header says (RFC 9110, 12.5.4).

internal import CatalogSearch

/// The value of `Accept-Language`.
struct LanguagePreferences {
    /// The locales, best first. What is malformed is passed over, and so is `*`: it asks for nothing in particular.
    let locales: [LocaleIdentifier]

    /// More than any browser sends; what is behind is not looked at.
    private static let limit = (languages: 30, bytes: 2_000)

    init(_ header: String?) {
        guard let header, header.utf8.count <= Self.limit.bytes else {
            locales = []
            return
        }
        var weighted: [(locale: LocaleIdentifier, weight: Double)] = []
        for part in header.split(separator: ",").prefix(Self.limit.languages) {
            let pieces = part.split(separator: ";").map { $0.trimmingBlanks }
            guard let name = pieces.first, name != "*", let locale = LocaleIdentifier(name) else { continue }
            let weight = QualityValue(pieces.dropFirst())
            guard weight.value > 0, !weighted.contains(where: { $0.locale == locale }) else { continue }
            weighted.append((locale, weight.value))
        }
        // Of equal weight, the first one comes first: the sort of the standard library is stable.
        locales = weighted.sorted { $0.weight > $1.weight }.map(\.locale)
    }
}

/// The weight `q` of one of several that would do (RFC 9110, 12.4.2).
struct QualityValue {
    /// From 0, not at all, to 1.
    let value: Double

    /// - Parameter parameters: what stands behind semicolons; 1 where there is no weight, and 0 where it is none.
    init(_ parameters: some Sequence<Substring>) {
        for parameter in parameters {
            let pieces = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pieces.count == 2, pieces[0].trimmingBlanks.lowercased() == "q" else { continue }
            let value = Double(pieces[1].trimmingBlanks) ?? 0
            self.value = value.isFinite ? min(max(value, 0), 1) : 0
            return
        }
        value = 1
    }
}

extension StringProtocol {
    /// The text without blanks and tabs around it.
    var trimmingBlanks: SubSequence {
        var text = self[...]
        while let first = text.first, first == " " || first == "\t" { text = text.dropFirst() }
        while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
        return text
    }
}
