// What went wrong inside ICU: which call, for which locale, with which status.

internal import CICU

/// A failed call into ICU.
///
/// ICU reports a status with nearly every call; negative values are warnings (opening the collator of
/// `de` answers `U_USING_DEFAULT_WARNING`) and count as success, as `U_SUCCESS` in `utypes.h` has it.
public struct ICUError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The ICU function that failed, such as `ucol_open`.
    public let function: String
    /// The locale the call was made for, in ICU's spelling, where there is one.
    public let locale: String?
    /// ICU's own name of the status, such as `U_ILLEGAL_ARGUMENT_ERROR`.
    public let status: String

    /// All facts in one line, for logs; programs word their messages themselves.
    public var description: String {
        if let locale { "\(function)(\(locale)): \(status)" } else { "\(function): \(status)" }
    }
}

/// Runs one call into ICU and throws what its status says.
func checked<Result>(
    _ function: String, locale: String? = nil, _ body: (inout Int32) -> Result
) throws(ICUError) -> Result {
    var status = ICU_U_ZERO_ERROR
    let result = body(&status)
    guard status <= ICU_U_ZERO_ERROR else {
        throw ICUError(function: function, locale: locale, status: String(cString: icu_errorName(status)))
    }
    return result
}
