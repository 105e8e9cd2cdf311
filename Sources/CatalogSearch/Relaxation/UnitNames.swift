// The names and symbols of units of measurement in a locale.

internal import ICU
internal import Support

/// The names of the units that products are described with, from CLDR. A name follows a number.
struct UnitNames: Sendable {
    /// The names of each unit, in lower case, without duplicates.
    private var names: [[String]] = []
    /// The unit of each name.
    private var units: [String: Int] = [:]

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
    /// Symbols that are used whatever the locale, also with the s of several, as English writes them; the
    /// marks of inches and feet may be typed as quotation marks.
    private static let symbols = [
        "length-inch": ["\"", "″", "in", "inch", "吋", "英吋", "英寸"], "length-foot": ["'", "′", "ft"],
        "length-millimeter": ["mm"], "length-centimeter": ["cm"], "length-meter": ["m"],
        "length-kilometer": ["km"], "length-micrometer": ["µm", "um"], "length-nanometer": ["nm"],
        "length-yard": ["yd", "yds"],
        "volume-liter": ["l"],
        "volume-deciliter": ["dl"], "volume-centiliter": ["cl"], "volume-milliliter": ["ml"],
        "mass-milligram": ["mg"], "mass-gram": ["g"], "mass-kilogram": ["kg", "kgs", "kilo", "キロ"],
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

    private static let known = Cache<LocaleIdentifier, UnitNames>(limit: 64)

    /// The names in a locale. Made at first use, which takes tens of milliseconds.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory.
    static func of(_ locale: LocaleIdentifier) throws(ICUError) -> UnitNames {
        try known.value(of: locale) { () throws(ICUError) in try UnitNames(locale) }
    }

    private init(_ locale: LocaleIdentifier) throws(ICUError) {
        for (unit, identifier) in Self.identifiers.enumerated() {
            names.append([])
            for symbol in Self.symbols[identifier] ?? [] { add(symbol.lowercased(), unit) }
            for width in UnitFormatter.Width.allCases {
                let formatter = try UnitFormatter(identifier, locale, width)
                // One of each plural form of the languages that have several.
                for number in [1, 2, 5] { add(Self.name(in: try formatter.string(from: number)), unit) }
            }
        }
    }

    /// The unit's part of a number with its unit.
    private static func name(in text: String) -> String {
        var name = text.unicodeScalars.filter { $0.properties.numericType == nil && !$0.isDefaultIgnorable }[
            ...]
        while let first = name.first, first.properties.isWhitespace { name.removeFirst() }
        while let last = name.last, last.properties.isWhitespace { name.removeLast() }
        return String(String.UnicodeScalarView(name)).lowercased()
    }

    private mutating func add(_ name: String, _ unit: Int) {
        guard !name.isEmpty, !names[unit].contains(name) else { return }
        names[unit].append(name)
        // The first unit with a name has it: `m` is a meter, not a minute.
        if units[name] == nil { units[name] = unit }
    }

    /// The names of the unit that a name belongs to; `nil` if it is no unit's.
    func names(of name: String) -> [String]? { units[name.lowercased()].map { names[$0] } }

    /// Cuts a word such as `27-inch` into a number and the unit after it; `nil` if it has no such parts.
    static func cut(_ word: String) -> (number: String, unit: String)? {
        let scalars = Array(word.unicodeScalars)
        func isDigit(_ scalar: Unicode.Scalar) -> Bool {
            let properties = scalar.properties
            // A fraction as one character is a number, too.
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
