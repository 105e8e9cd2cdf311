// Maps the forms of a gettext file to plural categories, by the file's own rule.

internal import Localization

/// Reads the forms of entries, and refuses them where the file's rule leaves open which is which.
struct FormReader {
    private(set) var diagnostics: [GettextDiagnostic] = []
    private let rule: PluralForms?
    private let locale: LocaleIdentifier?
    /// The form of each category that integers have.
    private var indices: [(category: PluralCategory, index: Int)]?
    private var isOpened = false

    /// - Parameter rule: the file's rule; `nil` where it cannot be used.
    init(rule: PluralForms?, locale: LocaleIdentifier?) {
        self.rule = rule
        self.locale = locale
    }

    /// The texts of an entry by category, empty ones left out; `nil` where they cannot be told apart.
    mutating func forms(of entry: POEntry, key: String) -> [PluralCategory: String]? {
        guard entry.isTranslated else { return [:] }
        open()
        guard let indices else {
            diagnostics.append(GettextDiagnostic(.refusedForms, key: key, position: entry.position))
            return nil
        }
        var forms: [PluralCategory: String] = [:]
        for (category, index) in indices where index < entry.translations.count {
            let text = entry.translations[index]
            if !text.utf8.isEmpty { forms[category] = text }
        }
        for (index, text) in entry.translations.enumerated()
        where !text.utf8.isEmpty && !indices.contains(where: { $0.index == index }) {
            diagnostics.append(
                GettextDiagnostic(.unusedForm(index: index), key: key, position: entry.position))
        }
        return forms
    }

    /// Evaluates the rule once, when the first entry needs it.
    private mutating func open() {
        guard !isOpened else { return }
        isOpened = true
        let name = locale?.identifier ?? ""
        guard let rule, let locale else {
            diagnostics.append(GettextDiagnostic(.unusableForms, key: name))
            return
        }
        do throws(PluralMapping.Failure) {
            let mapping = try PluralMapping(rule, locale: locale)
            // `TranslationMerger` fills in the forms that only fractions take.
            let integers = PluralFormsDerivation.forms(for: locale).categories
            indices = integers.compactMap { category in mapping.indices[category].map { (category, $0) } }
        } catch .ambiguous(let category, let samples) {
            let lowest = samples.sorted { $0.value < $1.value }
            diagnostics.append(
                GettextDiagnostic(
                    .ambiguousForms(
                        category, first: lowest[0].value, form: lowest[0].key, second: lowest[1].value,
                        otherForm: lowest[1].key), key: name))
        } catch {
            diagnostics.append(GettextDiagnostic(.unusableForms, key: name))
        }
    }
}
