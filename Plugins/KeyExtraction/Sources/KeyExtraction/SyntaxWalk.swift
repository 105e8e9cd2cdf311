// Going through a syntax tree without recursion.

internal import SwiftSyntax

/// All nodes of a tree, each before its children, in the order of the source.
///
/// The library's `SyntaxVisitor` calls itself for each level. The parser bounds how deep brackets nest, but
/// `a.b.c.d…` and `Int????…` are as deep as they are long, and would take more stack than there is.
struct SyntaxWalk: Sequence, IteratorProtocol {
    private var pending: [SyntaxChildren.Iterator]
    private var last: Syntax?

    init(_ root: some SyntaxProtocol) {
        pending = [Syntax(root).children(viewMode: .all).makeIterator()]
    }

    /// Leaves out what is below the node that was given last.
    mutating func skipChildren() { last = nil }

    mutating func next() -> Syntax? {
        if let last, !last.isLeaf { pending.append(last.children(viewMode: .all).makeIterator()) }
        last = nil
        while !pending.isEmpty {
            if let node = pending[pending.count - 1].next() {
                last = node
                return node
            }
            pending.removeLast()
        }
        return nil
    }
}

extension Syntax {
    fileprivate var isLeaf: Bool { kind == .token }
}
