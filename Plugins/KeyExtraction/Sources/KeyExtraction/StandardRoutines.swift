// The calls that everybody's programs make. Tables only.

extension Routine {
    /// Foundation's. The labels are those of its documentation.
    public static let foundation: [Routine] = [
        Routine("NSLocalizedString"),
        Routine("localizedString", key: .label("forKey")),
        Routine("String", key: .label("localized"), style: .interpolated),
        Routine("AttributedString", key: .label("localized"), style: .interpolated),
        Routine("NSAttributedString", key: .label("localized"), style: .interpolated),
        Routine("LocalizedStringResource", style: .interpolated),
        Routine("LocalizationValue", style: .interpolated),
        // `String(localized:)` where the context names the type.
        Routine("init", key: .label("localized"), style: .interpolated),
    ]

    /// Those of this project's `Localizer`, in a variable of that name.
    public static let localizer: [Routine] = [
        Routine("localizer"),
        Routine("localizer.text", key: .label("for")),
        Routine("localizer.message", key: .label("for")),
        Routine("localizer.diagnostics", key: .label("for")),
        Routine("localizer.hasMessage"),
    ]

    /// SwiftUI's views and modifiers that show a literal's translation. A `String` is shown as it is.
    public static let swiftUI: [Routine] =
        [
            "Text", "Label", "Button", "Toggle", "TextField", "SecureField", "Picker", "Section",
            "NavigationLink",
            "Link", "Menu", "Stepper", "DatePicker", "MultiDatePicker", "ColorPicker", "ProgressView",
            "Gauge",
            "GroupBox", "DisclosureGroup", "LabeledContent", "ControlGroup", "ContentUnavailableView",
            "ShareLink",
            "Tab", "TabSection", "CommandMenu", "RenameButton", "PasteButton", "Window", "WindowGroup",
            "MenuBarExtra",
            "LocalizedStringKey", ".navigationTitle", ".navigationSubtitle", ".navigationBarTitle", ".help",
            ".alert", ".confirmationDialog", ".accessibilityLabel", ".accessibilityHint",
            ".accessibilityValue",
            ".badge", ".dialogSuppressionToggle", ".fileDialogMessage", ".fileDialogConfirmationLabel",
        ].map { Routine($0, style: .interpolated, literalsOnly: true) }
        + [
            Routine(".searchable", key: .label("prompt"), style: .interpolated, literalsOnly: true),
            Routine("TextField", key: .label("prompt"), style: .interpolated, literalsOnly: true),
        ]
}

/// Types whose literals are keys wherever they are written: `let title: LocalizedStringResource = "Title"`.
enum KeyType {
    static let foundation: Set<String> = ["LocalizedStringResource", "LocalizationValue"]
    static let swiftUI: Set<String> = ["LocalizedStringKey"]
    static let all = foundation.union(swiftUI)
}
