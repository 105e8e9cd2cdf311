// Transliterates texts from one script to another.

internal import CICU

/// ICU's transliteration by a named rule (CLDR, transforms). Not for use by two threads at once.
package final class Transliterator {
    private let handle: OpaquePointer
    private let name: String

    /// Opens a rule, which takes milliseconds.
    ///
    /// - Parameter name: such as `Hant-Hans`.
    /// - Throws: `ICUError` if ICU has no such rule or no memory.
    package init(_ name: String) throws(ICUError) {
        let id = name.utf16Array
        let handle = try checked("utrans_openU") { icu_openTransliterator(id, Int32(id.count), &$0) }
        guard let handle else {
            throw ICUError(function: "utrans_openU", locale: nil, status: "no rule \(name)")
        }
        self.handle = handle
        self.name = name
    }

    deinit { icu_closeTransliterator(handle) }

    /// Transliterates a short text; characters without a counterpart stay.
    ///
    /// - Throws: `ICUError` if ICU lacks memory, or the result is much longer than the text.
    package func transliterated(_ text: String) throws(ICUError) -> String {
        var units = text.utf16Array
        var length = Int32(units.count)
        var limit = length
        units += [UInt16](repeating: 0, count: 4 * units.count + 16)
        try checked("utrans_transUChars") { status in
            units.withUnsafeMutableBufferPointer {
                icu_transliterate(handle, $0.baseAddress, &length, Int32($0.count), 0, &limit, &status)
            }
        }
        return String(decoding: units[..<Int(length)], as: UTF16.self)
    }
}
