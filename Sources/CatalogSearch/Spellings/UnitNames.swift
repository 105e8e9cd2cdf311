// The names and symbols of units of measurement in a locale.

internal import ICU
internal import Stemming
internal import Support

/// The names of the units that products are described with, from CLDR. A name follows a number.
struct UnitNames: Sendable {
    /// The names of each unit, in lower case, without duplicates.
    private var names: [[String]] = []
    /// The index of the unit by the key of each name, and by each stem.
    private var units: [String: Int] = [:]
    private var stems: [String: Int] = [:]
    private let language: String

    /// CLDR's identifiers of units (common/validity/unit.xml).
    private static let identifiers = [
        "length-inch", "length-foot", "length-yard", "length-millimeter", "length-centimeter", "length-meter",
        "length-kilometer", "length-micrometer", "length-nanometer", "length-mile",
        "area-square-meter", "area-square-centimeter", "volume-liter", "volume-deciliter",
        "volume-centiliter", "volume-milliliter", "volume-cubic-meter", "volume-fluid-ounce", "volume-gallon",
        "mass-milligram", "mass-gram", "mass-kilogram", "mass-ounce", "mass-pound",
        "digital-kilobyte", "digital-megabyte", "digital-gigabyte", "digital-terabyte",
        "power-watt", "power-kilowatt", "power-horsepower", "electric-volt", "electric-ampere",
        "electric-milliampere", "electric-ohm", "energy-kilowatt-hour", "frequency-hertz",
        "frequency-kilohertz",
        "frequency-megahertz", "frequency-gigahertz", "angle-degree", "temperature-celsius",
        "temperature-fahrenheit",
        "pressure-bar", "duration-second", "duration-minute", "duration-hour", "duration-month",
        "duration-year",
        "concentr-percent", "speed-mile-per-hour", "speed-kilometer-per-hour",
    ]
    /// Symbols in every locale, also with the English plural s. Inches and feet may be typed as quotation
    /// marks.
    private static let symbols = [
        "length-inch": ["\"", "″", "in", "inch"], "length-foot": ["'", "′", "ft"],
        "length-millimeter": ["mm"], "length-centimeter": ["cm"], "length-meter": ["m"],
        "length-kilometer": ["km"], "length-micrometer": ["µm", "um"], "length-nanometer": ["nm"],
        "length-yard": ["yd", "yds"],
        "volume-liter": ["l"],
        "volume-deciliter": ["dl"], "volume-centiliter": ["cl"], "volume-milliliter": ["ml"],
        "mass-milligram": ["mg"], "mass-gram": ["g"], "mass-kilogram": ["kg", "kgs", "kilo", "kilos"],
        "power-watt": ["w"], "power-kilowatt": ["kw"], "electric-volt": ["v"], "electric-ampere": ["a"],
        "electric-milliampere": ["ma"], "electric-ohm": ["Ω", "ohm"], "energy-kilowatt-hour": ["kwh"],
        "digital-kilobyte": ["kb"], "digital-megabyte": ["mb"], "digital-gigabyte": ["gb"],
        "digital-terabyte": ["tb"], "frequency-hertz": ["hz"], "frequency-kilohertz": ["khz"],
        "frequency-megahertz": ["mhz"], "frequency-gigahertz": ["ghz"], "pressure-bar": ["bar"],
        "mass-pound": ["lb", "lbs"],
        "duration-hour": ["h", "hr", "hrs"], "duration-month": ["mo"], "duration-year": ["yr", "yrs"],
        "angle-degree": ["°"], "concentr-percent": ["%"], "speed-mile-per-hour": ["mph"],
        "speed-kilometer-per-hour": ["km/h", "kmh"], "duration-minute": ["min", "mins"],
        "duration-second": ["sec", "secs"],
        "area-square-meter": ["m²", "m2", "qm"], "volume-cubic-meter": ["m³", "m3"],
        "temperature-celsius": ["°c"], "temperature-fahrenheit": ["°f"],
    ]

