// Values that are made when they are needed first.

internal import Synchronization

/// A value that is made at its first use, and cached.
package final class Lazy<Value: Sendable>: Sendable {
    private enum State {
        case waiting(@Sendable () -> Value)
        case made(Value)
    }

    private let state: Mutex<State>

    /// - Parameter make: makes the value. It is called once, and must not ask for the value itself.
    package init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.waiting(make)) }

    /// The value. Other threads wait while it is made.
    package var value: Value {
        state.withLock { state in
            switch state {
            case .made(let value): return value
            case .waiting(let make):
                let value = make()
                state = .made(value)
                return value
            }
        }
    }
}
