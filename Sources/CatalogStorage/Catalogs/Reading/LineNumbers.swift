// Lines of a part of a file, numbered as in the whole file.

/// The original numbers of lines that were extracted from a larger file.
public struct LineNumbers: Sendable {
    private let numbers: [Int]

    /// The numbers of lines, in their order.
    public init(_ numbers: [Int]) { self.numbers = numbers }

    /// Reads numbers as decimal digits, one in each line.
    ///
    /// - Returns: `nil` if a line contains something else.
    public init?(_ text: [UInt8]) {
        var numbers: [Int] = []
        var number: Int?
        for byte in text {
            if byte == 0x0A {
                guard let complete = number else { return nil }
                numbers.append(complete)
                number = nil
            } else {
                let digit = Int(byte) - 0x30
                guard (0...9).contains(digit), number ?? 0 < Int.max / 10 - 1 else { return nil }
                number = (number ?? 0) * 10 + digit
            }
        }
        guard number == nil else { return nil }
        self.numbers = numbers
    }

    /// The original number of a line, counted from 1; its own number if it is after the last one.
    subscript(line: Int) -> Int { numbers.indices.contains(line - 1) ? numbers[line - 1] : line }
}
