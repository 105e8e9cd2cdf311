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
        let handle = try checked("ubrk_open", locale: name) { icu_openBreak(ICU_UBRK_WORD, name, &$0) }
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

extension Unicode.Scalar {
    /// The part a character plays in word boundaries (UAX #29, property Word_Break), as far as texts without
    /// marks and dictionaries need it.
    package enum WordBreakClass: UInt8, Sendable {
        /// No part of a word.
        case other
        case letter
        case numeric
        /// Joins letters and digits, as the low line does.
        case joiner
        /// Joins two letters when it stands between them.
        case midLetter
        /// Joins two digits when it stands between them.
        case midNumeric
        /// Joins two letters or two digits, as the full stop and the apostrophe do.
        case midBoth
        /// Needs rules or a dictionary beyond these: ask ICU.
        case complex
    }

    /// The character's part in word boundaries.
    package var wordBreakClass: WordBreakClass {
        if icu_intProperty(Int32(value), ICU_UCHAR_LINE_BREAK) == ICU_U_LB_COMPLEX_CONTEXT {
            return .complex
        }
        switch icu_intProperty(Int32(value), ICU_UCHAR_WORD_BREAK) {
        case ICU_U_WB_OTHER, ICU_U_WB_CR, ICU_U_WB_LF, ICU_U_WB_NEWLINE,
            ICU_U_WB_WSEGSPACE, ICU_U_WB_DOUBLE_QUOTE:
            return .other
        case ICU_U_WB_ALETTER: return .letter
        case ICU_U_WB_NUMERIC: return .numeric
        case ICU_U_WB_EXTENDNUMLET: return .joiner
        case ICU_U_WB_MIDLETTER: return .midLetter
        case ICU_U_WB_MIDNUM: return .midNumeric
        case ICU_U_WB_MIDNUMLET, ICU_U_WB_SINGLE_QUOTE: return .midBoth
        default: return .complex
        }
    }
}
