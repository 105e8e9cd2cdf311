// The formatting of one message: which argument is inserted where, and how.

internal import ICU

/// One message while it is formatted.
struct MessageAssembly {
    let plurals: LocaleConventions
    let numbers: LocaleConventions
    let numberStyle: NumberStyle
    let substitutions: [String: [PluralCategory: FormatString]]
    let arguments: [FormatValue]
    private(set) var text = ""
    private(set) var problems: [ArgumentProblem] = []
    private var next = 1
    private var expansions = 0

    /// A message has a few substitutions. Forms that refer to others many times are an attack.
    private static let mostExpansions = 64

    init(
        plurals: LocaleConventions, numbers: LocaleConventions, numberStyle: NumberStyle,
        substitutions: [String: [PluralCategory: FormatString]], arguments: [FormatValue]
    ) {
        self.plurals = plurals
        self.numbers = numbers
        self.numberStyle = numberStyle
        self.substitutions = substitutions
        self.arguments = arguments
    }

    /// Appends a format.
    ///
    /// - Parameters:
    ///   - counted: inside a substitution, the position of its argument, which
    ///     specifiers without a position show.
    ///   - enclosing: the names of the substitutions that contain the format.
    mutating func append(_ format: FormatString, counted: Int?, enclosing: [String]) {
        for segment in format.segments {
            switch segment {
            case .literal(let literal): text += literal
            case .specifier(let specifier): append(specifier, counted: counted)
            case .substitution(let substitution):
                append(substitution, counted: counted, enclosing: enclosing)
            case .countedArgument:
                guard let counted, let value = argument(counted) else {
                    text += "%arg"
                    continue
                }
                text += shown(value)
            }
        }
    }

    private mutating func append(_ reference: FormatSubstitution, counted: Int?, enclosing: [String]) {
        let name = reference.name
        let position = resolved(reference.position, counted: counted)
        func fail(_ kind: ArgumentProblem.Kind) {
            problems.append(ArgumentProblem(kind: kind, source: reference.source))
            text += reference.source
        }
        guard let forms = substitutions[name] else { return fail(.unknownSubstitution(name: name)) }
        guard let value = argument(position) else { return fail(.missingArgument(position: position)) }
        expansions += 1
        guard !enclosing.contains(name), expansions <= Self.mostExpansions else {
            return fail(.tooManySubstitutions(name: name))
        }
        let digits = forms.values.lazy.flatMap(\.specifiers).compactMap(CountedArgument.fractionDigits).first
        guard let selected = plurals.form(for: value, fractionDigits: digits, in: forms) else {
            return fail(.wrongClass(position: position, expected: .integer))
        }
        guard let form = selected.form else {
            return fail(.missingForm(name: name, category: selected.category))
        }
        append(form, counted: position, enclosing: enclosing + [name])
    }

