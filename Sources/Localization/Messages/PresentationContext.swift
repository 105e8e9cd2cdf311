// Where a text is shown: on which device, and in how much room.

/// What chooses among the texts of a message for devices and widths.
public struct PresentationContext: Sendable, Hashable {
    /// The device, by Apple's name for it: `iphone`, `ipad`, `ipod`, `mac`, `applewatch`,
    /// `appletv`, `applevision`; or one of your own. Without a name, and for a device without a
    /// text, the text for all others is shown.
    public var device: String?
    /// How wide a text may be, in the unit of the widths in the file, such as characters. Without a
    /// width, the widest text is shown.
    public var width: Int?

    /// A context; by default one about which nothing is known.
    public init(device: String? = nil, width: Int? = nil) {
        self.device = device
        self.width = width
    }
}

extension Message {
    /// A text, or the forms among which a number chooses.
    enum Candidate {
        case text(FormatString)
        case forms([PluralCategory: FormatString], counted: CountedArgument?)
    }

    /// The texts that a context leaves to choose among; `nil` where there is none.
    ///
    /// Of texts for widths it is the one for the largest width that fits; the narrowest where none does
    /// ("Creating width and device variants of strings", Xcode's documentation).
    func candidate(in context: PresentationContext) -> Candidate? {
        guard hasVariations else { return text.map { .text($0) } }
        // Where no device is known, a plain text is as good as that for all other devices.
        let hasPlainText = text != nil || !plural.isEmpty
        let others = context.device == nil && hasPlainText ? nil : Self.otherDevice
        for device in [context.device, others].compactMap({ $0 }) {
            if let forms = devicePlurals[device] {
                return .forms(forms, counted: CountedArgument(forms: forms, key: key))
            }
            if let text = devices[device] { return .text(text) }
        }
        if let width = context.width, !widths.isEmpty {
            let fitting = widths.keys.filter { $0 <= width }.max() ?? widths.keys.min()
            if let fitting, let text = widths[fitting] { return .text(text) }
        }
        if !plural.isEmpty { return .forms(plural, counted: counted) }
        return text.map { .text($0) }
    }
}
