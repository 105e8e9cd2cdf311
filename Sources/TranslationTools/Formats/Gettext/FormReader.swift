// Maps the forms of a gettext file to plural categories, by the file's own rule.

internal import ICU
internal import Localization
internal import Synchronization

/// Reads the forms of entries. No form is left out because the file's rule is not the one that CLDR has for
/// its language. A rule that has no value for some number tells no forms apart.
struct FormReader {
    private(set) var diagnostics: [GettextDiagnostic] = []
    /// How the file counts, where that is not how its locale counts; known when entries have been read.
    private(set) var counting: PluralCoverage?
    private let rule: PluralForms?
    private let isDamaged: Bool
    private let locale: LocaleIdentifier?
    /// The form of each category that integers have.
    private var indices: [(category: PluralCategory, index: Int)]?
    /// The form of 0 in the file and the category of 0 in the locale, if the two do not correspond.
    private var zero: (form: Int, category: PluralCategory)?
    /// The form that only fractions take; `nil` if there is none.
    private var fractions: Int?
    private var isOpened = false

    /// - Parameters:
    ///   - rule: the file's rule; `nil` where it has none that can be used.
    ///   - isDamaged: whether the file has a rule that cannot be used.
    init(rule: PluralForms?, isDamaged: Bool, locale: LocaleIdentifier?) {
        self.rule = rule
        self.isDamaged = isDamaged
        self.locale = locale
    }

    /// The texts of an entry by category, empty ones left out, their indices, and whether there are empty
    /// ones; `nil` where the rule is damaged.
    mutating func forms(
        of entry: POEntry, key: String
    ) -> (forms: [PluralCategory: String], indices: [PluralCategory: Int], isIncomplete: Bool)? {
        guard entry.isTranslated else { return ([:], [:], false) }
        open()
        if isDamaged { return nil }
        let indices =
            indices ?? FileCounting(count: entry.translations.count, locale: locale ?? .english).indices
        var forms: [PluralCategory: String] = [:]
        var isIncomplete = false
        for (category, index) in indices {
            let text = index < entry.translations.count ? entry.translations[index] : ""
            if text.utf8.isEmpty {
                if index != fractions { isIncomplete = true }
            } else {
                forms[category] = text
            }
        }
        // The file distinguishes 0, and the locale's rules do not.
        if let zero, zero.form < entry.translations.count {
            let text = entry.translations[zero.form]
            if !text.utf8.isEmpty, forms[zero.category]?.utf8.elementsEqual(text.utf8) == false {
                forms[.zero] = text
            }
        }
        for (index, text) in entry.translations.enumerated()
        where !text.utf8.isEmpty && !indices.contains(where: { $0.index == index }) && zero?.form != index {
            diagnostics.append(
                GettextDiagnostic(.unusedForm(index: index), key: key, position: entry.position))
        }
        var places = Dictionary(indices.map { ($0.category, $0.index) }) { first, _ in first }
        if let zero, forms[.zero] != nil { places[.zero] = zero.form }
        return (forms, places, isIncomplete)
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
            let mapping = try PluralMapping.remembered(rule, locale)
            // `StringsEditor` fills in the forms that only fractions take.
            let integers = PluralFormsDerivation.forms(for: locale).categories
            if let form = mapping.zero {
                let derived = PluralFormsDerivation.forms(for: locale)
                let slot = (try? derived.forms.index(for: 0)) ?? 0
                zero = (form, derived.categories[slot])
            }
            var indices = integers.compactMap { category in mapping.indices[category].map { (category, $0) } }
            // A form of its own for fractions, which no integer takes.
            if let other = mapping.indices[.other], !indices.contains(where: { $0.1 == other }),
                zero?.form != other
            {
                indices.append((.other, other))
                fractions = other
            }
            self.indices = indices
            guard PluralRules.areKnown(for: locale) else { return count(rule, locale) }
        } catch .ambiguous(let category, let samples) {
            count(rule, locale)
            // A language without rules has no other than those of its files.
            guard PluralRules.areKnown(for: locale) else { return }
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

extension FormReader {
    /// Takes the file's own rule.
    private mutating func count(_ rule: PluralForms, _ locale: LocaleIdentifier) {
        zero = nil
        guard let own = FileCounting(rule, of: "Plural-Forms", locale: locale) else {
            diagnostics.append(GettextDiagnostic(.unusableForms, key: locale.identifier))
            return
        }
        indices = own.indices
        counting = own.coverage
    }
}

extension PluralMapping {
    private struct Key: Equatable {
        let rule: PluralForms
        let locale: LocaleIdentifier
    }

    /// The last mapping that was found: the pieces of a large file have the same.
    private static let last = Mutex<(key: Key, mapping: PluralMapping)?>(nil)

    /// The mapping between a file's rule and a locale's categories.
    fileprivate static func remembered(
        _ rule: PluralForms, _ locale: LocaleIdentifier
    ) throws(Failure) -> PluralMapping {
        let key = Key(rule: rule, locale: locale)
        if let known = last.withLock({ $0 }), known.key == key { return known.mapping }
        let mapping = try PluralMapping(rule, locale: locale)
        last.withLock { $0 = (key, mapping) }
        return mapping
    }
}