    private mutating func append(_ specifier: FormatSpecifier, counted: Int?) {
        var flags = specifier.flags
        var width = amount(specifier.width, of: specifier)
        if let given = width, given < 0 {
            flags.insert(.leftJustified)
            width = -given
        }
        var precision = amount(specifier.precision, of: specifier)
        if let given = precision, given < 0 { precision = nil }

        let position = resolved(specifier.position, counted: counted)
        guard let value = argument(position) else {
            problems.append(
                ArgumentProblem(kind: .missingArgument(position: position), source: specifier.source))
            text += specifier.source
            return
        }
        let expected = specifier.conversion.argumentClass
        if !expected.accepts(value) {
            problems.append(
                ArgumentProblem(
                    kind: .wrongClass(position: position, expected: expected), source: specifier.source))
        }
        switch (expected, value) {
        case (.integer, .integer(let integer)), (.pointer, .integer(let integer)):
            appendInteger(integer < 0, integer.magnitude, specifier, flags, width, precision)
        case (.integer, .unsigned(let integer)), (.pointer, .unsigned(let integer)):
            appendInteger(false, integer, specifier, flags, width, precision)
        case (.floatingPoint, .floatingPoint(let number)):
            appendFloatingPoint(number, specifier, flags, width, precision)
        case (.floatingPoint, .integer(let integer)):
            appendFloatingPoint(Double(integer), specifier, flags, width, precision)
        case (.character, .integer(let code)):
            let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init)
            appendPadded(String(Character(scalar ?? "\u{FFFD}")), flags, width)
        default:
            var shown = shown(value)
            if let precision { shown = String(shown.prefix(precision)) }
            appendPadded(shown, flags, width)
        }
    }

    // MARK: Arguments

    private func argument(_ position: Int) -> FormatValue? {
        position >= 1 && position <= arguments.count ? arguments[position - 1] : nil
    }

    private mutating func resolved(_ position: Int?, counted: Int?) -> Int {
        if let position = position ?? counted { return position }
        defer { next += 1 }
        return next
    }

    private mutating func amount(_ amount: FormatSpecifier.Amount?, of specifier: FormatSpecifier) -> Int? {
        switch amount {
        case nil: return nil
        case .fixed(let number): return number
        case .argument(let named):
            let position = resolved(named, counted: nil)
            let most = FormatParser.largestNumber
            if case .integer(let number)? = argument(position) {
                return Int(max(min(number, Int64(most)), Int64(-most)))
            }
            let kind: ArgumentProblem.Kind =
                argument(position) == nil
                ? .missingArgument(position: position) : .wrongClass(position: position, expected: .integer)
            problems.append(ArgumentProblem(kind: kind, source: specifier.source))
            return nil
        }
    }

    // MARK: Shapes

    /// A value as `%@` shows it.
    private func shown(_ value: FormatValue) -> String {
        let plain = value.plainText
        guard numberStyle == .localized else { return plain }
        switch value {
        case .text: return plain
        case .integer, .unsigned: return numbers.localized(plain, isGrouped: true)
        case .floatingPoint(let number):
            guard number.isFinite else { return Self.localizedNonFinite(number) }
            return plain.contains("e")
                ? numbers.withNativeSigns(plain) : numbers.localized(plain, isGrouped: true)
        }
    }

    private static func localizedNonFinite(_ number: Double) -> String {
        number.isNaN ? "NaN" : number < 0 ? "-∞" : "∞"
    }

    private mutating func appendInteger(
        _ isNegative: Bool, _ magnitude: UInt64, _ specifier: FormatSpecifier, _ flags: FormatSpecifier.Flags,
        _ width: Int?, _ precision: Int?
    ) {
        let number = NumberText(
            isNegative: isNegative, magnitude: magnitude, conversion: specifier.conversion,
            length: specifier.length, flags: flags, precision: precision)
        // For integers, a precision overrides the flag 0.
        append(
            number, precision == nil ? flags : flags.subtracting(.zeroPadded), width, isCode: precision != nil
        )
    }

    private mutating func appendFloatingPoint(
        _ number: Double, _ specifier: FormatSpecifier, _ flags: FormatSpecifier.Flags, _ width: Int?,
        _ precision: Int?
    ) {
        if !number.isFinite, numberStyle == .localized {
            return appendPadded(Self.localizedNonFinite(number), flags, width)
        }
        let text = NumberText(
            number, conversion: specifier.conversion, flags: flags, precision: precision)
        append(text, flags, width, isCode: false)
    }

    private mutating func append(
        _ number: NumberText, _ flags: FormatSpecifier.Flags, _ width: Int?, isCode: Bool
    ) {
        var number = number
        let padsWithZeros =
            flags.contains(.zeroPadded) && !flags.contains(.leftJustified) && number.shape != .nonFinite
        if padsWithZeros, let width {
            let length = number.sign.count + number.prefix.count + number.body.count
            number.body = String(repeating: "0", count: max(0, width - length)) + number.body
        }
        let plain = number.sign + number.prefix + number.body
        let isLocalized = numberStyle == .localized || flags.contains(.grouped)
        guard isLocalized, number.shape == .decimal || number.shape == .scientific else {
            return appendPadded(plain, flags, width)
        }
        guard number.shape == .decimal, !isCode, !padsWithZeros, !number.body.isEmpty else {
            return appendPadded(numbers.withNativeSigns(plain), flags, width)
        }
        let isNegative = number.sign == "-"
        let localized = numbers.localized((isNegative ? "-" : "") + number.body, isGrouped: true)
        appendPadded(isNegative ? localized : number.sign + localized, flags, width)
    }

    private mutating func appendPadded(_ shown: String, _ flags: FormatSpecifier.Flags, _ width: Int?) {
        let padding = width.map { String(repeating: " ", count: max(0, $0 - shown.count)) } ?? ""
        text += flags.contains(.leftJustified) ? shown + padding : padding + shown
    }
}

extension FormatSpecifier.ArgumentClass {
    func accepts(_ value: FormatValue) -> Bool {
        switch (self, value) {
        case (.object, _), (.integer, .integer), (.integer, .unsigned), (.pointer, .integer),
            (.pointer, .unsigned), (.floatingPoint, .floatingPoint), (.string, .text), (.character, .integer):
            true
        case (.character, .text(let text)): text.count == 1
        default: false
        }
    }
}
