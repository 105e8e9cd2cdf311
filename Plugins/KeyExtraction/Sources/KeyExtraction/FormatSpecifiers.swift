// Format specifiers: which types of Swift become which, and which arguments a text takes.

enum FormatSpecifiers {
    /// What `String.LocalizationValue` writes for a value of a type, by the type's name (Foundation's `formatSpecifier(_:)`).
    /// Every other type is `%@`.
    static let byType: [String: String] = [
        "Int": "%lld", "Int64": "%lld", "Int8": "%d", "Int16": "%d", "Int32": "%d",
        "UInt": "%llu", "UInt64": "%llu", "UInt8": "%u", "UInt16": "%u", "UInt32": "%u",
        "Float": "%f", "Float32": "%f", "Double": "%lf", "Float64": "%lf", "CGFloat": "%lf",
        "TimeInterval": "%lf", "CInt": "%d", "CUnsignedInt": "%u", "CDouble": "%lf", "CFloat": "%f",
        "NSInteger": "%lld", "NSUInteger": "%lld",
    ]

    /// What it writes for a placeholder: `\(placeholder: .int)`.
    static let byPlaceholder = [
        "int": "%lld", "uint": "%llu", "float": "%f", "double": "%lf", "object": "%@",
    ]

    /// The classes of the arguments that a text takes (IEEE Std 1003.1, `fprintf`, with Apple's `%@`), each argument once.
    /// Arguments that no specifier names are `object`.
    static func argumentClasses(_ text: String) -> [ArgumentClass] {
        var classes: [Int: ArgumentClass] = [:]
        var next = 1
        var bytes = Array(text.utf8)[...]
        while let percent = bytes.firstIndex(of: UInt8(ascii: "%")) {
            bytes = bytes[(percent + 1)...]
            var number = 0
            var position: Int?
            reading: while let byte = bytes.popFirst() {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): number = min(number * 10 + Int(byte & 15), 1000)
                case UInt8(ascii: "$"): (position, number) = (number, 0)
                case UInt8(ascii: "*"):
                    classes[next] = .integer
                    next += 1
                case UInt8(ascii: "#") where bytes.first == UInt8(ascii: "@"):
                    // `%#@files@` counts; what it counts is said elsewhere.
                    bytes = bytes.dropFirst()
                    guard let end = bytes.firstIndex(of: UInt8(ascii: "@")) else { break reading }
                    bytes = bytes[(end + 1)...]
                    add(.integer)
                    break reading
                case let byte where "-+ 0#'.".utf8.contains(byte): number = 0
                case let byte where "hlqLztj".utf8.contains(byte): break
                default:
                    if let kind = argumentClass(byte) { add(kind) }
                    break reading
                }
            }
            func add(_ kind: ArgumentClass) {
                if let position {
                    if position > 0 { classes[position] = kind }
                } else {
                    classes[next] = kind
                    next += 1
                }
            }
        }
        // A text does not have a hundred arguments.
        guard let last = classes.keys.max(), last <= 100 else { return [] }
        return (1...last).map { classes[$0] ?? .object }
    }

    private static func argumentClass(_ conversion: UInt8) -> ArgumentClass? {
        switch Character(Unicode.Scalar(conversion)) {
        case "d", "D", "i", "u", "U", "x", "X", "o", "O": .integer
        case "f", "F", "e", "E", "g", "G", "a", "A": .floatingPoint
        case "c", "C": .character
        case "s", "S": .string
        case "p": .pointer
        case "@": .object
        default: nil
        }
    }
}
