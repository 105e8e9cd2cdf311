// The three-way merge of trees.

/// Merges two versions of a tree, and writes the result.
struct TreeMerger {
    private(set) var writer: MergeWriter
    /// The names of the pieces that people must decide about.
    private(set) var clashes: [String] = []
    /// What was written, to compare it with what a reader finds.
    private(set) var written: [MergeNode.Meaning] = []
    /// Whether their file was saved after ours; `nil` if that is unknown.
    private let areTheirsNewer: Bool?
    private var path: [MergeName] = []

    /// - Parameter model: the file whose line breaks are used.
    init(like model: [UInt8], areTheirsNewer: Bool?) {
        writer = MergeWriter(like: model)
        self.areTheirsNewer = areTheirsNewer
    }

    /// Merges lists and writes the result.
    ///
    /// - Parameter base: what both were made of; `nil` if both are new.
    mutating func merge(_ ours: MergeList, _ theirs: MergeList, base: MergeList?, separator: [UInt8] = []) {
        written.append(.init(path: path, text: []))
        appendFrame(ours.opening, theirs.opening, base?.opening)
        let order = MergeOrder(ours, theirs, base: base)
        let children = order.names.compactMap { name in
            decision(order.ours[name], order.theirs[name], base: order.base[name])
        }
        for (index, child) in children.enumerated() {
            let separator = index < children.count - 1 ? ours.separator : []
            write(child, separator)
            // What follows the last child followed it before, on the same line or on another one.
            if order.isLast(child.name), index < children.count - 1 { writer.endFile() }
        }
        // An empty list is closed in another way than one with members: `{`, a blank line and `}`.
        func closing(_ list: MergeList?) -> [UInt8]? {
            list.flatMap { $0.children.isEmpty && !children.isEmpty ? nil : $0.closing }
        }
        let (ownClosing, otherClosing) = (closing(ours), closing(theirs))
        appendFrame(
            ownClosing ?? otherClosing ?? ours.closing, otherClosing ?? ownClosing ?? theirs.closing,
            closing(base))
        writer.append(separator)
    }

    /// What becomes of a child.
    private enum Decision {
        case keep(MergeNode)
        case merge(MergeNode, MergeNode, base: MergeNode?)
        /// One version removed what the other one changed.
        case removed(ours: MergeNode?, theirs: MergeNode?)

        var name: MergeName {
            switch self {
            case .keep(let node), .merge(let node, _, _): node.name
            case .removed(let ours, let theirs): (ours ?? theirs)!.name
            }
        }
    }

    private func decision(_ ours: MergeNode?, _ theirs: MergeNode?, base: MergeNode?) -> Decision? {
        switch (ours, theirs) {
        case (let ours?, let theirs?): return .merge(ours, theirs, base: base)
        case (nil, nil): return nil
        case (let one?, nil), (nil, let one?):
            guard let base else { return .keep(one) }
            if case .text(let text) = one.body, text.rule == .joinFlags {
                var none = one
                none.body = .text(MergeText(flags: []))
                return .merge(ours ?? none, theirs ?? none, base: base)
            }
            if one.body.bytes == base.body.bytes || one.body.meaning == base.body.meaning { return nil }
            // A conflict in a comment needs no decision.
            if one.body.meaning.isEmpty { return .keep(one) }
            return .removed(ours: ours, theirs: theirs)
        }
    }

    private mutating func write(_ decision: Decision, _ separator: [UInt8]) {
        path.append(decision.name)
        defer { path.removeLast() }
        switch decision {
        case .keep(let node):
            writer.append(node.leading)
            keep(node.body, separator)
            writer.append(node.trailing)
        case .removed(let ours, let theirs):
            clashes.append(decision.name.text)
            func side(_ node: MergeNode?) -> [UInt8] {
                node.map { Array($0.leading.drop { [$0].isBlank }) + $0.body.bytes + separator } ?? []
            }
            let leading = (ours ?? theirs)?.leading ?? []
            writer.append(Array(leading.prefix { [$0].isBlank }))
            writer.appendConflict(ours: side(ours), theirs: side(theirs))
            writer.append((ours ?? theirs)?.trailing ?? [])
        case .merge(let ours, let theirs, let base):
            writer.append(
                MergeTrivia.merged(base: base?.leading, ours: ours.leading, theirs: theirs.leading))
            merge(ours.body, theirs.body, base: base?.body, separator)
            writer.append(
                MergeTrivia.merged(base: base?.trailing, ours: ours.trailing, theirs: theirs.trailing))
        }
    }

    private mutating func keep(_ body: MergeNode.Body, _ separator: [UInt8]) {
        // Flags that one version removed.
        if case .text(let text) = body, text.bytes.isEmpty { return }
        writer.append(body.bytes + separator)
        written += body.meaning.map { .init(path: path + $0.path, text: $0.text) }
    }

