// May whoever asks change the catalogs?

internal import HTTPTypes
internal import Hummingbird

/// The secret that writers share with the service.
public struct AccessToken: Sendable {
    private let secret: [UInt8]

    /// The fewest bytes: fewer can be guessed.
    public static let minimumLength = 16

    /// - Parameter secret: what writers send; blanks and line ends around it do not count, so that it may come from a file.
    /// - Returns: `nil` where it is too short, or has bytes that no header can carry.
    public init?(_ secret: String) {
        let bytes = Array(secret.utf8).trimmingWhitespace
        guard bytes.count >= Self.minimumLength, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.secret = bytes
    }

    /// - Throws: `Problem` where the request does not carry the token (RFC 6750, 2.1).
    func check(_ request: Request) throws(Problem) {
        let header = request.headers[.authorization] ?? ""
        let pieces = header.split(separator: " ", maxSplits: 1)
        guard pieces.count == 2, pieces[0].lowercased() == "bearer",
            isEqual(Array(pieces[1].utf8).trimmingWhitespace)
        else {
            throw Problem(.unauthorized, "Unauthorized", headers: [.wwwAuthenticate: "Bearer"])
        }
    }

    /// Compares in a time that does not depend on where a guess is wrong.
    private func isEqual(_ guess: [UInt8]) -> Bool {
        var difference = UInt8(guess.count == secret.count ? 0 : 1)
        for index in secret.indices { difference |= secret[index] ^ (index < guess.count ? guess[index] : 0) }
        return difference == 0
    }
}

extension [UInt8] {
    fileprivate var trimmingWhitespace: [UInt8] {
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return Array(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
