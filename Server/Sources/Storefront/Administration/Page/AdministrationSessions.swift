// Sessions of operators in a browser. The token is sent once; afterwards a cookie replaces it.

internal import HTTPTypes
internal import Hummingbird
internal import Synchronization

/// The sessions of the page for operators, in memory only: a restart ends all.
final class AdministrationSessions: Sendable {
    struct Session: Sendable {
        /// The secret that every form must send back.
        let formToken: String
        /// When the session ends, even if it is used.
        let end: ContinuousClock.Instant
        /// When the session ends if it is not used.
        var idleEnd: ContinuousClock.Instant
    }

    static let cookie = "lsearch-admin"
    /// The longest duration of a session, and of a pause in its use.
    static let longest = Duration.seconds(12 * 3_600)
    static let idle = Duration.seconds(1_800)
    /// The most sessions; a further one replaces the one that would end first.
    static let limit = 100

    private let sessions = Mutex<[String: Session]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }) { self.now = now }

    /// 256 random bits.
    private static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(random.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Begins a session.
    ///
    /// - Returns: its name, which must be revealed only in its cookie.
    func begin() -> String {
        let name = Self.secret()
        let now = now()
        sessions.withLock { sessions in
            sessions = sessions.filter { $0.value.end > now && $0.value.idleEnd > now }
            if sessions.count >= Self.limit,
                let first = sessions.min(by: { $0.value.idleEnd < $1.value.idleEnd })
            {
                sessions[first.key] = nil
            }
            sessions[name] = Session(
                formToken: Self.secret(), end: now + Self.longest, idleEnd: now + Self.idle)
        }
        return name
    }

    /// The session of a request; extends it.
    func session(of request: Request) -> Session? {
        guard let name = Self.name(in: request) else { return nil }
        let now = now()
        return sessions.withLock { sessions in
            guard var session = sessions[name], session.end > now, session.idleEnd > now else { return nil }
            session.idleEnd = now + Self.idle
            sessions[name] = session
            return session
        }
    }

    func end(of request: Request) {
        guard let name = Self.name(in: request) else { return }
        sessions.withLock { $0[name] = nil }
    }

    private static func name(in request: Request) -> String? {
        for line in request.headers[values: .cookie] {
            for part in line.parts(separatedBy: ";") {
                let pieces = part.trimmingBlanks.parts(separatedBy: "=", maxSplits: 1)
                if pieces.count == 2, pieces[0] == cookie { return String(pieces[1]) }
            }
        }
        return nil
    }

    /// The header that sets the cookie, or removes it.
    ///
    /// - Parameter isSecure: whether the browser uses TLS.
    static func header(_ name: String?, isSecure: Bool) -> String {
        "\(cookie)=\(name ?? ""); Path=/admin; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
            + (name == nil ? "; Max-Age=0" : "")
    }
}