    private mutating func merge(
        _ ours: MergeNode.Body, _ theirs: MergeNode.Body, base: MergeNode.Body?, _ separator: [UInt8]
    ) {
        let (own, other, old) = (ours.bytes, theirs.bytes, base?.bytes)
        if own == other || other == old { return keep(ours, separator) }
        if own == old { return keep(theirs, separator) }
        switch (ours, theirs) {
        case (.list(let ownList), .list(let otherList)) where ownList.rank == otherList.rank:
            var oldList: MergeList?
            if case .list(let list)? = base, list.rank == ownList.rank { oldList = list }
            merge(ownList, otherList, base: oldList, separator: separator)
        case (.list(let ownList), .list(let otherList)):
            if let base, base.meaning == ours.meaning { return keep(theirs, separator) }
            if let base, base.meaning == theirs.meaning { return keep(ours, separator) }
            keep(ownList.rank > otherList.rank ? ours : theirs, separator)
        case (.text(let ownText), .text(let otherText)):
            var oldText: MergeText?
            if case .text(let text)? = base { oldText = text }
            merge(ownText, otherText, base: oldText, separator)
        default: mark(own, other, separator)
        }
    }

    private mutating func merge(
        _ ours: MergeText, _ theirs: MergeText, base: MergeText?, _ separator: [UInt8]
    ) {
        func keep(_ text: MergeText) { self.keep(.text(text), separator) }
        if ours.says(theirs) {
            return keep(MergeTrivia.greater(ours.bytes, theirs.bytes) == ours.bytes ? ours : theirs)
        }
        if ours.says(base) { return keep(theirs) }
        if theirs.says(base) { return keep(ours) }
        switch ours.rule {
        case .mark: mark(ours.bytes, theirs.bytes, separator)
        case .newer:
            let isDate = ours.bytes.firstRange(of: Array("-Date:".utf8)) != nil
            if !isDate, let areTheirsNewer { return keep(areTheirsNewer ? theirs : ours) }
            keep(MergeTrivia.greater(ours.bytes, theirs.bytes) == ours.bytes ? ours : theirs)
        case .joinLines:
            let lines = Self.joined(ours.bytes.lines, theirs.bytes.lines, base: base?.bytes.lines ?? [])
            let bytes = lines.concatenated
            keep(MergeText(bytes: bytes, meaning: bytes, rule: .joinLines))
        case .joinFlags:
            let flags = Self.joined(ours.bytes.flags, theirs.bytes.flags, base: base?.bytes.flags ?? [])
            let line = Array("#, ".utf8) + flags.joined(separator: Array(", ".utf8)) + [0x0A]
            if !flags.isEmpty { keep(MergeText(flags: line)) }
        }
    }

    /// The elements of both, in our order, without those that either version removed.
    private static func joined(
        _ ours: [[UInt8]], _ theirs: [[UInt8]], base: [[UInt8]]
    ) -> [[UInt8]] {
        let (own, other, old) = (Set(ours), Set(theirs), Set(base))
        return ours.filter { other.contains($0) || !old.contains($0) }
            + theirs.filter { !own.contains($0) && !old.contains($0) }
    }

    private mutating func mark(_ ours: [UInt8], _ theirs: [UInt8], _ separator: [UInt8]) {
        clashes.append(path.map(\.text).filter { !$0.isEmpty }.joined(separator: " / "))
        writer.appendConflict(ours: ours + separator, theirs: theirs + separator)
    }

    /// Merges what is around children. A difference in white space does not count.
    private mutating func appendFrame(_ ours: [UInt8], _ theirs: [UInt8], _ base: [UInt8]?) {
        if ours == theirs || theirs == base { return writer.append(ours) }
        if ours == base { return writer.append(theirs) }
        let words = { (bytes: [UInt8]) in bytes.filter { ![$0].isBlank } }
        if words(ours) == words(theirs) || (ours.isBlank && theirs.isBlank) {
            writer.append(MergeTrivia.greater(ours, theirs))
        } else if let base, words(base) == words(ours) {
            writer.append(theirs)
        } else if let base, words(base) == words(theirs) {
            writer.append(ours)
        } else {
            clashes.append(path.last?.text ?? "")
            writer.appendConflict(ours: ours, theirs: theirs)
        }
    }
}

extension MergeText {
    /// A line of flags of a PO file, whose order does not matter.
    init(flags line: [UInt8]) {
        let sorted = line.flags.sorted { $0.lexicographicallyPrecedes($1) }
        self.init(bytes: line, meaning: Array(sorted.joined(separator: [0x2C])), rule: .joinFlags)
    }
}

extension [UInt8] {
    /// The lines, with their ends.
    var lines: [[UInt8]] { lineSlices.map(Array.init) }

    /// The flags of lines that begin with `#,`.
    var flags: [[UInt8]] {
        lines.flatMap { line in
            line.dropFirst(2).split(separator: 0x2C).map { flag in
                Array(String(decoding: flag, as: UTF8.self).trimmed.utf8)
            }
        }
    }
}

extension String {
    fileprivate var trimmed: Substring { self[...].trimmingBlanks }
}
