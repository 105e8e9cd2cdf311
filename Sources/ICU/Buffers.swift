// Calls that fill a buffer and return the needed size.

internal import CICU

extension StringProtocol {
    /// The text in UTF-16, in the form that ICU expects.
    var utf16Array: [UInt16] { Array(utf16) }
}

/// Runs a call that writes UTF-16 into a buffer; repeats it with a larger one if necessary.
func filledUTF16(
    _ function: String, locale: String? = nil, capacity: Int = 128,
    _ body: (UnsafeMutablePointer<UInt16>?, Int32, inout Int32) -> Int32
) throws(ICUError) -> [UInt16] {
    try filled(function, locale: locale, capacity: capacity, zero: UInt16(0), body)
}

/// Runs a call that writes ASCII into a buffer; repeats it with a larger one if necessary.
func filledString(
    _ function: String, locale: String? = nil,
    _ body: (UnsafeMutablePointer<CChar>?, Int32, inout Int32) -> Int32
) throws(ICUError) -> String {
    let characters = try filled(function, locale: locale, capacity: 160, zero: CChar(0), body)
    return String(decoding: characters.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

private func filled<Unit>(
    _ function: String, locale: String?, capacity: Int, zero: Unit,
    _ body: (UnsafeMutablePointer<Unit>?, Int32, inout Int32) -> Int32
) throws(ICUError) -> [Unit] {
    var buffer = [Unit](repeating: zero, count: max(capacity, 1))
    var status = ICU_U_ZERO_ERROR
    var length = buffer.withUnsafeMutableBufferPointer { body($0.baseAddress, Int32($0.count), &status) }
    if status == ICU_U_BUFFER_OVERFLOW_ERROR {
        buffer = [Unit](repeating: zero, count: Int(length))
        status = ICU_U_ZERO_ERROR
        length = buffer.withUnsafeMutableBufferPointer { body($0.baseAddress, Int32($0.count), &status) }
    }
    guard status <= ICU_U_ZERO_ERROR else {
        throw ICUError(function: function, locale: locale, status: String(cString: icu_errorName(status)))
    }
    buffer.removeLast(buffer.count - Int(length))
    return buffer
}
