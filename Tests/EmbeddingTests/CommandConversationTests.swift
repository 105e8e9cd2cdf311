// Lines for a command, and its responses, whatever the command does.

import Embedding
import Testing

@Suite struct CommandConversationTests {
    private func response(
        _ command: String, _ line: String = "hello", within time: Duration = .seconds(20),
        lineLimit: Int = 1 << 20
    ) throws(CommandConversation.Fault) -> String {
        let conversation = try CommandConversation(command, lineLimit: lineLimit)
        return String(decoding: try conversation.response(to: Array(line.utf8), within: time), as: UTF8.self)
    }

    @Test func linesAreAnsweredInTurn() throws {
        let conversation = try CommandConversation("while read -r line; do echo \"<$line>\"; done")
        for line in ["a", "", "b c", String(repeating: "x", count: 300_000)] {
            let response = try conversation.response(to: Array(line.utf8), within: .seconds(20))
            #expect(response == Array("<\(line)>".utf8))
        }
    }

    @Test(
        arguments: [
            ("sleep 30", .slow), ("exit 3", .ended(status: 3)),
            ("exec /nowhere/program 2>/dev/null", .ended(status: 127)),
            ("kill -9 $$", .ended(status: 137)), ("yes | tr -d '\\n'", .tooLong),
            // The command does not read, so a long line fills the pipe.
            ("sleep 30 <&-", .slow),
        ] as [(String, CommandConversation.Fault)])
    func faultsAreReported(command: String, fault: CommandConversation.Fault) {
        #expect(throws: fault) {
            try response(
                command, String(repeating: "x", count: 1 << 20),
                within: .milliseconds(fault == .slow ? 300 : 20_000))
        }
    }
}
