// In which locales a text is looked for, and in which order.

public import ICU

/// Makes the fallback chain of a user out of what they read and what there is.
public enum LocaleNegotiation {
    /// The chain of locales in which texts are looked for.
    ///
    /// Each preferred locale brings its lineage along (CLDR's parent locales: `es_MX, es_419, es`). A locale
    /// asked for without a region finds the variant of its most likely region where that is there and the
    /// plain one is not: `pt` reads `pt_BR`, `zh_Hant` reads `zh_TW`. Nobody is given such a variant who asked
    /// for a region: `pt_PT, pt` never reads `pt_BR`. The source locale comes last.
    ///
    /// - Parameters:
    ///   - preferred: the locales asked for, the best one first.
    ///   - available: the locales in which there are texts.
    ///   - source: the locale in which the program's texts were written first.
    /// - Returns: the chain, without duplicates and without keywords; also locales that are not available, so
    ///   that it says what was looked for.
    public static func chain(
        preferred: [LocaleIdentifier], available: some Collection<LocaleIdentifier>,
        source: LocaleIdentifier = LocaleIdentifier.english
    ) -> [LocaleIdentifier] {
        let available = Set(available)
        var chain: [LocaleIdentifier] = []
        var seen: Set<LocaleIdentifier> = []
        func append(_ locale: LocaleIdentifier) { if seen.insert(locale).inserted { chain.append(locale) } }
        for locale in preferred.map(\.base) {
            // Whoever asked for a region already has met the plain locale as its parent.
            let isNew = !seen.contains(locale)
            append(locale)
            if isNew, locale.region == nil, !available.contains(locale),
                let likely = locale.withLikelyRegion, let index = available.firstIndex(of: likely)
            {
                // In the spelling of what is there: `zh_TW`, not `zh_Hant_TW`.
                append(available[index])
            }
            for ancestor in locale.lineage.dropFirst() { append(ancestor) }
        }
        append(source.base)
        return chain
    }
}
