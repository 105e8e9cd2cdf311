// The texts of storyboards, xibs and intent definitions, under the keys that Xcode gives them.

package import Localization
internal import XML

package struct InterfaceText: Sendable, Hashable {
    /// The object's identifier, a dot and the property, such as `8bC-Xf-vdC.text`; in an intent
    /// definition the text's identifier.
    package let key: String
    package let value: String
    /// What Xcode writes above the entry: `Class = "UILabel"; text = "Title"; ObjectID = "8bC-Xf-vdC";`;
    /// nothing above one of an intent definition.
    package let comment: String?
    /// Where the object is.
    package let position: SourcePosition
}

/// A storyboard, xib or intent definition, read.
package struct InterfaceFile: Sendable {
    /// The table with its texts: the file's name without the suffix.
    package let table: String
    /// The identifiers of all objects.
    package private(set) var identifiers: Set<String> = []
    /// The texts that users see, in the file's order.
    package private(set) var texts: [InterfaceText] = []

    init(path: String, bytes: [UInt8]) {
        let name = path.split(separator: "/").last ?? ""
        table = String(name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex))
        if path.hasSuffix(".intentdefinition") {
            texts = IntentDefinition(bytes).texts
            return
        }
        guard let root = XMLParser.parse(bytes).root else { return }
        var positions = XMLFindings(bytes)
        read(root, object: nil, &positions)
    }

    /// The object that a text belongs to.
    private struct Object {
        let identifier: String
        let element: String
    }

    /// Which attributes of an element are texts, and the names of their properties where those are others.
    private static let properties: [String: [String: String]] = [
        "label": ["text": "text"], "textField": ["text": "text", "placeholder": "placeholder"],
        "textView": ["text": "text"],
        "searchBar": ["text": "text", "placeholder": "placeholder", "prompt": "prompt"],
        "barButtonItem": ["title": "title"], "navigationItem": ["title": "title", "prompt": "prompt"],
        "tabBarItem": ["title": "title"],
        "tableViewSection": [
            "headerTitle": "headerTitle", "footerTitle": "footerTitle",
        ],
        "viewController": ["title": "title"], "tableViewController": ["title": "title"],
        "collectionViewController": ["title": "title"], "navigationController": ["title": "title"],
        "tabBarController": ["title": "title"], "windowController": ["title": "title"],
        "window": ["title": "title"], "menu": ["title": "title"], "menuItem": ["title": "title"],
        "buttonCell": ["title": "title", "alternateTitle": "alternateTitle"],
        "textFieldCell": ["title": "title", "placeholderString": "placeholderString"],
        "searchFieldCell": ["title": "title", "placeholderString": "placeholderString"],
        "box": ["title": "title"], "tabViewItem": ["label": "label"],
        "toolbarItem": ["label": "label", "paletteLabel": "paletteLabel"],
    ]

    private mutating func read(_ element: XMLElement, object: Object?, _ positions: inout XMLFindings) {
        var object = object
        let name = element.name
        if let identifier = element[attribute: "id"] {
            identifiers.insert(identifier)
            object = Object(identifier: identifier, element: name)
        }
        func add(_ property: String, _ value: String?, of owner: Object?) {
            guard let owner, let value, !value.isEmpty else { return }
            texts.append(
                InterfaceText(
                    key: "\(owner.identifier).\(property)", value: value,
                    comment: "Class = \"\(Self.className(owner.element))\"; \(property) = \"\(value)\"; "
                        + "ObjectID = \"\(owner.identifier)\";",
                    position: positions.position(element.byteOffset)))
        }
        for attribute in element.attributes {
            if attribute.name == "toolTip" { add("ibShadowedToolTip", attribute.value, of: object) }
            if let property = Self.properties[name]?[attribute.name] {
                add(property, attribute.value, of: object)
            }
        }
        switch name {
        case "state":
            add((element[attribute: "key"] ?? "normal") + "Title", element[attribute: "title"], of: object)
        case "buttonConfiguration":
            add("configuration.title", element[attribute: "title"], of: object)
            add("configuration.subtitle", element[attribute: "subtitle"], of: object)
        case "tableHeaderCell": add("headerCell.title", element[attribute: "title"], of: object)
        case "accessibility":
            add("accessibilityLabel", element[attribute: "label"], of: object)
            add("accessibilityHint", element[attribute: "hint"], of: object)
        case "string":
            // A long text is an element: `<string key="text">`.
            if let key = element[attribute: "key"], let owner = object,
                let property = Self.properties[owner.element]?[key]
            {
                add(property, element.text, of: owner)
            }
        case "userDefinedRuntimeAttributes":
            let localized = element.elements.filter { $0[attribute: "type"] == "localizedString" }
            for (index, attribute) in localized.enumerated() {
                let long = attribute.elements.first { $0[attribute: "key"] == "value" }?.text
                add(
                    "ibExternalUserDefinedRuntimeAttributesLocalizableStrings[\(index)]",
                    attribute[attribute: "value"] ?? long, of: object)
            }
        case "scopeButtonTitles":
            for (index, title) in element.elements.enumerated() {
                add("scopeButtonTitles[\(index)]", title.text, of: object)
            }
        case "segments":
            for (index, segment) in element.elements.enumerated() {
                add("segmentTitles[\(index)]", segment[attribute: "title"], of: object)
                add("ibShadowedLabels[\(index)]", segment[attribute: "label"], of: object)
            }
        default: break
        }
        for child in element.elements { read(child, object: object, &positions) }
    }

    /// The class that Xcode names in comments.
    private static func className(_ element: String) -> String {
        let isCocoa =
            ["window", "menu", "menuItem", "box", "tabViewItem", "toolbarItem", "tableColumn"]
            .contains(element) || element.hasSuffix("Cell")
        let capitalized = element.prefix(1).uppercased() + element.dropFirst()
        return (isCocoa ? "NS" : "UI") + capitalized
    }
}
