// The functions for numbers: `:number`, `:integer`, `:offset`, `:percent` and `:currency`, by ICU's number
// skeletons.

internal import ICU

/// The functions of UTS #35, Part 9, "Numeric Value Selection and Formatting", that are stable in LDML 48.
enum MessageFormat2Numbers {
    static let functions: [String: MessageFormat2Function] = [
        "number": number, "integer": integer, "offset": offset, "percent": percent, "currency": currency,
    ]

    /// A number without a function, as `:number` shows it.
    static func plain(
        _ number: MessageFormat2Number, _ conventions: MessageFormats
    ) -> MessageFormat2Value {
        shown(number, [:], NumberSkeleton([:]).decimal, conventions)
    }

    private static func number(
        _ call: inout MessageFormat2Call
    ) throws(MessageFormat2Fault.Kind) -> MessageFormat2Value {
        let number = try operand(call)
        let options = merged(&call, NumberSkeleton.numberOptions)
        return value(number, options, NumberSkeleton(options).decimal, call)
    }

    private static func integer(
        _ call: inout MessageFormat2Call
    ) throws(MessageFormat2Fault.Kind) -> MessageFormat2Value {
        let number = try operand(call).rounded
        let options = merged(&call, NumberSkeleton.integerOptions)
        return value(number, options, NumberSkeleton(options).integer, call)
    }

    private static func offset(
        _ call: inout MessageFormat2Call
    ) throws(MessageFormat2Fault.Kind) -> MessageFormat2Value {
        let number = try operand(call)
        let difference: Int?
        switch (call.options["add"], call.options["subtract"]) {
        case (let add?, nil): difference = NumberSkeleton.digitSize(add.text)
        case (nil, let subtract?): difference = NumberSkeleton.digitSize(subtract.text).map { -$0 }
        default: difference = nil
        }
        guard let difference else { throw .badOption }
        guard let sum = number.adding(difference) else { throw .unsupportedOperation }
        var options = call.operand?.options ?? [:]
        rejectSelect(of: &call, &options)
        return value(sum, options, NumberSkeleton(options).decimal, call)
    }

    private static func percent(
        _ call: inout MessageFormat2Call
    ) throws(MessageFormat2Fault.Kind) -> MessageFormat2Value {
        let number = try operand(call)
        let options = merged(&call, NumberSkeleton.percentOptions)
        let skeleton = NumberSkeleton(options).percent
        var value = shown(number, options, skeleton, call.conventions)
        value.selection = selection(of: number, as: number.percent, skeleton, .cardinal, call.conventions)
        return value
    }

    private static func currency(
        _ call: inout MessageFormat2Call
    ) throws(MessageFormat2Fault.Kind) -> MessageFormat2Value {
        let number = try operand(call)
        if call.operand?.options["currency"] != nil, call.options["currency"] != nil { throw .badOption }
        let options = merged(&call, NumberSkeleton.currencyOptions)
        guard let code = options["currency"]?.text else { throw .badOperand }
        guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else {
            throw .badOption
        }
        return shown(number, options, NumberSkeleton(options).currency(code.uppercased()), call.conventions)
    }

    private static func operand(_ call: MessageFormat2Call) throws(MessageFormat2Fault.Kind)
        -> MessageFormat2Number
    {
        switch call.operand?.content {
        case .number(let number): return number
        case .text(let text):
            guard let number = MessageFormat2Number(text) else { throw .badOperand }
            return number
        case .date, nil: throw .badOperand
        }
    }

    /// The options of the operand with those of the call; bad ones are reported and left out.
    ///
    /// - Parameter known: the options that the function has.
    private static func merged(
        _ call: inout MessageFormat2Call, _ known: [String: NumberSkeleton.OptionKind]
    ) -> [String: MessageFormat2OptionValue] {
        var options = (call.operand?.options ?? [:]).filter { known[$0.key] != nil }
        for (name, value) in call.options {
            guard let kind = known[name] else { continue }
            if kind.allows(value) {
                options[name] = value
            } else {
                call.problems.append(.badOption)
                if name == "select" { options[name] = unknownSelect }
            }
        }
        if known["select"] != nil { rejectSelect(of: &call, &options) }
        return options
    }

    /// Takes from a number the way of choosing that its operand brings: which keys a translator
    /// has to write must stand in the selector itself.
    private static func rejectSelect(
        of call: inout MessageFormat2Call, _ options: inout [String: MessageFormat2OptionValue]
    ) {
        guard call.operand?.options["select"] != nil else { return }
        call.problems.append(.badOption)
        options["select"] = unknownSelect
    }

    /// The way of choosing of a number by which nothing can be chosen.
    private static let unknownSelect = MessageFormat2OptionValue("", isLiteral: false)

    private static func shown(
        _ number: MessageFormat2Number, _ options: [String: MessageFormat2OptionValue], _ skeleton: String,
        _ conventions: MessageFormats
    ) -> MessageFormat2Value {
        var value = MessageFormat2Value(.number(number), direction: conventions.direction) {
            () throws(MessageFormat2Fault.Kind) -> String in
            try text(number, skeleton, conventions)
        }
        value.options = options
        return value
    }

    private static func value(
        _ number: MessageFormat2Number, _ options: [String: MessageFormat2OptionValue], _ skeleton: String,
        _ call: MessageFormat2Call
    ) -> MessageFormat2Value {
        let conventions = call.conventions
        var value = shown(number, options, skeleton, conventions)
        switch options["select"]?.text ?? "plural" {
        case "plural": value.selection = selection(of: number, as: number, skeleton, .cardinal, conventions)
        case "ordinal": value.selection = selection(of: number, as: number, skeleton, .ordinal, conventions)
        case "exact": value.selection = selection(of: number, as: number, skeleton, nil, conventions)
        default: break
        }
        return value
    }

    private static func text(
        _ number: MessageFormat2Number, _ skeleton: String, _ conventions: MessageFormats
    ) throws(MessageFormat2Fault.Kind) -> String {
        let format = try conventions.numberFormat(skeleton)
        do { return try format.string(from: number.text) } catch { throw .unsupportedOperation }
    }

    /// Choosing by a number: an equal number is better than its plural category.
    ///
    /// - Parameters:
    ///   - exact: the number that keys equal.
    ///   - kind: the rules of the categories; `nil` where categories choose nothing.
    private static func selection(
        of number: MessageFormat2Number, as exact: MessageFormat2Number, _ skeleton: String,
        _ kind: PluralRules.Kind?,
        _ conventions: MessageFormats
    ) -> MessageFormat2Value.Selection {
        let exact = exact.text
        let keyword = kind.flatMap { kind in
            (try? conventions.numberFormat(skeleton)).map { conventions.keyword(of: number.text, $0, kind) }
        }
        return MessageFormat2Value.Selection(
            matches: { key in
                if MessageFormat2Number(key) != nil { return key == exact }
                return PluralCategory(rawValue: key) == nil ? nil : key == keyword
            },
            isBetter: { MessageFormat2Number($0) != nil && MessageFormat2Number($1) == nil })
    }
}
