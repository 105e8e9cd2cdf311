// How the photo program asks for its texts. `lstrings check --sources` finds mistakes in the last two calls.

import Localization

func texts(_ localizer: Localizer, selection: [String]) -> [String] {
    [
        localizer("Albums"),
        localizer("Delete photos: %ld", selection.count),
        localizer("%1$@ shared “%2$@”", "Ann", "Spring"),
        localizer("Offline"),
        localizer("Uploaded: %ld", "50"),
        localizer("Exprot"),
    ]
}
