// Errors of ICU: the call, the locale and the status.

internal import CICU

/// A failed call into ICU.
///
/// ICU returns a status with nearly every call. Negative values are warnings (opening the collator of `de`
/// gives `U_USING_DEFAULT_WARNING`) and count as success, as `U_SUCCESS` in `utypes.h` defines.
public struct ICUError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The ICU function that failed, such as `ucol_open`.
    public let function: String
    /// The locale of the call, in ICU's spelling, if it has one.
    public let locale: String?
    /// ICU's own name of the status, such as `U_ILLEGAL_ARGUMENT_ERROR`.
    public let status: String

    /// The error in one line, for logs; programs word it for their users.
    public var description: String {
        if let locale { "\(function)(\(locale)): \(status)" } else { "\(function): \(status)" }
    }
}

/// Runs a call into ICU and throws if its status is an error.
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
