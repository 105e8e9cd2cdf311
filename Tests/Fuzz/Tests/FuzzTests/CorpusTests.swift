// The stored inputs of all targets: those that cover the code, and those that once broke it.

import FuzzRunner
import FuzzTargets
import Testing

@Suite struct CorpusTests {
    @Test(arguments: FuzzTargets.all.map(\.name))
    func keptInputsDoNoHarm(name: String) async throws {
        let target = try #require(FuzzTargets.all.first { $0.name == name })
        let run = try await target.prepared()
        for input in target.seeds + KeptInputs.of(name) { run(input) }
    }
}
