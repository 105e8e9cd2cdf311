// What can be fuzzed: a name, a function that reads untrusted bytes, and first inputs.

/// A function that takes bytes from an unknown author. No input may make it crash, hang, take much memory, or
/// break one of the invariants that it checks.
public struct FuzzTarget: Sendable {
    /// Reads one input, and checks with `invariant` what must be true afterwards.
    public typealias Run = @Sendable (_ input: [UInt8]) -> Void
    /// Changes an input. `usual` is libFuzzer's own mutation of some bytes up to a length.
    public typealias Mutate =
        @Sendable (
            _ input: inout [UInt8], _ limit: Int, _ random: inout Generator,
            _ usual: (inout [UInt8], Int) -> Void
        ) -> Void

    /// The name on the command line, and of the folders with inputs.
    public let name: String
    /// The greatest length of an input, in bytes.
    public let limit: Int
    /// The mutation of inputs that have a structure; `nil` for libFuzzer's.
    let mutate: Mutate?
    private let makeSeeds: @Sendable () -> [[UInt8]]
    private let prepare: @Sendable () async throws -> Run

    /// A target that needs costly preparations, such as an index.
    public init(
        _ name: String, limit: Int, seeds: @escaping @Sendable () -> [[UInt8]], mutate: Mutate? = nil,
        prepare: @escaping @Sendable () async throws -> Run
    ) {
        self.name = name
        self.limit = limit
        self.mutate = mutate
        makeSeeds = seeds
        self.prepare = prepare
    }

    /// A target whose first inputs are texts.
    public init(
        _ name: String, limit: Int = 4_096, seeds: String..., run: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.init(name, limit: limit, seeds: { seeds.map { Array($0.utf8) } }) { run }
    }

    /// The first inputs: well-formed ones, so that the fuzzer need not discover the format.
    public var seeds: [[UInt8]] { makeSeeds() }

    /// Prepares the target.
    public func prepared() async throws -> Run { try await prepare() }
}

/// Ends the process unless an invariant holds. `precondition` has no message in an optimized program.
public func invariant(_ holds: Bool, _ text: @autoclosure () -> String) {
    if !holds { fatalError("broken invariant: \(text())") }
}

/// Random numbers that a seed determines (SplitMix64).
public struct Generator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Random numbers that begin with a seed.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
