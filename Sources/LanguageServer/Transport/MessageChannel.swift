// What carries the bytes of a conversation.

/// Carries bytes to and from a client.
package protocol MessageChannel: AnyObject {
    /// Waits for bytes.
    ///
    /// - Parameter milliseconds: how long; `nil` for as long as it takes.
    /// - Returns: what arrived; nothing if the time is over; `nil` if no more can come.
    func receive(within milliseconds: Int?) -> [UInt8]?

    func send(_ bytes: [UInt8])
}
