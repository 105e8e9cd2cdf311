// Finds plural messages without the form that everything falls back on.

internal import Localization

/// No `other`, or no text at all to show.
///
/// Where no integer is `other`, as in Polish and Russian, and the message has all forms that its integers
/// need, programs work, and only the rules of the format are broken.
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
            case .missingText where file.catalog[diagnostic.key]?.devicesWithTexts.isEmpty == false:
                // A translation for the devices that the source names is complete.
                source.map { $0.locale != file.locale && Self.lacksText(diagnostic.key, in: $0) } == true
                    || Self.namesAllDevices(diagnostic.key, in: file, source)
                    ? nil
                    : TranslationProblem(
                        .text(diagnostic.key), variant: "device", key: diagnostic.key)
            // A file that counts by a rule of its own may have no such form.
            case .missingOther where file.counting?.categories.contains(.other) == false: nil
            case .missingOther where file.counting?.rule != nil:
                TranslationProblem(
                    .text(diagnostic.key), .text(file.counting?.samples(of: .other) ?? ""),
                    .text(file.counting?.rule ?? ""), variant: "rule",
                    severity: showsAllIntegers(diagnostic.key, in: file) ? .warning : nil,
                    key: diagnostic.key)
            case .missingOther, .missingSubstitutionOther, .missingText:
                TranslationProblem(
                    diagnostic, severity: showsAllIntegers(diagnostic.key, in: file) ? .warning : nil,
                    key: diagnostic.key)
            default: nil
            }
        }
    }

    /// Whether each integer has a form in all sets of forms that lack `other`,
    /// and none of them shows fractions.
    private func showsAllIntegers(_ key: String, in file: LocalizationFile) -> Bool {
        guard let message = file.catalog[key] else { return false }
        let categories = (file.counting ?? .of(file.locale)).integerCategories
        let lacking = message.pluralGroups.filter { $0.forms[.other] == nil }
        return !lacking.isEmpty
            && lacking.allSatisfy { group in
                !group.showsFractions && categories.allSatisfy { group.forms[$0] != nil }
            }
    }

    /// Whether a message has texts for all devices that an app for phones, tablets and computers runs
    /// on, as far as its texts tell: a watch, a television or glasses are devices of the app if any
    /// other message has a text for them.
    private static func namesAllDevices(
        _ key: String, in file: LocalizationFile, _ source: LocalizationFile?
    ) -> Bool {
        let named = file.catalog[key]?.devicesWithTexts ?? []
        guard named.isSuperset(of: ["iphone", "ipad", "mac"]) else { return false }
        return ([file] + (source.map { [$0] } ?? [])).allSatisfy { file in
            file.catalog.list.allSatisfy { $0.devicesWithTexts.subtracting(["other"]).isSubset(of: named) }
        }
    }

    private static func lacksText(_ key: String, in file: LocalizationFile) -> Bool {
        file.catalog.diagnostics.contains { $0.kind == .missingText && $0.key == key }
    }
}

extension Message {
    /// The devices that have texts of their own.
    fileprivate var devicesWithTexts: Set<String> {
        hasVariations ? Set(devices.keys).union(devicePlurals.keys) : []
    }
}
