// The version of ICU. Data derived from another version may be wrong.

internal import CICU

/// The version of the ICU library in use.
package enum ICUVersion {
    /// Major and minor version as one number, major × 65,536 + minor.
    package static let packed: UInt32 = {
        var version: [UInt8] = [0, 0, 0, 0]
        icu_version(&version)
        return UInt32(version[0]) << 16 | UInt32(version[1])
    }()
}
