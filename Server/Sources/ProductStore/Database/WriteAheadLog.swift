// SQLite's write-ahead log as a file: whether SQLite would drop acknowledged changes because an earlier bit
// is damaged.

internal import FoundationEssentials
internal import Glibc

/// The log beside the database of a store that no process has open (SQLite's file format, 4).
///
/// SQLite applies the frames of a log up to the first one with a wrong checksum, and drops the rest without
/// an error. That is right after a crash of the machine: the last transaction was being written and was not
/// acknowledged. But a frame damaged on disk loses all acknowledged transactions after it, and a log that was
/// cut loses the last ones. So flipped bits are restored before the database is opened, which removes the
/// log. A log with other damage is copied beside the database.
enum WriteAheadLog {
    /// The path of the copy of a damaged log. While it exists, the store counts as damaged.
    static func copyPath(besides path: String) -> String { path + "-wal-damaged" }

    /// Whether there is a copy of a damaged log.
    static func hasCopy(besides path: String) -> Bool { access(copyPath(besides: path), F_OK) == 0 }

    /// Copies the log of a store if it is damaged, and restores flipped bits. An existing copy stays.
    ///
    /// - Returns: whether it was damaged and is restored; then there is no copy.
    static func keepIfDamaged(besides path: String) throws -> Bool {
        let log = path + "-wal"
        guard var fault = try fault(of: log) else { return false }
        let kept = copyPath(besides: path)
        let isNew = !hasCopy(besides: path)
        if isNew {
            do {
                try FileManager.default.copyItem(atPath: log, toPath: kept)
            } catch {
                unlink(kept)
                throw StoreError.system(errno)
            }
        }
        for _ in 0..<flipLimit {
            guard case .flippedBit(let offset, let mask) = fault else { return false }
            try flip(mask, at: offset, of: log)
            guard let next = try self.fault(of: log) else {
                if isNew { unlink(kept) }
                return true
            }
            fault = next
        }
        return false
    }

    /// The most bits that are restored; more flipped bits are not an occasional error.
    private static let flipLimit = 64

    private static func flip(_ mask: UInt8, at offset: off_t, of path: String) throws {
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw StoreError.system(errno) }
        defer { close(file) }
        var byte: UInt8 = 0
        guard pread(file, &byte, 1, offset) == 1 else { throw StoreError.system(errno) }
        byte ^= mask
        guard pwrite(file, &byte, 1, offset) == 1, fsync(file) == 0 else { throw StoreError.system(errno) }
    }

    /// Whether acknowledged transactions of a log cannot be read. An empty or missing log is sound.
    static func isDamaged(_ path: String) throws -> Bool { try fault(of: path) != nil }

    /// Why acknowledged transactions of a log cannot be read.
    private enum Fault {
        /// Flipping these bits of a byte makes the first wrong frame, or the header, valid.
        case flippedBit(offset: off_t, mask: UInt8)
        /// The end of a transaction follows the first wrong frame, or a bit of it was flipped, and it is not
        /// known which, or the log ends before transactions that were committed.
        case lost

        /// - Parameters:
        ///   - bits: the bits of which each one, flipped alone, makes the first wrong frame, or the header,
        ///     valid.
        ///   - offset: the position of that frame or header in the file.
        /// - Returns: `nil` if there are no such bits.
        init?(_ bits: [FlippedBit], at offset: off_t) {
            guard let bit = bits.first else { return nil }
            self = bits.count == 1 ? .flippedBit(offset: offset + off_t(bit.offset), mask: bit.mask) : .lost
        }
    }

    private static func fault(of path: String) throws -> Fault? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw StoreError.system(errno)
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Header.size)
        guard pread(file, &bytes, bytes.count, 0) == bytes.count else {
            return cutFault(path, validCount: 0, salts: nil)
        }
        // Frames after an unreadable header are dropped, too.
        guard let header = Header(bytes) else {
            return Fault(Header.flippedBits(bytes), at: 0) ?? .lost
        }
        var frame = [UInt8](repeating: 0, count: Frame.headerSize + header.pageSize)
        var checksum = header.checksum
        var offset = off_t(Header.size)
        var isFirstWrong = true
        var validCount = 0
        while pread(file, &frame, frame.count, offset) == frame.count {
            let read = Frame(frame, header, after: checksum)
            if isFirstWrong, read.isValid {
                checksum = read.computed
                validCount += 1
            } else {
                if isFirstWrong, let fault = Fault(read.flippedBits, at: offset) { return fault }
                if read.isOfLog, read.endsTransaction, !isFirstWrong || read.saltsDiffer { return .lost }
                isFirstWrong = false
            }
            offset += off_t(frame.count)
        }
        return cutFault(path, validCount: validCount, salts: header.salts)
    }

    /// The fault of a log that ends too early, which only its index tells.
    private static func cutFault(_ path: String, validCount: Int, salts: (UInt32, UInt32)?) -> Fault? {
        guard let index = LogIndex(ofLog: path) else { return nil }
        return index.hasLost(validCount: validCount, salts: salts) ? .lost : nil
    }
}

