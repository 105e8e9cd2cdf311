// Chooses the text of a field in a locale if an item names the locale twice or in two spellings.

/// Collects the values of one field of a record by locale.
///
/// If a key occurs twice, its last value is used, as usual in JSON. Of two keys of the same locale (`pt_BR`,
/// `pt_br`), the canonical spelling is used, otherwise the first key; the other one becomes a rival, so that
/// its text is not lost.
struct LocalizedValues<Value> {
    /// A key, by its number in the locale table, and its value.
    struct Candidate {
        var key: Int
        var value: Value
    }

    /// The values that are used, in the order of the file.
    private(set) var chosen: [Candidate] = []
    /// The values that lost to another spelling of their locale.
    private(set) var rivals: [Candidate] = []
    /// The index in the lists above for each group of equal locales, and for each rival's key; valid if
    /// `field` is the current one.
    private var places: [(field: Int, chosen: Int)] = []
    private var rivalPlaces: [(field: Int, rival: Int)] = []
    private var field = 0

    /// Begins with the next field.
    mutating func reset() {
        field += 1
        chosen.removeAll(keepingCapacity: true)
        rivals.removeAll(keepingCapacity: true)
    }

    mutating func add(_ key: Int, _ value: Value, in locales: LocaleTable) {
        let group = locales.entries[key].group
        while places.count < locales.entries.count {
            places.append((0, 0))
            rivalPlaces.append((0, 0))
        }
        guard places[group].field == field else {
            places[group] = (field, chosen.count)
            chosen.append(Candidate(key: key, value: value))
            return
        }
        let place = places[group].chosen
        if chosen[place].key == key {
            chosen[place].value = value
        } else if rivalPlaces[key].field == field {
            rivals[rivalPlaces[key].rival].value = value
        } else {
            rivalPlaces[key] = (field, rivals.count)
            rivals.append(Candidate(key: key, value: value))
        }
    }

    /// Prefers keys in canonical spelling, and values that are not empty.
    mutating func settle(in locales: LocaleTable, isEmpty: (Value) -> Bool) {
        for number in rivals.indices {
            let rival = rivals[number]
            let place = places[locales.entries[rival.key].group].chosen
            let current = chosen[place]
            if isEmpty(rival.value) { continue }
            let isBetter = locales.entries[rival.key].isCanonical && !locales.entries[current.key].isCanonical
            if isBetter || isEmpty(current.value) {
                chosen[place] = rival
                rivals[number] = current
            }
        }
    }
}
