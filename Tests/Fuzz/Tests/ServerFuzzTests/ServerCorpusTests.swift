// The stored inputs of all targets: those that cover the code, and those that once broke it.

import Dispatch
import FuzzRunner
import ServerFuzzTargets
import Testing

@Suite struct ServerCorpusTests {
    @Test(arguments: ServerFuzzTargets.all.map(\.name))
    func keptInputsDoNoHarm(name: String) async throws {
        let target = try #require(ServerFuzzTargets.all.first { $0.name == name })
        let run = try await target.prepared()
        // Some wait for tasks, which need the threads that run this one.
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                for input in target.seeds + KeptInputs.of(name) { run(input) }
                continuation.resume()
            }
        }
    }
}