/// The two running sums of the checksum of a log and of its index.
struct LogChecksum: Equatable {
    var first: UInt32 = 0
    var second: UInt32 = 0

    /// Adds two words.
    mutating func add(_ word: UInt32, _ next: UInt32) {
        first = first &+ word &+ second
        second = second &+ next &+ first
    }
}

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

    /// The bits whose flip makes the bytes a header.
    static func flippedBits(_ bytes: [UInt8]) -> [FlippedBit] {
        bytes.indices.flatMap { offset in
            (0..<8).compactMap { bit in
                var changed = bytes
                changed[offset] ^= 1 << UInt8(bit)
                return Header(changed) == nil ? nil : FlippedBit(offset: offset, mask: 1 << UInt8(bit))
            }
        }
    }
}

/// A bit of some bytes.
private struct FlippedBit {
    let offset: Int
    let mask: UInt8

    init(offset: Int, mask: UInt8) { (self.offset, self.mask) = (offset, mask) }

    /// The lowest bit of a value in the word at an offset.
    init(of value: UInt32, at offset: Int, isBigEndian: Bool) {
        let bit = value.trailingZeroBitCount
        self.init(offset: offset + (isBigEndian ? 3 - bit / 8 : bit / 8), mask: 1 << UInt8(bit % 8))
    }
}

/// A frame of a log: a page of the database.
private struct Frame {
    static let headerSize = 24

    /// Whether it belongs to this log. Frames of an earlier log in the same file have other salts.
    let isOfLog: Bool
    /// Whether one of its salts is the log's and the other one is not; no frame of an earlier log has either.
    let saltsDiffer: Bool
    /// Whether it is the last frame of a transaction.
    let endsTransaction: Bool
    /// The stored checksum at its end, and the computed one.
    private let stored: LogChecksum
    let computed: LogChecksum
    private let bytes: [UInt8]
    private let isBigEndian: Bool
    private let salts: (UInt32, UInt32)

    init(_ bytes: [UInt8], _ log: Header, after checksum: LogChecksum) {
        let (isFirst, isSecond) = (bytes.word(at: 8) == log.salts.0, bytes.word(at: 12) == log.salts.1)
        isOfLog = isFirst || isSecond
        saltsDiffer = isFirst != isSecond
        endsTransaction = bytes.word(at: 4) != 0
        stored = LogChecksum(first: bytes.word(at: 16), second: bytes.word(at: 20))
        (self.bytes, isBigEndian, salts) = (bytes, log.isBigEndian, log.salts)
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

    /// The bits that make the frame valid if one of them is flipped. A frame that a crash cut short has none.
    /// The highest bits of words have so little effect on the sums that there may be several.
    var flippedBits: [FlippedBit] {
        guard isOfLog else { return [] }
        if stored == computed { return flippedSalts }
        guard !saltsDiffer else { return [] }
        let (first, second) = (stored.first &- computed.first, stored.second &- computed.second)
        var found: [FlippedBit] = []
        for (offset, difference, other) in [
            (16, stored.first ^ computed.first, second), (20, stored.second ^ computed.second, first),
        ] where other == 0 && difference.nonzeroBitCount == 1 {
            found.append(FlippedBit(of: difference, at: offset, isBigEndian: true))
        }
        // How adding 1 to each word of a pair changes the final checksum; the last pair comes first.
        var effects = [LogChecksum(first: 1, second: 1), LogChecksum(first: 0, second: 1)]
        for pair in Array(stride(from: bytes.count - 8, through: Self.headerSize, by: -8)) + [0] {
            for (offset, effect) in zip([pair, pair + 4], effects) {
                let word = bytes.word(at: offset, isBigEndian: isBigEndian)
                for bit in 0..<UInt32.bitWidth {
                    let value = UInt32(1) << UInt32(bit)
                    let change = word & value == 0 ? value : 0 &- value
                    if change &* effect.first == first, change &* effect.second == second {
                        found.append(FlippedBit(of: value, at: offset, isBigEndian: isBigEndian))
                    }
                }
            }
            for index in effects.indices { effects[index].add(0, 0) }
        }
        return found
    }

    /// The flipped bit of the salt that differs from the log's.
    private var flippedSalts: [FlippedBit] {
        [(8, salts.0), (12, salts.1)].compactMap { offset, salt in
            let difference = bytes.word(at: offset) ^ salt
            guard difference.nonzeroBitCount == 1 else { return nil }
            return FlippedBit(of: difference, at: offset, isBigEndian: true)
        }
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
