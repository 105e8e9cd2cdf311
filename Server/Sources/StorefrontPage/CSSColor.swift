// Colors that browsers know by name.

/// A color of CSS: a name (CSS Color 4, section 6.1), or red, green and blue in hexadecimal digits.
struct CSSColor: Hashable {
    /// The color in the syntax of style sheets.
    let text: String

    /// - Returns: `nil` for anything else, so that no text of a catalog becomes a style.
    init?(_ value: String) {
        let name = value.lowercased()
        let digits = name.dropFirst()
        let isHexadecimal =
            name.utf8.first == UInt8(ascii: "#") && [3, 6].contains(digits.utf8.count)
            && digits.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        guard isHexadecimal || Self.names.contains(name) else { return nil }
        text = name
    }

    /// The color for the name of a shop's color, such as `Dark Blue` or `dark-blue`. If CSS does not know the
    /// whole name, its last word counts: `Heather Grey`.
    static func named(_ name: String) -> CSSColor? {
        let words = name.split { " -_".contains($0) }
        let candidates = [name, words.joined()] + words.reversed().map { String($0) }
        return candidates.lazy.compactMap { CSSColor($0) }.first
    }

    private static let names = Set(
        """
        aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue
        chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey
        darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray
        darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen
        fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki
        lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen
        lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime
        limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue
        mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive
        olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum
        powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue
        slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke
        yellow yellowgreen
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
