// Removes old indexes, so that the cache does not fill the disk.

internal import Files

extension IndexCache {
    /// The limits of the cache.
    struct Keeping {
        /// The age at which an unused index is removed, in nanoseconds: 90 days.
        var age = 90 * 86_400 * 1_000_000_000
        /// The greatest size of all indexes, in bytes; the least recently used are removed first.
        var size = 10 << 30
    }

    /// Removes unused indexes from the cache, and nothing else from the folder.
    ///
    /// - Parameter used: the index in use, which stays.
    func cleanUp(sparing used: IndexLocation, _ keeping: Keeping = Keeping()) {
        let others = ((try? SystemCalls.names(inFolder: folder)) ?? []).filter(CatalogName.isFolderName)
            .map { PathName.joined(folder, $0) }
            .filter { $0 != used.folder && !SystemCalls.isSymbolicLink($0) }
        var size = Self.size(ofFolder: used.folder)
        let indexes = others.map { folder -> (folder: String, size: Int, used: Int) in
            let manifest = PathName.joined(folder, IndexManifest.fileName)
            // An index without manifest is being built or was never completed.
            let status = (try? SystemCalls.status(of: manifest)) ?? (try? SystemCalls.status(of: folder))
            return (folder, Self.size(ofFolder: folder), status?.modified ?? 0)
        }
        let now = SystemCalls.now
        for index in indexes.sorted(by: { $0.used > $1.used }) {
            size += index.size
            if now - index.used > keeping.age || size > keeping.size {
                IndexLocation.remove(index.folder)
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

extension IndexLocation {
    /// Removes an index unless a process is building it.
    fileprivate static func remove(_ folder: String) {
        guard let lock = try? lock(inFolder: folder), lock.isExclusive else { return }
        let names = (try? SystemCalls.names(inFolder: folder)) ?? []
        // The manifest is removed first: without it no process uses the other files.
        let ours = [IndexManifest.fileName] + names.filter(isPart) + [lockName]
        for name in ours { SystemCalls.remove(PathName.joined(folder, name)) }
        SystemCalls.removeFolder(folder)
        withExtendedLifetime(lock) {}
    }
}

extension CatalogName {
    /// Whether the name can be that of an index folder.
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
