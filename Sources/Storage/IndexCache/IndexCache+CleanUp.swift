// When does an index make way for others? A cache that only grows is a disk that fills up.

extension IndexCache {
    /// What the cache may keep.
    struct Keeping {
        /// For how long an index is kept that nobody uses, in nanoseconds: 90 days.
        var age = 90 * 86_400 * 1_000_000_000
        /// How many bytes all indexes may have; those that were not used for the longest time go first.
        var size = 10 << 30
    }

    /// Removes indexes that nobody needs, as far as can be told, from the cache. Nothing else in the folder is touched.
    ///
    /// - Parameter used: the folder of an index that stays.
    func cleanUp(sparing used: IndexPlace, _ keeping: Keeping = Keeping()) {
        let others = ((try? SystemCalls.names(inFolder: folder)) ?? []).filter(CatalogName.isFolderName)
            .map { PathName.joined(folder, $0) }.filter { $0 != used.folder }
        var size = Self.size(ofFolder: used.folder)
        let indexes = others.map { folder -> (folder: String, size: Int, used: Int) in
            let manifest = PathName.joined(folder, IndexManifest.fileName)
            // One without manifest is being built, or was never completed.
            let status = (try? SystemCalls.status(of: manifest)) ?? (try? SystemCalls.status(of: folder))
            return (folder, Self.size(ofFolder: folder), status?.modified ?? 0)
        }
        let now = SystemCalls.now
        for index in indexes.sorted(by: { $0.used > $1.used }) {
            size += index.size
            if now - index.used > keeping.age || size > keeping.size {
                IndexPlace.remove(index.folder)
                size -= index.size
            }
        }
    }

    private static func size(ofFolder folder: String) -> Int {
        let names = (try? SystemCalls.names(inFolder: folder)) ?? []
        return names.reduce(0) { sum, name in
            sum + ((try? SystemCalls.status(of: PathName.joined(folder, name)))?.size ?? 0)
        }
    }
}

extension IndexPlace {
    /// Removes an index, unless somebody builds it just now.
    fileprivate static func remove(_ folder: String) {
        guard let lock = try? lock(inFolder: folder), lock.isExclusive else { return }
        let names = (try? SystemCalls.names(inFolder: folder)) ?? []
        // The manifest first: without it nothing else counts.
        let ours = [IndexManifest.fileName] + names.filter(isPart) + [lockName]
        for name in ours { SystemCalls.remove(PathName.joined(folder, name)) }
        SystemCalls.removeFolder(folder)
        withExtendedLifetime(lock) {}
    }
}

extension CatalogName {
    /// Whether a folder of this name can be that of an index.
    fileprivate static func isFolderName(_ name: String) -> Bool {
        guard let dash = name.utf8.lastIndex(of: UInt8(ascii: "-")) else { return false }
        let digits = name[name.utf8.index(after: dash)...]
        return digits.utf8.count == 16
            && digits.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }
}
