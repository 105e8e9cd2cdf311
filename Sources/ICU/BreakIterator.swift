// Word and line boundaries in texts of any script.

internal import CICU

/// An ICU iterator over one kind of boundaries.
private final class BreakHandle {
    let pointer: OpaquePointer
    private let locale: String

    init(_ kind: Int32, _ locale: LocaleIdentifier) throws(ICUError) {
        let name = locale.icuIdentifier
        let pointer = try checked("ubrk_open", locale: name) { icu_openBreak(kind, name, &$0) }
        guard let pointer else { throw ICUError(function: "ubrk_open", locale: name, status: "no iterator") }
        self.pointer = pointer
        self.locale = name
    }

    deinit { icu_closeBreak(pointer) }

    /// Calls `body` with each range between two boundaries, in UTF-16 units of the text.
    func forEachPiece(
        in text: UnsafeBufferPointer<UInt16>, _ body: (Range<Int>) -> Void
    ) throws(ICUError) {
        guard !text.isEmpty else { return }
        // ICU keeps the pointer; the iteration ends before the buffer does.
        try checked("ubrk_setText", locale: locale) {
            icu_setBreakText(pointer, text.baseAddress, Int32(text.count), &$0)
        }
        var start = icu_firstBreak(pointer)
        while true {
            let end = icu_nextBreak(pointer)
            guard end >= 0 else { break }  // UBRK_DONE
            body(Int(start)..<Int(end))
            start = end
        }
    }
}

/// ICU's line break opportunities (UAX #14, with the same dictionaries as for words). Not
/// thread-safe: the handle has a position.
package final class LineBreakIterator {
    private let handle: BreakHandle

    /// Opens the iterator of a locale.
    ///
    /// - Throws: `ICUError` if ICU has no data or no memory.
    package init(_ locale: LocaleIdentifier) throws(ICUError) {
        handle = try BreakHandle(ICU_UBRK_LINE, locale)
    }

    /// The parts of a text between line break opportunities, each with its trailing spaces.
    ///
    /// - Throws: `ICUError` if ICU refuses the text.
    package func pieces(of text: String) throws(ICUError) -> [Substring] {
        let units = Array(text.utf16)
        var pieces: [Substring] = []
        let utf16 = text.utf16
        var position = text.startIndex
        try units.withUnsafeBufferPointer { buffer throws(ICUError) in
            try handle.forEachPiece(in: buffer) { range in
                let end = utf16.index(position, offsetBy: range.count)
                pieces.append(text[position..<end])
                position = end
            }
        }
        return pieces
    }
}

/// ICU's word boundaries of a locale (UAX #29, with dictionaries for Thai, Khmer, Lao, Burmese, Chinese and
/// Japanese). Not thread-safe: the handle has a position.
package final class WordBreakIterator {
    private let handle: BreakHandle

    /// Opens the iterator of a locale. This takes microseconds, for Japanese a tenth of a
    /// millisecond, so reuse the iterator.
    ///
    /// - Throws: `ICUError` if ICU has no data or no memory.
    package init(_ locale: LocaleIdentifier) throws(ICUError) {
        handle = try BreakHandle(ICU_UBRK_WORD, locale)
    }

    /// Calls `body` for each word of a text, without spaces and punctuation.
    ///
    /// - Parameter body: receives the word's half-open range, in UTF-16 units of the text.
    /// - Throws: `ICUError` if ICU refuses the text.
    package func forEachWord(
        in text: UnsafeBufferPointer<UInt16>, _ body: (Range<Int>) -> Void
    ) throws(ICUError) {
        try handle.forEachPiece(in: text) { range in
            // Spaces, punctuation and symbols are below UBRK_WORD_NONE_LIMIT.
            if icu_breakRuleStatus(handle.pointer) >= 100 { body(range) }
        }
    }
}

extension Unicode.Scalar {
    /// The Word_Break class of a character (UAX #29), with the distinctions needed for texts without marks
    /// and dictionaries.
    package enum WordBreakClass: UInt8, Sendable {
        /// Not part of a word.
        case other
        case letter
        case numeric
        /// Joins letters and digits, as the low line does.
        case joiner
        /// Joins the two letters around it.
        case midLetter
        /// Joins the two digits around it.
        case midNumeric
        /// Joins two letters or two digits, like the full stop and the apostrophe.
        case midBoth
        /// Needs more rules or a dictionary: use ICU.
        case complex
    }

    /// The character's class for word boundaries.
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
