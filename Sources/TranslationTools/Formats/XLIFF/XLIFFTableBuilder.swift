// How the units of an XLIFF file, one for each form, become messages again.

internal import JSON
internal import Localization
internal import XML

/// A table while its forms are collected.
struct XLIFFTableBuilder {
    private let name: String
    private let folder: String
    private let known: MessageCatalog?
    private let sourceLocale: LocaleIdentifier
    private let locale: LocaleIdentifier?
    private var messages: [Pending] = []
    private var indices: [ByteString: Int] = [:]
    private var identifiers: Set<ByteString> = []
    /// The finished units.
    private var units: [TranslationUnit] = []

    /// A message while its forms are collected.
    private struct Pending {
        var about: TranslationUnit
        var source = MessageParts()
        var target = MessageParts()
        var sourceRule = StringsdictRule()
        var targetRule = StringsdictRule()
        var ruleStates: [TranslationState] = []
        var isObsolete = false
        var isRefused = false
        let byteOffset: Int
    }

    /// - Parameter known: the messages of the table in the project's source language.
    init(
        name: String, folder: String, sourceLocale: LocaleIdentifier, locale: LocaleIdentifier?,
        known: MessageCatalog? = nil
    ) {
        self.known = known
        self.name = name
        self.folder = folder
        self.sourceLocale = sourceLocale
        self.locale = locale
    }

    /// The table, once it is finished.
    var table: TranslationTable {
        var table = TranslationTable(name: name, sourceLocale: sourceLocale, locale: locale, units: units)
        table.folder = folder.isEmpty ? nil : folder
        return table
    }

    /// Takes in a `trans-unit`.
    ///
    /// - Parameter hasPaths: whether the file is a `.stringsdict`, whose identifiers are paths.
    mutating func read(
        _ element: XMLElement, identifier: String, hasPaths: Bool, keepsElements: Bool,
        _ xml: inout XMLFindings
    ) {
        guard hasPaths else {
            return read(element, identifier: identifier, &xml) {
                XLIFFUnit(element, known: $0, keepsElements: keepsElements)
            }
        }
        guard identifiers.insert(ByteString(identifier)).inserted else {
            return xml.report(.xliffDuplicateUnit, identifier, at: element.byteOffset)
        }
        let unit = XLIFFUnit(element)
        guard let path = StringsdictPath(identifier) else {
            return xml.report(.xliffUnmappedUnit, identifier, at: element.byteOffset)
        }
        let index = index(of: path.key, unit, element, &xml)
        for variation in path.part.variations { locate(unit, variation, index, &xml) }
        if let source = unit.source { messages[index].sourceRule.set(source, for: path.part) }
        note(unit, index, &xml, element)
        if let target = unit.target {
            messages[index].targetRule.set(target, for: path.part)
            messages[index].ruleStates.append(state(of: unit, index, &xml, element))
        }
    }

    /// Takes in a unit whose identifier is the key of a form.
    ///
    /// - Parameter unit: reads it, given the source text as the project has it.
    mutating func read(
        _ element: XMLElement, identifier: String, _ xml: inout XMLFindings, unit: (String?) -> XLIFFUnit
    ) {
        guard identifiers.insert(ByteString(identifier)).inserted else {
            return xml.report(.xliffDuplicateUnit, identifier, at: element.byteOffset)
        }
        let mayVary = identifier.utf8.contains(UInt8(ascii: "|"))
        let form = mayVary ? VariationKey(xliffIdentifier: identifier) : nil
        let model = known?[form?.key ?? identifier]?.form(nearest: form?.variation)
        let unit = unit(model?.source)
        let index = index(of: form?.key ?? identifier, unit, element, &xml)
        locate(unit, form?.variation, index, &xml)
        if form?.variation == .device(Message.otherDevice) { locate(unit, nil, index, &xml) }
        if let source = unit.source { messages[index].source.set(source, for: form?.variation) }
        note(unit, index, &xml, element)
        if let target = unit.target {
            let state = state(of: unit, index, &xml, element)
            messages[index].target.set(target, for: form?.variation, state: state)
        }
    }

    /// Notes where the texts of a unit are.
    private mutating func locate(
        _ unit: XLIFFUnit, _ variation: VariationKey.Variation?, _ index: Int, _ xml: inout XMLFindings
    ) {
        messages[index].about.places.source[variation] = unit.sourceOffset.map { xml.position($0) }
        guard unit.target != nil else { return }
        messages[index].about.places.translation[variation] = unit.targetOffset.map { xml.position($0) }
    }

    private mutating func index(
        of key: String, _ unit: XLIFFUnit, _ element: XMLElement, _ xml: inout XMLFindings
    ) -> Int {
        let name = ByteString(key)
        if let index = indices[name] { return index }
        var about = TranslationUnit(key: key)
        about.comment = unit.about.comment
        about.translatorComment = unit.about.translatorComment
        about.references = unit.about.references
        about.flags = unit.about.flags
        if !unit.isTranslatable, about.isTranslatable {
            about.flags.append(TranslationUnit.untranslatableFlag)
        }
        about.previousSource = unit.about.previousSource
        about.previousKey = unit.about.previousKey
        about.maximumLength = unit.about.maximumLength
        about.places.unit = xml.position(element.byteOffset)
        indices[name] = messages.count
        messages.append(Pending(about: about, byteOffset: element.byteOffset))
        return messages.count - 1
    }

    /// Notes what a unit says about its message.
    private mutating func note(
        _ unit: XLIFFUnit, _ index: Int, _ xml: inout XMLFindings, _ element: XMLElement
    ) {
        let key = messages[index].about.key
        if let inline = unit.inlineElement {
            messages[index].isRefused = true
            xml.report(.xliffInlineElement, key, inline.name, at: inline.byteOffset)
        }
        if unit.isObsolete { messages[index].isObsolete = true }
    }

    /// How far the translation in a unit is. Without a state, `approved="no"` and a guess
    /// of a program are to be reviewed.
    private func state(
        of unit: XLIFFUnit, _ index: Int, _ xml: inout XMLFindings, _ element: XMLElement
    ) -> TranslationState {
        guard let name = unit.stateName else { return unit.isDoubtful ? .needsReview : .translated }
        if let known = XLIFF.state(named: name) { return known }
        xml.report(.xliffUnknownState, messages[index].about.key, name, at: element.byteOffset)
        return .needsReview
    }

    /// Makes units of what was collected.
    mutating func finish(_ xml: inout XMLFindings) {
        units.reserveCapacity(messages.count)
        for pending in messages where !pending.isRefused {
            var unit = pending.about
            unit.source = pending.source.message(unit.key) ?? message(pending.sourceRule, pending, &xml)
            unit.translation = pending.target.message(unit.key) ?? message(pending.targetRule, pending, &xml)
            unit.setStates(
                pending.ruleStates.isEmpty || !pending.target.isEmpty
                    ? pending.target.formStates : [nil: .earliest(pending.ruleStates) ?? .translated])
            if pending.isObsolete { (unit.state, unit.formStates) = (.obsolete, [:]) }
            units.append(unit)
        }
        messages = []
    }

    private func message(
        _ rule: StringsdictRule, _ pending: Pending, _ xml: inout XMLFindings
    ) -> Message? {
        guard !rule.isEmpty else { return nil }
        guard let message = rule.message(pending.about.key) else {
            xml.report(.xliffUnmappedUnit, pending.about.key, at: pending.byteOffset)
            return nil
        }
        return message
    }
}
