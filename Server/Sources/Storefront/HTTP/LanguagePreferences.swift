// The languages that a client prefers: `Accept-Language` (RFC 9110, 12.5.4).

internal import CatalogSearch
internal import HTTPTypes
internal import Hummingbird

/// The value of `Accept-Language`.
struct LanguagePreferences {
    /// The locales, best first, without malformed ones and `*`, which names no language.
    let locales: [LocaleIdentifier]

    /// More than any browser sends; the rest is ignored.
    private static let limit = (languages: 30, bytes: 2_000)

    /// Reads the headers of a request.
    init(_ request: Request) {
        self.init(request.headers[values: .acceptLanguage].joined(separator: ","))
    }

    init(_ header: String?) {
        guard let header, header.utf8.count <= Self.limit.bytes else {
            locales = []
            return
        }
        var weighted: [(locale: LocaleIdentifier, weight: Double)] = []
        for part in header.parts(separatedBy: ",").prefix(Self.limit.languages) {
            let pieces = part.parts(separatedBy: ";").map { $0.trimmingBlanks }
            guard let name = pieces.first, name != "*", let locale = LocaleIdentifier(name) else { continue }
            let weight = QualityValue(pieces.dropFirst())
            guard weight.value > 0, !weighted.contains(where: { $0.locale == locale }) else { continue }
            weighted.append((locale, weight.value))
        }
        // The sort is stable: among equal weights the first one wins.
        locales = weighted.sorted { $0.weight > $1.weight }.map(\.locale)
    }
}
