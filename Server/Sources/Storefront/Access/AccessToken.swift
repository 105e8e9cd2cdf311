// The token that permits writes.

internal import HTTPTypes
internal import Hummingbird

/// The secret that administration clients share with the service.
public struct AccessToken: Sendable {
    private let secret: [UInt8]

    var bytes: [UInt8] { secret }

    /// The minimum number of bytes; shorter tokens could be guessed.
    public static let minimumLength = 16

    /// - Parameter secret: the token; surrounding whitespace is removed, so that it may come from a file.
    /// - Returns: `nil` if the token is too short or has bytes that are not printable ASCII.
    public init?(_ secret: String) {
        let bytes = Array(secret.utf8).trimmingWhitespace
        guard bytes.count >= Self.minimumLength, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.secret = bytes
    }

    /// Whether a few guesses could find the secret, judged by its characters: they are few, digits only,
    /// consecutive, or repeat what would be too short. A random secret of 16 letters and digits is not
    /// guessable.
    public var isGuessable: Bool {
        let different = Set(secret).count
        let onlyDigits = secret.allSatisfy { (0x30...0x39).contains($0) }
        let countsOn = zip(secret, secret.dropFirst()).allSatisfy { abs(Int($1) - Int($0)) <= 1 }
        return different < 8 || onlyDigits && secret.count < 24 || countsOn || repeats
    }

    /// Whether the secret repeats a beginning of less than the minimum length, as `changeme-changeme-` does.
    private var repeats: Bool {
        (1..<Self.minimumLength).contains { length in
            2 * length <= secret.count && secret.dropFirst(length).elementsEqual(secret.dropLast(length))
        }
    }

    /// - Throws: `Problem` if the request does not have the token (RFC 6750, 2.1).
    func check(_ request: Request) throws(Problem) {
        let header = request.headers[.authorization] ?? ""
        let pieces = header.split(separator: " ", maxSplits: 1)
        guard pieces.count == 2, pieces[0].lowercased() == "bearer",
            isEqual(Array(pieces[1].utf8).trimmingWhitespace)
        else {
            throw Problem(.unauthorized, "Unauthorized", headers: [.wwwAuthenticate: "Bearer"])
        }
    }

    func isEqual(_ text: String) -> Bool { isEqual(Array(text.utf8).trimmingWhitespace) }

    /// Compares in constant time: the time does not reveal where a guess is wrong.
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
