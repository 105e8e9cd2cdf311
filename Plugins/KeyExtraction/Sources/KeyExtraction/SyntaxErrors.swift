// Where a source breaks the grammar.

internal import SwiftSyntax

extension SourceFileSyntax {
    /// The offsets in UTF-8 at which the source breaks the grammar: tokens that are missing, too many, or broken in
    /// themselves. The first in each line, because one mistake has many consequences.
    func errorOffsets(in source: SourceText) -> [Int] {
        guard hasError else { return [] }
        var offsets: [Int] = []
        var walk = SyntaxWalk(self)
        while let node = walk.next() {
            guard node.hasError || node.is(TokenSyntax.self) else {
                walk.skipChildren()
                continue
            }
            if node.is(UnexpectedNodesSyntax.self) {
                offsets.append(node.positionAfterSkippingLeadingTrivia.utf8Offset)
                walk.skipChildren()
            } else if let token = node.as(TokenSyntax.self) {
                if let diagnostic = token.tokenDiagnostic, diagnostic.severity == .error {
                    offsets.append(token.position.utf8Offset + Int(diagnostic.byteOffset))
                } else if token.presence == .missing {
                    // The parser puts a missing token where the next one begins, maybe lines below. People look for it after
                    // the one before.
                    let previous = token.previousToken(viewMode: .sourceAccurate)
                    let end = previous?.endPositionBeforeTrailingTrivia ?? token.position
                    offsets.append(end.utf8Offset)
                }
            }
        }
        var lines: Set<Int> = []
        return offsets.sorted().filter { lines.insert(source.position(at: $0).line).inserted }
    }
}
