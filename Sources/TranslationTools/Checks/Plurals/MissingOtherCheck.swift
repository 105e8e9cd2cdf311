// Finds plural messages without the form that everything falls back on.

internal import Localization

/// No `other`, or no text at all to show.
struct MissingOtherCheck: FileCheck {
    let identifier = "missing-other"
    let category = CheckCategory.plurals
    let severity = Severity.error
    let example = CheckExample(
        source: "\"n|==|plural.one\" = \"%ld file\";\n\"n|==|plural.other\" = \"%ld files\";", locale: "nl",
        wrong: "\"n|==|plural.one\" = \"%ld bestand\";",
        right: "\"n|==|plural.one\" = \"%ld bestand\";\n\"n|==|plural.other\" = \"%ld bestanden\";")

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        file.catalog.diagnostics.compactMap { diagnostic in
            switch diagnostic.kind {
            case .missingText where file.catalog[diagnostic.key]?.hasDevices == true:
                // A translation for the devices that the source names is complete.
                source.map { $0.locale != file.locale && Self.lacksText(diagnostic.key, in: $0) } == true
                    ? nil
                    : TranslationProblem(
                        .text(diagnostic.key), variant: "device", key: diagnostic.key)
            case .missingOther, .missingSubstitutionOther, .missingText:
                TranslationProblem(diagnostic, key: diagnostic.key)
            default: nil
            }
        }
    }

    private static func lacksText(_ key: String, in file: LocalizationFile) -> Bool {
        file.catalog.diagnostics.contains { $0.kind == .missingText && $0.key == key }
    }
}

extension Message {
    fileprivate var hasDevices: Bool { !devices.isEmpty || !devicePlurals.isEmpty }
}
