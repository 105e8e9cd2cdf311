// Where words begin and end in a text, and where a line of it may end, in any script.

internal import CICU

/// An iterator of ICU's over one kind of boundaries.
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

    /// Calls `body` with each piece between two boundaries, in UTF-16 units of the text.
    func forEachPiece(
        in text: UnsafeBufferPointer<UInt16>, _ body: (Range<Int>) -> Void
    ) throws(ICUError) {
        guard !text.isEmpty else { return }
        // ICU keeps the pointer; the walk ends before the buffer does.
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

/// ICU's places at which a line may be broken (UAX #14, with the same dictionaries as for words). Not for use by two
/// threads at once: the handle keeps a position.
package final class LineBreakIterator {
    private let handle: BreakHandle

    /// Opens the iterator of a locale.
    ///
    /// - Throws: `ICUError` where ICU has no data or no memory.
    package init(_ locale: LocaleIdentifier) throws(ICUError) {
        handle = try BreakHandle(ICU_UBRK_LINE, locale)
    }

    /// The pieces of a text between which lines may be broken, one behind the other, spaces at the end of each.
    ///
    /// - Throws: `ICUError` where ICU refuses the text.
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
/// Japanese). Not for use by two threads at once: the handle keeps a position.
package final class WordBreakIterator {
    private let handle: BreakHandle

    /// Opens the iterator of a locale; costs microseconds, for Japanese a tenth of a millisecond, so that it
    /// is kept and used again.
    ///
    /// - Throws: `ICUError` where ICU has no data or no memory.
    package init(_ locale: LocaleIdentifier) throws(ICUError) {
        handle = try BreakHandle(ICU_UBRK_WORD, locale)
    }

    /// Calls `body` for each word of a text, spaces and punctuation left out.
    ///
    /// - Parameter body: takes the word's half-open range, in UTF-16 units of the text.
    /// - Throws: `ICUError` where ICU refuses the text.
    package func forEachWord(
        in text: UnsafeBufferPointer<UInt16>, _ body: (Range<Int>) -> Void
    ) throws(ICUError) {
        try handle.forEachPiece(in: text) { range in
            // Below UBRK_WORD_NONE_LIMIT lie spaces, punctuation and symbols.
            if icu_breakRuleStatus(handle.pointer) >= 100 { body(range) }
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
