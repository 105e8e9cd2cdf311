// The transport of the protocol's bytes.

/// Carries bytes to and from a client.
package protocol MessageChannel: AnyObject {
    /// Waits for bytes.
    ///
    /// - Parameter milliseconds: the longest wait; `nil` waits without a limit.
    /// - Returns: the received bytes; empty after the time limit; `nil` if the connection has ended.
    func receive(within milliseconds: Int?) -> [UInt8]?

    func send(_ bytes: [UInt8])
}
