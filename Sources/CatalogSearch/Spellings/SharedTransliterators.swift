// ICU's transliterations, opened once: opening one takes milliseconds.

internal import ICU
internal import Support
internal import Synchronization

/// Transliterators that all threads share, one at a time.
enum SharedTransliterators {
    /// `@unchecked Sendable`: only used with the lock.
    private final class Shared: @unchecked Sendable {
        let value: Mutex<Transliterator>
        init(_ transliterator: sending Transliterator) { value = Mutex(transliterator) }
    }

    private static let opened = Cache<String, Shared>(limit: 32)

    /// A short text in the other script; characters without a counterpart stay.
    ///
    /// - Parameter name: the name of ICU's rule.
    /// - Throws: `ICUError` if ICU lacks the rule or memory.
    static func transliterated(_ text: String, by name: String) throws(ICUError) -> String {
        let shared = try opened.value(of: name) { () throws(ICUError) in Shared(try Transliterator(name)) }
        return try shared.value.withLock { transliterator throws(ICUError) in
            try transliterator.transliterated(text)
        }
    }
}
