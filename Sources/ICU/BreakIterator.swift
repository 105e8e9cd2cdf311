// Where words begin and end in a text, in any script.

internal import CICU

/// ICU's word boundaries of a locale (UAX #29, with dictionaries for Thai, Khmer, Lao, Burmese, Chinese and
/// Japanese). Not for use by two threads at once: the handle keeps a position.
package final class WordBreakIterator {
    private let handle: OpaquePointer
    private let locale: String

    /// Opens the iterator of a locale; costs microseconds, for Japanese a tenth of a millisecond, so that it
    /// is kept and used again.
    ///
    /// - Throws: `ICUError` where ICU has no data or no memory.
    package init(_ locale: LocaleIdentifier) throws(ICUError) {
        let name = locale.icuIdentifier
        let handle = try checked("ubrk_open", locale: name) { icu_openBreak(UBRK_WORD, name, &$0) }
        guard let handle else { throw ICUError(function: "ubrk_open", locale: name, status: "no iterator") }
        self.handle = handle
        self.locale = name
    }

    deinit { icu_closeBreak(handle) }

    /// Calls `body` for each word of a text, spaces and punctuation left out.
    ///
    /// - Parameter body: takes the word's half-open range, in UTF-16 units of the text.
    /// - Throws: `ICUError` where ICU refuses the text.
    package func forEachWord(
        in text: UnsafeBufferPointer<UInt16>, _ body: (Range<Int>) -> Void
    ) throws(ICUError) {
        guard !text.isEmpty else { return }
        // ICU keeps the pointer; the walk ends before the buffer does.
        try checked("ubrk_setText", locale: locale) {
            icu_setBreakText(handle, text.baseAddress, Int32(text.count), &$0)
        }
        var start = icu_firstBreak(handle)
        while true {
            let end = icu_nextBreak(handle)
            guard end >= 0 else { break }  // UBRK_DONE
            // Below UBRK_WORD_NONE_LIMIT lie spaces, punctuation and symbols.
            if icu_breakRuleStatus(handle) >= 100 { body(Int(start)..<Int(end)) }
            start = end
        }
    }
}
