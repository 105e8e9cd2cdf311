// A translation file as a tree of named pieces, which together are all of its bytes.

internal import Localization

/// What a piece is known by among its siblings.
struct MergeName: Hashable, Sendable {
    private let name: UTF8Key
    /// Which of several siblings of the same name, from 0.
    private let occurrence: Int

    init(_ name: String, occurrence: Int = 0) {
        self.name = UTF8Key(name)
        self.occurrence = occurrence
        text = name
    }

    /// The name as it is shown to people.
    let text: String

    static func == (left: MergeName, right: MergeName) -> Bool {
        left.occurrence == right.occurrence && left.name == right.name
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(occurrence)
    }
}

/// What happens to a piece that both versions changed in different ways.
enum ClashRule: Hashable, Sendable {
    /// People decide: both versions are written between conflict markers.
    case mark
    /// The lines of both versions are kept, without those that either version removed.
    case joinLines
    /// As `joinLines`, for the flags after `#,`.
    case joinFlags
    /// The version of the file that was saved later counts; of dates the later one.
    case newer

    /// Whether the piece says something about texts. Otherwise a removed message
    /// does not come back because of it.
    var isMeaningful: Bool { self == .mark || self == .joinFlags }
}

/// A piece without pieces of its own.
struct MergeText: Hashable, Sendable {
    let bytes: [UInt8]
    /// What the piece says, however it is spelled: two spellings of one text do not clash.
    let meaning: [UInt8]
    var rule = ClashRule.mark
    /// What is said elsewhere about the text: whether it is to be reviewed.
    var condition: [UInt8] = []

    /// Whether two pieces say the same about the same.
    func says(_ other: MergeText?) -> Bool { meaning == other?.meaning && condition == other?.condition }
}

/// A piece that contains others.
struct MergeList: Sendable {
    /// The bytes before the first child, such as a start tag.
    var opening: [UInt8] = []
    var children: [MergeNode] = []
    /// The bytes after the last child.
    var closing: [UInt8] = []
    /// What separates the children: a comma in JSON.
    var separator: [UInt8] = []
    /// Of two versions of different ranks that both changed, the one of the higher rank counts.
    var rank = 1
    /// Sorts names, if those of the children are sorted: the indices of the names in their order.
    var order: (@Sendable ([String]) -> [Int])?

    /// Numbers the children that have the name of an earlier one.
    mutating func numberOccurrences() {
        var counts: [MergeName: Int] = [:]
        for index in children.indices {
            let name = children[index].name
            let count = counts[name, default: 0]
            if count > 0 { children[index].name = MergeName(name.text, occurrence: count) }
            counts[name] = count + 1
        }
    }

    var bytes: [UInt8] {
        var bytes = opening
        for (index, child) in children.enumerated() {
            if index > 0 { bytes += separator }
            bytes += child.bytes
        }
        return bytes + closing
    }
}

/// A named piece, with the white space and the comments around it.
struct MergeNode: Sendable {
    var name: MergeName
    var leading: [UInt8] = []
    var body: Body
    var trailing: [UInt8] = []

    indirect enum Body: Sendable {
        case text(MergeText)
        case list(MergeList)

        var bytes: [UInt8] {
            switch self {
            case .text(let text): text.bytes
            case .list(let list): list.bytes
            }
        }

        /// What the body says, without comments and without how it is spelled.
        var meaning: [Meaning] {
            switch self {
            case .text(let text): text.rule.isMeaningful ? [Meaning(path: [], text: text.meaning)] : []
            case .list(let list):
                [Meaning(path: [], text: [])]
                    + list.children.flatMap { child in
                        child.body.meaning.map { Meaning(path: [child.name] + $0.path, text: $0.text) }
                    }
            }
        }
    }

    /// A text and the names that lead to it.
    struct Meaning: Hashable, Sendable {
        let path: [MergeName]
        let text: [UInt8]
    }

    var bytes: [UInt8] { leading + body.bytes + trailing }
}