    /// Other names in single languages: of everyday speech, and adjectives of the size of screens.
    private static let otherNames = [
        "zh": ["length-inch": ["吋", "英吋", "英寸", "寸"], "mass-kilogram": ["公斤", "千克"]],
        "ja": ["mass-kilogram": ["キロ"], "length-centimeter": ["センチ"]],
        "ko": ["mass-kilogram": ["킬로"], "length-centimeter": ["센티"]],
        "he": ["mass-kilogram": ["קילו"]], "tr": ["volume-liter": ["lt"]],
        "th": ["mass-kilogram": ["กิโล", "โล"]],
        "pt": ["mass-kilogram": ["quilo", "quilos"]], "it": ["mass-kilogram": ["chilo", "chili"]],
        "ru": ["mass-kilogram": ["кило"], "length-inch": ["дюймовый"]], "uk": ["length-inch": ["дюймовий"]],
        "ro": ["length-inch": ["inci"]],
        "hu": ["length-inch": ["col", "colos"]],
        "sv": ["length-inch": ["tums"]], "da": ["length-inch": ["tommers"]],
        "nb": ["length-inch": ["tommers"]],
        "fi": ["length-inch": ["tuumainen"]], "pl": ["length-inch": ["calowy"]],
        "cs": ["length-inch": ["palcový"]],
    ]

    /// Regions that spell units differently from the language's own locale, by language (CLDR).
    private static let otherLocales: [String: [LocaleIdentifier]] = [
        "en": [LocaleIdentifier("en_001")!], "pt": [LocaleIdentifier("pt_PT")!],
        "fr": [LocaleIdentifier("fr_CA")!], "es": [LocaleIdentifier("es_419")!],
        "zh": [LocaleIdentifier("zh_Hans")!, LocaleIdentifier("zh_Hant")!],
    ]

    private static let known = Cache<LocaleIdentifier, UnitNames>(limit: 64)

    /// The names in a locale. Made at first use, which takes tens of milliseconds.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory.
    static func of(_ locale: LocaleIdentifier) throws(ICUError) -> UnitNames {
        try known.value(of: locale) { () throws(ICUError) in try UnitNames(locale) }
    }

    private init(_ locale: LocaleIdentifier) throws(ICUError) {
        language = locale.language
        let stemmer = Stemmer(language: language)
        for (unit, identifier) in Self.identifiers.enumerated() {
            names.append([])
            for symbol in (Self.symbols[identifier] ?? []) + (Self.otherNames[language]?[identifier] ?? []) {
                add(symbol.lowercased(), unit, stemmer)
            }
            try add(Self.names(identifier, locale), unit, stemmer)
        }
        // After the names of the locale itself, which come first.
        for (unit, identifier) in Self.identifiers.enumerated() {
            for other in Self.otherLocales[language] ?? [] where other != locale {
                try add(Self.names(identifier, other), unit, stemmer)
            }
        }
    }

    /// The names of a unit in a locale: one of each plural form of the languages that have several.
    private static func names(_ identifier: String, _ locale: LocaleIdentifier) throws(ICUError) -> [String] {
        var names: [String] = []
        for width in UnitFormatter.Width.allCases {
            let formatter = try UnitFormatter(identifier, locale, width)
            for number in [1, 2, 5, 10] { names.append(name(in: try formatter.string(from: number))) }
        }
        return names
    }

    /// The name of the unit in a formatted number.
    private static func name(in text: String) -> String {
        var name = text.unicodeScalars.filter { $0.properties.numericType == nil && !$0.isDefaultIgnorable }[
            ...]
        while let first = name.first, first.properties.isWhitespace { name.removeFirst() }
        while let last = name.last, last.properties.isWhitespace { name.removeLast() }
        return String(String.UnicodeScalarView(name)).lowercased()
    }

    private mutating func add(_ names: [String], _ unit: Int, _ stemmer: Stemmer?) {
        for name in names { add(name, unit, stemmer) }
    }

