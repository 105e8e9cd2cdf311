// Brings an existing `.stringsdict` file up to date in its own bytes.

internal import Localization
internal import XML

extension Stringsdict {
    /// An existing file with the messages of a table that vary: what says the same, and all that the table
    /// does not have, stays as it is. Changed messages keep the names of their variables, and texts for
    /// different widths stay. A file in the binary form is replaced.
    ///
    /// - Returns: `nil` for the bytes where the file could not be read.
    public static func update(
        _ old: [UInt8], with table: TranslationTable
    ) -> (bytes: [UInt8]?, findings: [ExchangeDiagnostic]) {
        if BinaryPropertyList.isOne(old) { return write(table) }
        let reader = StringsdictDocument(reading: old)
        guard let document = MergeList(xml: old), let dictionary = document.dictionary else {
            var xml = reader.xml
            if xml.findings.isEmpty { xml.report(.stringsdictUnexpectedDocument, at: 0) }
            return (nil, xml.findings)
        }
        let known = Dictionary(
            reader.entries.map { (UTF8Key($0.message.key), reader.message(of: $0)) },
            uniquingKeysWith: { _, last in last })
        let changed = varyingMessages(of: table).filter { known[UTF8Key($0.key)] != $0 }
        let widthKeys = Set(
            reader.entries.lazy.filter { !$0.message.widths.isEmpty }.map { UTF8Key($0.message.key) })
        let kept = table.units.compactMap { unit -> ExchangeDiagnostic? in
            guard widthKeys.contains(UTF8Key(unit.key)), let new = unit.translation?.text,
                known[UTF8Key(unit.key)]?.text != new
            else { return nil }
            return ExchangeDiagnostic(.stringsdictVariableWidth, unit.key)
        }
        guard !changed.isEmpty else { return (old, kept) }
        let layout = StringsdictLayout(
            indentation: dictionary.indentation(in: document), rules: reader.rules)
        let written = write(changed, locale: table.locale ?? table.sourceLocale, like: layout)
        // Readers of XML take every kind of line break for the same.
        let lines = old.beginsWithCRLFLine ? written.bytes.withCRLFLines : written.bytes
        guard let new = MergeList(xml: lines)?.dictionary else { return (old, written.findings + kept) }
        var merged = document
        merged.dictionary = dictionary.takingOver(new, keepsOthers: true)
        return (merged.bytes, written.findings + kept)
    }
}

extension MergeList {
    /// The outermost dictionary of a property list.
    fileprivate var dictionary: MergeList? {
        get {
            guard children.count == 1, case .list(let list) = children[0].body,
                list.opening.suffix(6).elementsEqual("<dict>".utf8)
            else { return nil }
            return list
        }
        set {
            if let newValue { children[0].body = .list(newValue) }
        }
    }

    /// The white space before the members of this dictionary, and what each level below adds to it.
    fileprivate func indentation(in document: MergeList) -> (first: String, step: String) {
        func last(_ bytes: [UInt8]?) -> String {
            String(
                decoding: (bytes ?? []).reversed().prefix { $0 == 0x20 || $0 == 0x09 }.reversed(),
                as: UTF8.self)
        }
        guard let member = children.first, member.leading.contains(0x0A) else { return ("\t", "\t") }
        let first = last(member.leading)
        if case .list(let entry) = member.body, let inner = entry.children.first,
            inner.leading.contains(0x0A),
            case let below = last(inner.leading), below.hasPrefix(first), below != first
        {
            return (first, String(below.dropFirst(first.count)))
        }
        let outer = last(document.children.first?.leading)
        return (first, first.hasPrefix(outer) && first != outer ? String(first.dropFirst(outer.count)) : "\t")
    }

    /// This list with what another one of the same name says.
    ///
    /// - Parameter keepsOthers: whether children stay that the other list does not have.
    fileprivate func takingOver(_ new: MergeList, keepsOthers: Bool) -> MergeList {
        var result = self
        for child in new.children {
            guard let index = result.children.firstIndex(where: { $0.name == child.name }) else {
                result.children.append(child)
                continue
            }
            switch (result.children[index].body, child.body) {
            case (.list(let old), .list(let list)):
                result.children[index].body = .list(old.takingOver(list, keepsOthers: false))
            case (let old, let body):
                if old.meaning != body.meaning { result.children[index].body = body }
            }
        }
        if !keepsOthers {
            let names = Set(new.children.map(\.name))
            result.children.removeAll { !names.contains($0.name) }
        }
        return result
    }
}

extension [UInt8] {
    /// Whether the first line ends with a carriage return and a line feed.
    fileprivate var beginsWithCRLFLine: Bool {
        firstIndex(of: 0x0A).map { $0 > 0 && self[$0 - 1] == 0x0D } ?? false
    }

    /// The text with a carriage return before each line feed.
    fileprivate var withCRLFLines: [UInt8] { flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } }
}
