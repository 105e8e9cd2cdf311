// Scripts whose characters say more than letters do.

extension UInt32 {
    /// Whether this scalar's script has so many characters that two of them are as selective as three
    /// letters.
    @inline(__always)
    var isOfDenseScript: Bool { self >= 0x2E80 && self <= 0x10FFFF }
}
