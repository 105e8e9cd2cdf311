// Helpers of this target's tests.

import Localization

extension StringsFile {
    /// The keys and texts in the file's order.
    var pairs: [[String]] { entries.map { [$0.key, $0.text ?? "(structured)"] } }

    /// The findings of at least this severity, in the form `MissingSemicolon 3:5`.
    func findings(atLeast severity: Severity = .warning) -> [String] {
        diagnostics.filter { $0.severity >= severity }.map { "\($0.messageKey.dropFirst(8)) \($0.place)" }
    }
}

extension MessageCatalog {
    /// A catalog from the text of a `.strings` file.
    init(_ locale: String, _ text: String) {
        self.init(locale: LocaleIdentifier(locale)!, strings: StringsFile(text: text))
    }
}

extension Localizer {
    /// A localizer with one table per catalog, in the order of the catalogs.
    init(_ catalogs: [MessageCatalog], numberStyle: NumberStyle = .localized) {
        self.init(
            chain: catalogs.map(\.locale),
            tables: Dictionary(
                uniqueKeysWithValues: catalogs.map { ($0.locale, [Localizer.defaultTable: $0]) }),
            numberStyle: numberStyle)
    }
}
