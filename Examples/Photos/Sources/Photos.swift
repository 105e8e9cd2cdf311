// How the photo program asks for its texts. The last two calls have mistakes, which
// `lstrings check --sources` finds.

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
