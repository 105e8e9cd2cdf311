// Makes the files of a plan, several at the same time.

internal import Localization
internal import Synchronization

extension DocumentPlan {
    /// The files of the drafts.
    ///
    /// - Parameter keepsUnits: whether the tables keep their units. If not, each unit is freed as soon as all
    ///   files have taken its texts.
    mutating func make(keepsUnits: Bool) async -> [LocalizationFile] {
        let selected = Dictionary(grouping: drafts.indices) { drafts[$0].table }
        var chunks: [Chunk] = []
        for (table, own) in selected.sorted(by: { $0.key < $1.key }) {
            var units = tables[table].units
            if !keepsUnits { tables[table].units = [] }
            let size = max(Self.leastChunk, (units.count + Self.mostChunks - 1) / Self.mostChunks)
            while units.count > size {
                chunks.append(Chunk(own, Array(units.suffix(size))))
                units.removeLast(size)
            }
            chunks.append(Chunk(own, units))
        }
        let selections = drafts.map(\.selection)
        let texts = await withTaskGroup(of: (Int, [UnitTexts]).self) { group in
            for (number, chunk) in chunks.enumerated() {
                group.addTask(executorPreference: globalConcurrentExecutor) {
                    (number, chunk.texts(selections))
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        // Chunks were taken from the ends of tables.
        var ofDrafts = [[UnitTexts]](repeating: [], count: drafts.count)
        for number in chunks.indices.reversed() {
            for (draft, text) in zip(chunks[number].drafts, texts[number] ?? []) {
                ofDrafts[draft].append(text)
            }
        }
        let made = await withTaskGroup(of: (Int, LocalizationFile).self) { [drafts, tables] group in
            for (number, draft) in drafts.enumerated() {
                let texts = ofDrafts[number]
                group.addTask(executorPreference: globalConcurrentExecutor) {
                    (number, draft.make(tables[draft.table], UnitTexts(joining: texts)))
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return drafts.indices.compactMap { made[$0] }
    }

    private static let leastChunk = 2_000
    private static let mostChunks = 8
}

/// Units of a table, until their texts are taken.
private final class Chunk: Sendable {
    /// The numbers of the drafts that want their texts.
    let drafts: [Int]
    private let units: Mutex<[TranslationUnit]>

    init(_ drafts: [Int], _ units: [TranslationUnit]) {
        self.drafts = drafts
        self.units = Mutex(units)
    }

    /// The selections of the drafts. Afterwards the units are gone.
    func texts(_ selections: [UnitTexts.Selection]) -> [UnitTexts] {
        var taken: [TranslationUnit] = []
        units.withLock { swap(&$0, &taken) }
        return UnitTexts.texts(of: taken, drafts.map { selections[$0] })
    }
}
