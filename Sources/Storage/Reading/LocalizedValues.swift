// Which text of a field counts in a locale, where a file names the locale twice or in two spellings?

/// The values of one field of one record by locale, while they are gathered.
///
/// Of one key given twice the last value counts, as everywhere in JSON. Of two keys that stand for one locale
/// (`pt_BR`, `pt_br`), the one spelled canonically counts, else the first; the other is told apart as a rival,
/// so that its text is not lost.
struct LocalizedValues<Value> {
    /// A key, by its number in the locale table, and its value.
    struct Candidate {
        var key: Int
        var value: Value
    }

    /// What counts, in the file's order.
    private(set) var chosen: [Candidate] = []
    /// What another spelling of the same locale kept from counting.
    private(set) var rivals: [Candidate] = []
    /// Where a group of equal locales (by its number), or a rival's key, stands in the lists above, and
    /// whether that was noted for the present field.
    private var places: [(field: Int, chosen: Int)] = []
    private var rivalPlaces: [(field: Int, rival: Int)] = []
    private var field = 0

    /// Begins with the next field.
    mutating func reset() {
        field += 1
        chosen.removeAll(keepingCapacity: true)
        rivals.removeAll(keepingCapacity: true)
    }

    /// Takes a key's value.
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

    /// Lets the canonically spelled keys count, and others where what would count is empty.
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
