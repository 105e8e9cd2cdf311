// Guesses of tokens and keys are limited by address, and holders of right ones are not delayed.

import HTTPTypes
import Hummingbird
import Synchronization
import Testing

@testable import Storefront

@Suite struct AuthenticationThrottleTests {
    private func client(_ number: Int) -> Client {
        Client(address: IPAddress("10.1.\(number / 256).\(number % 256)"))
    }

    private func attempt(
        _ throttle: AuthenticationThrottle, _ secret: String, _ client: Client, isRight: Bool = false
    ) async -> Int {
        do {
            try await throttle.checking(secret, of: client) {
                if !isRight { throw Problem(.unauthorized, "Unauthorized") }
            }
            return 200
        } catch {
            return (error as? Problem)?.code.status.code ?? 0
        }
    }

    @Test func anAddressGuessesSlowlyAndOthersAreNotHeldUp() async throws {
        let time = Time()
        let throttle = AuthenticationThrottle(now: { time.now })
        let (guesser, other) = (client(1), client(2))
        #expect(await attempt(throttle, "known", guesser, isRight: true) == 200)
        for number in 0..<AuthenticationThrottle.burst {
            #expect(await attempt(throttle, "guess \(number)", guesser) == 401)
        }
        #expect(await attempt(throttle, "guess", guesser) == 429)
        // A right secret gets the same response.
        #expect(await attempt(throttle, "right", guesser, isRight: true) == 429)
        #expect(await attempt(throttle, "right", other, isRight: true) == 200)
        // A secret that was right recently is still checked, even from the same address.
        #expect(await attempt(throttle, "known", guesser, isRight: true) == 200)
        #expect(await attempt(throttle, "right", guesser, isRight: true) == 200)
        time.pass(AuthenticationThrottle.interval)
        #expect(await attempt(throttle, "guess", guesser) == 401)
        #expect(await attempt(throttle, "guess", guesser) == 429)
        // Until the secret is no longer right.
        #expect(await attempt(throttle, "known", guesser) == 401)
        #expect(await attempt(throttle, "known", guesser) == 429)
    }

    @Test func rightOnesAndThoseWithoutAnyAreNoGuesses() async throws {
        let throttle = AuthenticationThrottle()
        let client = client(1)
        for number in 0..<200 {
            #expect(await attempt(throttle, "right \(number)", client, isRight: true) == 200)
            await #expect(throws: Problem.self) {
                try await throttle.checking(nil, of: client) { throw Problem(.unauthorized, "Unauthorized") }
            }
        }
        #expect(throttle.clientCount == 0)
    }

    @Test func memoryIsBoundedWhateverAddressesGuess() async throws {
        let time = Time()
        let throttle = AuthenticationThrottle(now: { time.now })
        for number in 0..<AuthenticationThrottle.limit + 50 {
            _ = await attempt(throttle, "guess", client(number))
            time.pass(.microseconds(1))
        }
        #expect(throttle.clientCount == AuthenticationThrottle.limit)
        time.pass(.seconds(100))
        _ = await attempt(throttle, "guess", .local)
        #expect(throttle.clientCount == 1)
    }

    @Test func allListenersCountGuessesTogether() async throws {
        let shop = try await Shop([:], meilisearch: true)
        for number in 0..<AuthenticationThrottle.burst {
            let wrong = "Bearer guess-of-somebody-\(number)"
            let status =
                number.isMultiple(of: 2)
                ? try await shop.write(.get, "/catalogs", [.authorization: wrong]).status
                : try await shop.protocol(.get, "/indexes", key: wrong).status
            #expect(status == 401 || status == 403)
        }
        let wrong = "Bearer guess-of-somebody"
        let response = try await shop.write(.get, "/catalogs", [.authorization: wrong])
        #expect(response.status == 429 && response.headers[.retryAfter] == "3")
        #expect(response.json["code"] == "too-many-attempts")
        let other = try await shop.protocol(.get, "/indexes", key: wrong)
        #expect(other.status == 429 && other.json["code"] == "too_many_requests")
        let login = try await shop.write(
            .post, "/admin/login",
            [.contentType: "application/x-www-form-urlencoded", .authorization: "none"],
            body: RequestBody("token=guess-of-somebody"))
        #expect(login.status == 429)
        #expect(try await shop.protocol(.get, "/health", key: nil).status == 200)
    }

    /// A clock that the test moves.
    private final class Time: Sendable {
        private let state = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { state.withLock { $0 } }
        func pass(_ time: Duration) { state.withLock { $0 += time } }
    }
}
