// Shows messages of ICU's MessageFormat with arguments by name (ICU User Guide, "Formatting Messages").

internal import ICU

/// What a message of MessageFormat shows, and why not all of it.
struct ICUMessageText: Sendable {
    var text = ""
    /// The names of arguments that are missing or of a type that the message does not show, as `{name}` in
    /// the text.
    var unshown: Set<String> = []
}

/// Shows messages of a locale.
struct ICUMessageFormatter: Sendable {
    private let formats: MessageFormats
    private let source: [UInt8]

    /// - Parameter source: the text of the message.
    init(_ formats: MessageFormats, source: String) {
        (self.formats, self.source) = (formats, Array(source.utf8))
    }

    func text(of message: ICUMessage, _ arguments: [String: FormatValue]) -> ICUMessageText {
        var result = ICUMessageText()
        append(message, arguments, counted: nil, to: &result)
        return result
    }

    /// Text without the apostrophes that quote (ICU's mode `DOUBLE_OPTIONAL`).
    private func unquoted(_ range: Range<Int>, isInPlural: Bool) -> String {
        let bytes = source[range]
        guard bytes.contains(0x27) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        var index = bytes.startIndex
        var isQuoted = false
        while index < bytes.endIndex {
            let byte = bytes[index]
            let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0
            index += 1
            if byte != 0x27 {
                result.append(byte)
            } else if next == 0x27 {
                result.append(byte)
                index += 1
            } else if isQuoted {
                isQuoted = false
            } else if next == 0x7B || next == 0x7D || next == 0x23 && isInPlural {
                isQuoted = true
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// - Parameter counted: the number of the plural around the message, as `#` shows it.
    private func append(
        _ message: ICUMessage, _ arguments: [String: FormatValue], counted: String?,
        to result: inout ICUMessageText
    ) {
        for part in message.parts {
            switch part {
            case .text(let range): result.text += unquoted(range, isInPlural: counted != nil)
            case .number: result.text += counted ?? "#"
            case .argument(let argument):
                guard let value = arguments[argument.name] else {
                    result.unshown.insert(argument.name)
                    result.text += "{\(argument.name)}"
                    continue
                }
                guard case .choice(let choice) = argument.format else {
                    if let text = text(of: value, argument.format) {
                        result.text += text
                    } else {
                        result.unshown.insert(argument.name)
                        result.text += "{\(argument.name)}"
                    }
                    continue
                }
                let (branch, number) = self.branch(of: choice, value)
                append(branch, arguments, counted: number ?? counted, to: &result)
            }
        }
    }

    // MARK: Arguments

    /// A value as a formatter shows it; `nil` for one that it does not take.
    private func text(of value: FormatValue, _ format: ICUMessage.Format) -> String? {
        switch format {
        case .plain, .choice:
            if case .text(let text) = value { return text }
            return number(MessageFormat2Number(value), nil) ?? value.plainText
        case .formatter(let name, let style):
            let style = style.map { $0.trimmed }
            switch name.lowercased() {
            case "number": return number(MessageFormat2Number(value), style)
            case "date": return date(value, style, Self.dateSkeletons)
            case "time": return date(value, style, Self.timeSkeletons)
            // ICU's rules for words and lists have no part in FormatJS.
            default: return value.plainText
            }
        }
    }

    private func number(_ number: MessageFormat2Number?, _ style: String?) -> String? {
        guard let number else { return nil }
        let skeleton: String
        switch style {
        case nil, "": skeleton = "rounding-mode-half-up .###"
        case "integer": skeleton = "rounding-mode-half-up precision-integer"
        case "percent": skeleton = "percent scale/100 rounding-mode-half-up precision-integer"
        case let style?:
            guard style.hasPrefix("::") else { return nil }
            skeleton = String(style.dropFirst(2)).trimmed
        }
        return try? formats.numberFormat(skeleton).string(from: number.text)
    }

    private static let dateSkeletons = [
        "short": "yyMd", "medium": "yMMMd", "long": "yMMMMd", "full": "yMMMMEEEEd",
    ]
    private static let timeSkeletons = [
        "short": "jmm", "medium": "jmmss", "long": "jmmssz", "full": "jmmssz",
    ]

    private func date(_ value: FormatValue, _ style: String?, _ styles: [String: String]) -> String? {
        guard case .text(let text) = value, let date = MessageFormat2Date(text) else { return nil }
        let skeleton: String
        switch style {
        case nil, "": skeleton = styles["medium"]!
        case let style?:
            if let known = styles[style] {
                skeleton = known
            } else if style.hasPrefix("::") {
                skeleton = String(style.dropFirst(2)).trimmed
            } else {
                return nil
            }
        }
        let zone = date.zone ?? "UTC"
        guard let offset = try? TimeZones.offset(of: zone, atLocalMilliseconds: date.localMilliseconds) else {
            return nil
        }
        return try? formats.dateFormat(skeleton, zone: zone, calendar: nil)
            .string(fromMilliseconds: date.localMilliseconds - offset)
    }

    // MARK: Choices

    /// The branch for a value, and the number that `#` shows in it.
    private func branch(
        of choice: ICUMessage.Choice, _ value: FormatValue
    ) -> (message: ICUMessage, number: String?) {
        func message(_ selector: String) -> ICUMessage? {
            choice.branches.first { $0.selector == selector }?.message
        }
        // The parser refuses a choice without `other`.
        let other = message("other")!
        if choice.kind == .select { return (message(value.plainText) ?? other, nil) }
        guard let number = MessageFormat2Number(value) else { return (other, value.plainText) }
        let offset = choice.offset.flatMap { Int($0) } ?? 0
        let rest = offset == 0 ? number : number.adding(-offset) ?? number
        let shown = self.number(rest, nil)
        let exact = choice.branches.first {
            $0.selector.hasPrefix("=")
                && MessageFormat2Number(String($0.selector.dropFirst())) == number
        }
        if let exact { return (exact.message, shown) }
        guard let format = try? formats.numberFormat("rounding-mode-half-up .###") else {
            return (other, shown)
        }
        let keyword = formats.keyword(of: rest.text, format, choice.kind == .plural ? .cardinal : .ordinal)
        return (message(keyword) ?? other, shown)
    }
}

extension StringProtocol {
    /// The text without white space around it.
    fileprivate var trimmed: String {
        let space: (Character) -> Bool = { $0.isWhitespace }
        var text = self[...].drop(while: space)
        while let last = text.last, space(last) { text.removeLast() }
        return String(text)
    }
}
