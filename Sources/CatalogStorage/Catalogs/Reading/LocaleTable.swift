// The locales of a file's keys. Files repeat a few hundred keys millions of times; each is parsed once.

internal import CatalogSearch
internal import JSON

/// The locale keys of a file, with their locales.
final class LocaleTable {
    /// A key and its meaning.
    struct Entry {
        /// The key as spelled in the file.
        let key: String
        /// The locale; `nil` if the key is not a locale.
        let locale: LocaleIdentifier?
        /// Whether the spelling is that of `LocaleIdentifier`.
        let isCanonical: Bool
        /// The number of the first key with the same locale; the key's own number if it is not a locale.
        let group: Int
        fileprivate let hash: UInt64
    }

    private(set) var entries: [Entry] = []
    private var groups: [LocaleIdentifier: Int] = [:]
    /// A hash table with open addressing: an entry's number, or -1.
    private var slots = [Int32](repeating: -1, count: 1024)
    /// Random in each process, so that no file can cause collisions on purpose.
    private let seed = UInt64.random(in: .min ... .max) | 1

    /// Removes all keys if there are too many, as in a broken file. Entry numbers change;
    /// call it only between two items.
    func prune() {
        guard entries.count > 4096 else { return }
        entries = []
        groups = [:]
        slots = [Int32](repeating: -1, count: 1024)
    }

    /// The number of a key's entry.
    func number(of key: UnsafeBufferPointer<UInt8>) -> Int {
        let hash = hash(key)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let number = Int(slots[slot])
            if entries[number].hash == hash, isEqual(key, number) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        return insert(String(wellFormed: key), hash: hash, slot: slot)
    }

    private func isEqual(_ key: UnsafeBufferPointer<UInt8>, _ number: Int) -> Bool {
        let stored = entries[number].key.utf8
        return stored.count == key.count && stored.elementsEqual(key)
    }

    private func insert(_ key: String, hash: UInt64, slot: Int) -> Int {
        let number = entries.count
        let locale = LocaleIdentifier(key)
        var group = number
        if let locale {
            group = groups[locale] ?? number
            groups[locale] = group
        }
        let isCanonical = locale?.identifier == key
        entries.append(Entry(key: key, locale: locale, isCanonical: isCanonical, group: group, hash: hash))
        slots[slot] = Int32(number)
        if entries.count * 2 > slots.count { rehash() }
        return number
    }

    private func rehash() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (number, entry) in entries.enumerated() {
            var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(number)
        }
    }

    @inline(__always)
    private func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash = seed
        for byte in key {
            hash = (hash ^ UInt64(byte)) &* 0x9FB2_1C65_1E98_DF25
            hash ^= hash >> 29
        }
        return hash
    }
}
