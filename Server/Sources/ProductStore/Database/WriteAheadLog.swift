// SQLite's write-ahead log as a file: whether it has changes that SQLite would drop because a bit before them has rotted.

internal import FoundationEssentials
internal import Glibc

/// The log beside the database of a store that nobody has open (SQLite's file format, 4).
///
/// SQLite applies the frames of a log up to the first whose checksum is wrong, and drops the rest without a word. That is right after a crash of
/// the machine: the last transaction was being written, and nobody was told of it. But a frame that rotted on the disk takes all acknowledged
/// transactions after it along. So before the database is opened, which removes the log, a damaged log is kept beside it.
enum WriteAheadLog {
    /// Where a damaged log of a store is kept. While the file is there, the store counts as damaged.
    static func keptPath(besides path: String) -> String { path + "-wal-damaged" }

    /// Whether a damaged log of a store is kept.
    static func isKept(besides path: String) -> Bool { access(keptPath(besides: path), F_OK) == 0 }

    /// Keeps a copy of the log of a store if it is damaged. A copy that is there stays.
    static func keepIfDamaged(besides path: String) throws {
        guard try isDamaged(path + "-wal"), !isKept(besides: path) else { return }
        let kept = keptPath(besides: path)
        do {
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: kept)
        } catch {
            unlink(kept)
            throw StoreError.system(errno)
        }
    }

    /// Whether acknowledged transactions of a log cannot be read: behind the first wrong frame there is the end of a transaction, or one flipped
    /// bit made the frame wrong. An empty or missing log is sound.
    static func isDamaged(_ path: String) throws -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return false }
            throw StoreError.system(errno)
        }
        defer { close(file) }
        var header = [UInt8](repeating: 0, count: Header.size)
        let count = pread(file, &header, header.count, 0)
        guard count == header.count else { return false }
        // Frames behind a header that cannot be read are dropped, too.
        guard let header = Header(header) else { return true }
        var frame = [UInt8](repeating: 0, count: Frame.headerSize + header.pageSize)
        var checksum = header.checksum
        var offset = off_t(Header.size)
        var isFirstWrong = true
        while pread(file, &frame, frame.count, offset) == frame.count {
            let read = Frame(frame, header, after: checksum)
            if isFirstWrong, read.isValid {
                checksum = read.computed
            } else {
                if read.isOfLog, read.endsTransaction, !isFirstWrong || read.saltsDiffer { return true }
                if isFirstWrong, read.hasOneFlippedBit { return true }
                isFirstWrong = false
            }
            offset += off_t(frame.count)
        }
        return false
    }
}

/// The two running sums of a log's checksum.
private struct LogChecksum: Equatable {
    var first: UInt32 = 0
    var second: UInt32 = 0

    /// Adds two words.
    mutating func add(_ word: UInt32, _ next: UInt32) {
        first = first &+ word &+ second
        second = second &+ next &+ first
    }
}

/// The header of a log.
private struct Header {
    static let size = 32

    let pageSize: Int
    let salts: (UInt32, UInt32)
    let checksum: LogChecksum
    /// Whether the words that checksums add are big-endian.
    let isBigEndian: Bool

    /// Reads a header; `nil` if it is not one, or its checksum is wrong.
    init?(_ bytes: [UInt8]) {
        let magic = bytes.word(at: 0)
        guard magic | 1 == 0x377F_0683 else { return nil }
        isBigEndian = magic & 1 == 1
        // SQLite's pages have 512 bytes to 64 KiB.
        pageSize = Int(bytes.word(at: 8))
        guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
        salts = (bytes.word(at: 16), bytes.word(at: 20))
        var sum = LogChecksum()
        for offset in stride(from: 0, to: 24, by: 8) {
            sum.add(
                bytes.word(at: offset, isBigEndian: isBigEndian),
                bytes.word(at: offset + 4, isBigEndian: isBigEndian))
        }
        checksum = sum
        guard sum == LogChecksum(first: bytes.word(at: 24), second: bytes.word(at: 28)) else { return nil }
    }
}

/// A frame of a log: a page of the database.
private struct Frame {
    static let headerSize = 24

    /// Whether it belongs to this log and not to an earlier one in the same file, whose salts were others.
    let isOfLog: Bool
    /// Whether only one of the salts is that of the log. No earlier log has one of them.
    let saltsDiffer: Bool
    /// Whether it is the last frame of a transaction.
    let endsTransaction: Bool
    /// The sums at its end, as they are stored and as they are.
    private let stored: LogChecksum
    let computed: LogChecksum
    private let bytes: [UInt8]
    private let isBigEndian: Bool

    init(_ bytes: [UInt8], _ log: Header, after checksum: LogChecksum) {
        let (isFirst, isSecond) = (bytes.word(at: 8) == log.salts.0, bytes.word(at: 12) == log.salts.1)
        isOfLog = isFirst || isSecond
        saltsDiffer = isFirst != isSecond
        endsTransaction = bytes.word(at: 4) != 0
        stored = LogChecksum(first: bytes.word(at: 16), second: bytes.word(at: 20))
        (self.bytes, isBigEndian) = (bytes, log.isBigEndian)
        var sum = checksum
        sum.add(bytes.word(at: 0, isBigEndian: isBigEndian), bytes.word(at: 4, isBigEndian: isBigEndian))
        bytes.withUnsafeBytes { bytes in
            var offset = Self.headerSize
            while offset < bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                let next = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                if log.isBigEndian {
                    sum.add(word.bigEndian, next.bigEndian)
                } else {
                    sum.add(word.littleEndian, next.littleEndian)
                }
                offset += 8
            }
        }
        computed = sum
    }

    /// Whether SQLite applies it.
    var isValid: Bool { isOfLog && !saltsDiffer && stored == computed }

    /// Whether flipping one of its bits makes its checksum right. A frame of which a crash left only a part has no such bit.
    var hasOneFlippedBit: Bool {
        guard isOfLog else { return false }
        let (first, second) = (stored.first &- computed.first, stored.second &- computed.second)
        if (stored.first ^ computed.first).nonzeroBitCount + (stored.second ^ computed.second).nonzeroBitCount
            == 1
        {
            return true
        }
        // How one more in each word of a pair changes the sums at the end; the last pair comes first.
        var effects = [LogChecksum(first: 1, second: 1), LogChecksum(first: 0, second: 1)]
        for pair in Array(stride(from: bytes.count - 8, through: Self.headerSize, by: -8)) + [0] {
            for (offset, effect) in zip([pair, pair + 4], effects) {
                let word = bytes.word(at: offset, isBigEndian: isBigEndian)
                for bit in 0..<UInt32.bitWidth {
                    let value = UInt32(1) << UInt32(bit)
                    let change = word & value == 0 ? value : 0 &- value
                    if change &* effect.first == first, change &* effect.second == second { return true }
                }
            }
            for index in effects.indices { effects[index].add(0, 0) }
        }
        return false
    }
}

extension [UInt8] {
    /// The word of four bytes at an offset.
    fileprivate func word(at offset: Int, isBigEndian: Bool = true) -> UInt32 {
        let bytes = self[offset..<offset + 4]
        return isBigEndian
            ? bytes.reduce(0) { $0 << 8 | UInt32($1) } : bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
