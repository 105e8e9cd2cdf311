// The texts of intent definitions, under the keys that Xcode gives them.

internal import Localization

/// Reads an `.intentdefinition` file: a property list in which the member beside a text, such as
/// `INIntentTitleID` beside `INIntentTitle`, has the key.
///
/// A text that shows a value of an enumeration is one text for each value, with the value's name in it:
/// their keys have the identifiers of both, such as `apSxMG-dYQ5NN`.
struct IntentDefinition {
    private(set) var texts: [InterfaceText] = []
    private var positions: XMLFindings
    private var enumerations: [String: [Value]] = [:]

    /// A value of an enumeration.
    private struct Value {
        let identifier: String
        let name: String
    }

    init(_ bytes: [UInt8]) {
        positions = XMLFindings(bytes)
        guard let root = PropertyListParser(bytes).root else { return }
        for enumeration in root["INEnums"]?.elements ?? [] {
            guard let name = enumeration["INEnumName"]?.string else { continue }
            enumerations[name] = enumeration["INEnumValues"]?.elements.compactMap(Self.value)
        }
        for member in root.members ?? [] {
            for element in member.value.elements {
                let isIntent = member.key == "INIntents"
                read(element, shown: isIntent ? shownEnumerations(element) : [:])
            }
        }
    }

    /// A value that users see: the first one of each enumeration stands for no value.
    private static func value(_ list: PropertyList) -> Value? {
        guard let identifier = list["INEnumValueDisplayNameID"]?.string,
            let name = list["INEnumValueDisplayName"]?.string, isShown(list)
        else { return nil }
        return Value(identifier: identifier, name: name)
    }

    private static func isShown(_ list: PropertyList) -> Bool {
        list["INEnumValueIndex"] != nil || list["INEnumValueName"]?.string != "unknown"
    }

    /// The values of an intent's parameters that are enumerations, by the parameters' names in texts.
    private func shownEnumerations(_ intent: PropertyList) -> [String: [Value]] {
        var shown: [String: [Value]] = [:]
        for parameter in intent["INIntentParameters"]?.elements ?? [] {
            guard let name = parameter["INIntentParameterName"]?.string,
                let type = parameter["INIntentParameterEnumType"]?.string
            else { continue }
            if let values = enumerations[type], !values.isEmpty { shown["${\(name)}"] = values }
        }
        return shown
    }

    private mutating func read(_ list: PropertyList, shown: [String: [Value]]) {
        for element in list.elements { read(element, shown: shown) }
        guard let members = list.members, Self.isShown(list) else { return }
        let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        for member in members {
            read(member.value, shown: shown)
            guard let text = member.value.string, !text.isEmpty, let key = values[member.key + "ID"]?.string
            else { continue }
            add(key, text, shown: shown, at: member.value.byteOffset)
        }
    }

    private mutating func add(_ key: String, _ text: String, shown: [String: [Value]], at offset: Int) {
        var texts = [(key: key, text: text)]
        for (parameter, values) in shown.sorted(by: { $0.key < $1.key }) where text.contains(parameter) {
            guard texts.count * values.count <= Self.mostTexts else { return }
            texts = texts.flatMap { known in
                values.map { value in
                    (known.key + "-" + value.identifier, known.text.replacing(parameter, with: value.name))
                }
            }
        }
        let position = positions.position(offset)
        self.texts += texts.map { text in
            InterfaceText(key: text.key, value: text.text, comment: nil, position: position)
        }
    }

    /// More texts of one text would be an attack.
    private static let mostTexts = 1_000
}

extension PropertyList {
    /// The elements of an array; none of another value.
    fileprivate var elements: [PropertyList] { if case .array(let elements) = value { elements } else { [] } }

    /// The value of a key; `nil` for another value than a dictionary.
    fileprivate subscript(key: String) -> PropertyList? { members?.first { $0.key == key }?.value }
}