    private mutating func add(_ name: String, _ unit: Int, _ stemmer: Stemmer?) {
        guard !name.isEmpty, !names[unit].contains(name) else { return }
        names[unit].append(name)
        // The first unit with a name keeps it: `m` is a meter, not a minute.
        let key = Self.key(name)
        if units[key] == nil { units[key] = unit }
        guard let stem = Self.stem(of: key, stemmer), stems[stem] == nil else { return }
        stems[stem] = unit
    }

    /// The least number of letters of a name that has other forms.
    private static let leastName = 3

    /// The key of a name: in small letters, without marks of abbreviation, and with one letter for two that
    /// Arabic keyboards confuse.
    private static func key(_ name: String) -> String {
        var scalars = Array(name.lowercased().unicodeScalars).map { $0 == "ة" ? "ه" : $0 }
        // Hebrew abbreviations have a mark before the last letter, in several forms: `ק"ג`.
        if scalars.count > 2 { scalars.removeAll { ["\"", "״", "“", "”"].contains($0) } }
        guard scalars.contains(where: { $0.properties.isAlphabetic }),
            [".", "'", "’", "׳"].contains(scalars.last!)
        else { return String(scalars[...]) }
        return String(scalars.dropLast())
    }

    private static func stem(of name: String, _ stemmer: Stemmer?) -> String? {
        guard name.unicodeScalars.count >= leastName else { return nil }
        return stemmer?.stems(of: name)[0]
    }

    /// Endings of adjectives made from units, such as `27-дюймовый` and `27-tuumainen`, by language (the
    /// grammars of each).
    private static let adjectives = [
        "ru": ["овый", "овая", "овое", "овые", "ового", "овой", "овым", "овых"],
        "uk": ["овий", "ова", "ове", "ові", "ового", "ової"], "be": ["овы", "овая", "овае", "овыя"],
        "pl": ["owy", "owa", "owe", "owego", "owej"], "cs": ["ový", "ová", "ové", "ového"],
        "sk": ["ový", "ová", "ové", "ového"], "fi": ["inen", "nen", "isen", "sen"], "fa": ["ی"],
    ]

    /// All names of the unit with a name, which may be another form or an adjective; `nil` if no unit has it.
    func names(of name: String) throws(ICUError) -> [String]? {
        let key = Self.key(name)
        if let unit = units[key] { return names[unit] }
        for variant in try ScriptVariants([language]).variants(of: key) {
            if let unit = units[variant] { return names[unit] }
        }
        if let stem = Self.stem(of: key, Stemmer(language: language)), let unit = stems[stem] {
            return names[unit]
        }
        for beginning in (Self.adjectives[language] ?? []).compactMap(key.without)
        where beginning.unicodeScalars.count >= Self.leastName {
            if let unit = names.firstIndex(where: { $0.contains { $0.isForm(of: beginning) } }) {
                return names[unit]
            }
        }
        return nil
    }

    /// Cuts a word such as `27-inch` into a number and the unit after it; `nil` for other words.
    static func cut(_ word: String) -> (number: String, unit: String)? {
        let scalars = Array(word.unicodeScalars)
        func isDigit(_ scalar: Unicode.Scalar) -> Bool {
            let properties = scalar.properties
            // A fraction in one character is a number, too.
            return properties.numericType == .decimal
                || properties.numericType == .numeric && properties.generalCategory == .otherNumber
        }
        guard let first = scalars.first, isDigit(first) else { return nil }
        let end =
            scalars.firstIndex { !isDigit($0) && ![".", ",", "/", "⁄"].contains($0) } ?? scalars.count
        let number = scalars[..<end]
        let unit = scalars[end...].drop { $0 == "-" || $0 == "‑" || $0 == "–" }
        guard isDigit(number.last!), !unit.isEmpty else { return nil }
        return (String(number), String(unit))
    }
}

extension String {
    /// Whether the text is a stem with an ending of a letter or two.
    fileprivate func isForm(of stem: String) -> Bool {
        hasPrefix(stem) && unicodeScalars.count <= stem.unicodeScalars.count + 2
    }
}
