// Files that were read before, so that a project can be read again after each change of one file.

internal import Synchronization

/// Keeps what was read of files, and reads a file again only if its bytes are others than last time.
package final class ReadFiles: Sendable {
    private struct CachedFile: Sendable {
        let bytes: [UInt8]
        /// What was known about the file beside its bytes.
        let way: String
        /// `nil` if neither path nor content names the texts' locale.
        let files: [LocalizationFile]?
        /// What an edit of the file can keep; `nil` for files that are only read, and for `.strings` files.
        var reading: DocumentReading?
    }

    private struct State: Sendable {
        var cached: [String: CachedFile] = [:]
        var revision = 0
        /// The paths that were read since `forgetUnused()`.
        var used: Set<String> = []
        /// The paths of files that are likely to be edited.
        var edited: Set<String> = []
    }

    private let state = Mutex(State())

    /// Nothing was read.
    package init() {}

    /// What is in a file.
    ///
    /// - Parameters:
    ///   - way: what else the result depends on, such as the locale, or the revisions of other files. Only
    ///     the last reading of a path is kept.
    ///   - read: reads the bytes. It is called outside of the lock.
    package func files(
        _ path: String, _ bytes: [UInt8], as way: String, read: () -> [LocalizationFile]?
    ) -> [LocalizationFile]? {
        let known = state.withLock { state in
            state.used.insert(path)
            return state.cached[path]
        }
        if let known, known.way == way, known.bytes == bytes { return known.files }
        var files = read()
        state.withLock { state in
            for index in files?.indices ?? 0..<0 {
                state.revision += 1
                files?[index].revision = state.revision
            }
            state.cached[path] = CachedFile(bytes: bytes, way: way, files: files)
        }
        return files
    }

    /// Returns what is in a file of another format. If the file is being edited, keeps the reading, so that
    /// the next one can reuse what did not change.
    ///
    /// - Parameter read: reads the bytes, given what was read before, and whether another reading may follow.
    ///   It is called outside of the lock.
    package func files(
        _ path: String, _ bytes: [UInt8], as way: String,
        read: (DocumentReading?, _ keepsUnits: Bool) async -> DocumentReading?
    ) async -> [LocalizationFile]? {
        let (known, isEdited) = state.withLock { state in
            state.used.insert(path)
            return (state.cached[path], state.edited.contains(path))
        }
        if let known, known.way == way, known.bytes == bytes, known.reading != nil || !isEdited {
            return known.files
        }
        var reading = await read(known?.way == way ? known?.reading : nil, isEdited)
        return state.withLock { state in
            reading?.number {
                state.revision += 1
                return state.revision
            }
            let files = reading?.files
            // Most files are never edited, and tables need as much memory as files.
            state.cached[path] = CachedFile(
                bytes: bytes, way: way, files: files, reading: isEdited ? reading : nil)
            return files
        }
    }

    /// Says whether a file is likely to be edited, so that what an edit can keep is at hand at the first one.
    package func setEdited(_ isEdited: Bool, _ path: String) {
        state.withLock { state in
            if isEdited {
                state.edited.insert(path)
            } else {
                state.edited.remove(path)
                state.cached[path]?.reading = nil
            }
        }
    }

    /// Forgets the files that were not read since the last call.
    package func forgetUnused() {
        state.withLock { state in
            state.cached = state.cached.filter { state.used.contains($0.key) }
            state.used = []
        }
    }
}
