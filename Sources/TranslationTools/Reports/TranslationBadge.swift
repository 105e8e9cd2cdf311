// A badge with the share of texts that are translated, for the page of a project.

/// A badge in SVG.
public struct TranslationBadge: Sendable, Hashable {
    /// The word on the left.
    public let label: String
    /// The percentage that is translated, from 0 to 100.
    public let percent: Int

    public init(label: String, percent: Int) {
        self.label = label
        self.percent = percent
    }

    /// The document. Widths are estimates, to which the texts are stretched.
    public var svg: String {
        let value = "\(percent)%"
        let widths = [Self.width(of: label), Self.width(of: value)]
        let whole = widths[0] + widths[1]
        func text(_ text: String, at center: Int, width: Int) -> String {
            """
              <text x="\(center)" y="14" textLength="\(width - 10)" lengthAdjust="spacingAndGlyphs">\(Self.escaped(text))</text>
            """
        }
        let title = Self.escaped("\(label): \(value)")
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(whole)" height="20" role="img" aria-label="\(title)">
            <title>\(title)</title>
            <clipPath id="r"><rect width="\(whole)" height="20" rx="3" fill="#fff"/></clipPath>
            <g clip-path="url(#r)">
              <rect width="\(widths[0])" height="20" fill="#555"/>
              <rect x="\(widths[0])" width="\(widths[1])" height="20" fill="\(color)"/>
            </g>
            <g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
            \(text(label, at: widths[0] / 2, width: widths[0]))
            \(text(value, at: widths[0] + widths[1] / 2, width: widths[1]))
            </g>
            </svg>

            """
    }

    /// Dark enough for white letters (WCAG 2, contrast of 4.5).
    private var color: String {
        switch percent {
        case 100: "#2a7d1f"
        case 80...: "#4d7a0f"
        case 50...: "#8f6400"
        default: "#b34a1f"
        }
    }

    private static func width(of text: String) -> Int {
        text.unicodeScalars.reduce(10) { $0 + ($1.value < 0x1100 ? 7 : 11) }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}
