// Locale negotiation: which locales a text is looked up in, and in which order.

public import ICU

/// Builds a user's fallback chain from the preferred and the available locales.
public enum LocaleNegotiation {
    /// The chain of locales in which texts are looked up.
    ///
    /// Each preferred locale is followed by its CLDR parent locales: `es_MX, es_419, es`. If a preferred
    /// locale without a region is not available, the available variant for its most likely region is added:
    /// `pt` reads `pt_BR`. One with a script always reads that variant, too: `zh_Hans` and `zh_CN` name the
    /// same texts. A preference with a region never adds such a variant: `pt_PT, pt` does not read `pt_BR`.
    /// Norwegian has two names, `no` and `nb`: a preference for one also reads the other (CLDR's language
    /// matching). The source locale is last.
    ///
    /// - Parameters:
    ///   - preferred: the user's locales, the most preferred first.
    ///   - available: the locales that have texts.
    ///   - source: the locale in which the program's texts were originally written.
    /// - Returns: the chain, without duplicates and keywords. It includes unavailable locales, so
    ///   that it shows what was looked up.
    public static func chain(
        preferred: [LocaleIdentifier], available: some Collection<LocaleIdentifier>,
        source: LocaleIdentifier = LocaleIdentifier.english
    ) -> [LocaleIdentifier] {
        let available = Set(available)
        var chain: [LocaleIdentifier] = []
        var seen: Set<LocaleIdentifier> = []
        func append(_ locale: LocaleIdentifier) { if seen.insert(locale).inserted { chain.append(locale) } }
        for locale in preferred.map(\.base) {
            // If a preferred locale with a region came first, its parent is in the chain already.
            let isNew = !seen.contains(locale)
            append(locale)
            if isNew, locale.region == nil, locale.script != nil || !available.contains(locale),
                let likely = locale.withLikelyRegion, let index = available.firstIndex(of: likely)
            {
                // Use the available locale's spelling: `zh_TW`, not `zh_Hant_TW`.
                append(available[index])
            }
            for ancestor in locale.lineage.dropFirst() { append(ancestor) }
            for relative in locale.lineage.compactMap(\.norwegianCounterpart)
            where available.contains(relative) { append(relative) }
        }
        append(source.base)
        return chain
    }
}

extension LocaleIdentifier {
    /// The same locale under the other name of Norwegian: `nb_NO` for `no_NO`. Readers of
    /// `nn` also read what is named `no`.
    fileprivate var norwegianCounterpart: LocaleIdentifier? {
        let names = ["no": "nb", "nb": "no", "nn": "no"]
        return names[language].flatMap { LocaleIdentifier($0 + identifier.dropFirst(2)) }
    }
}
