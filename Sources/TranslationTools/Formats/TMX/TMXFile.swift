// Translation memories in TMX.

public import Localization
internal import XML

/// A TMX file (Translation Memory eXchange 1.4b, LISA OSCAR).
public struct TMXFile: Sendable {
    /// One text in several languages.
    public struct Unit: Sendable, Hashable {
        /// The texts by locale. Inline codes are left out.
        public let texts: [LocaleIdentifier: String]
    }

    /// The units, in the order of the file.
    public let units: [Unit]

    /// Whether a file is one of the format, by its name.
    package static func isOwn(_ path: String) -> Bool { path.lowercased().hasSuffix(".tmx") }

    /// Reads a file.
    ///
    /// - Returns: `nil` if the file is not well-formed XML, or no TMX file.
    public init?(_ bytes: [UInt8]) {
        let document = XMLParser.parse(bytes)
        guard document.fault == nil, let root = document.root, root.localName == "tmx" else { return nil }
        units = root.elements.filter { $0.localName == "body" }.flatMap(\.elements).compactMap { unit in
            guard unit.localName == "tu" else { return nil }
            var texts: [LocaleIdentifier: String] = [:]
            for variant in unit.elements where variant.localName == "tuv" {
                let tag = variant[attribute: "xml:lang"] ?? variant[attribute: "lang"] ?? ""
                guard let locale = LocaleIdentifier(tag)?.base,
                    let segment = variant.elements.first(where: { $0.localName == "seg" })
                else { continue }
                texts[locale] = segment.textWithoutCodes
            }
            return texts.count > 1 ? Unit(texts: texts) : nil
        }
    }
}

extension XMLElement {
    /// The text, with that of highlighted parts, but without native codes.
    fileprivate var textWithoutCodes: String {
        children.map { child in
            switch child {
            case .text(let text): text
            case .element(let element): element.localName == "hi" ? element.textWithoutCodes : ""
            }
        }.joined()
    }
}
