// The header of a PO file that follows its template.

internal import Localization

extension PORevision {
    static func newHeader(
        _ template: GettextHeader, _ locale: LocaleIdentifier, _ derived: PluralFormsDerivation
    ) -> GettextHeader {
        var options = GettextOptions(
            project: template["Project-Id-Version"] ?? "", creationDate: template["POT-Creation-Date"])
        options.bugAddress = template["Report-Msgid-Bugs-To"] ?? ""
        let header = options.header(for: locale)
        let date = GettextHeader.Field(name: "PO-Revision-Date", value: "YEAR-MO-DA HO:MI+ZONE")
        return GettextHeader(fields: header.fields.map { $0.name == date.name ? date : $0 })
    }

    /// The file's header with the date of the template.
    static func dated(_ header: GettextHeader, _ template: GettextHeader) -> GettextHeader {
        let name = "POT-Creation-Date"
        guard let date = template[name], !date.isEmpty else { return header }
        return GettextHeader(
            fields: header.fields.map {
                $0.name.lowercased() == name.lowercased()
                    ? GettextHeader.Field(name: $0.name, value: date) : $0
            })
    }
}

extension GettextHeader {
    /// The header of the same file in UTF-8.
    var inUTF8: GettextHeader {
        GettextHeader(
            fields: fields.map {
                $0.name.lowercased() == "content-type"
                    ? Field(name: $0.name, value: "text/plain; charset=UTF-8") : $0
            })
    }
}
