// Determines the source language of a project.

internal import Localization
internal import Files
internal import TranslationTools

extension ProjectLoader {
    /// The source language of `.lproj` folders: the one that the property list or the Xcode project names;
    /// otherwise the default one; otherwise its regional form with the most texts; otherwise the only
    /// language.
    ///
    /// - Parameters:
    ///   - folders: the folders with their locales; `Base.lproj` has none.
    ///   - folder: the folder that contains them.
    func sourceLocale(
        of folders: [(locale: LocaleIdentifier?, path: String)], in folder: String
    ) -> LocaleIdentifier {
        let locales = folders.compactMap(\.locale)
        guard findsSource, !locales.isEmpty else { return sourceLocale }
        if let named = developmentRegion(of: folder) {
            if let known = locales.first(where: { $0 == named }) { return known }
            if let base = folders.first(where: { $0.locale == nil }), hasTexts(base.path) { return named }
        }
        if locales.contains(sourceLocale) { return sourceLocale }
        if let base = folders.first(where: { $0.locale == nil }), hasTexts(base.path) { return sourceLocale }
        let regional = folders.filter { $0.locale?.language == sourceLocale.language }
        let largest = regional.max { size($0.path) < size($1.path) }
        return largest?.locale ?? (locales.count == 1 ? locales[0] : sourceLocale)
    }

    /// A file of a project of another format, with its bytes.
    typealias SourceCandidate = (file: PlacedFile, bytes: [UInt8])

    /// The source language of files that each have the texts of one language: the default one, otherwise its
    /// regional form with the most texts; for Flutter's resource bundles, that of their template. A file
    /// without a language has the source texts.
    func sourceLocale(of contents: [SourceCandidate]) -> LocaleIdentifier {
        if findsSource, let locale = locale(ofTemplateAmong: contents) { return locale }
        // Beside Android's `values-en`, the texts of `values` are in a language that no file names.
        if findsSource,
            contents.contains(where: { $0.file.group.kind == .android && $0.file.locale == sourceLocale }),
            contents.contains(where: { $0.file.group.kind == .android && $0.file.locale == nil })
        {
            return LocaleIdentifier("und") ?? sourceLocale
        }
        let isNamed = contents.allSatisfy {
            $0.file.locale != nil && documents.format($0.file.path)?.sourceTexts == .otherFile
        }
        guard findsSource, isNamed, !contents.contains(where: { $0.file.locale == sourceLocale }) else {
            return sourceLocale
        }
        var sizes: [LocaleIdentifier: Int] = [:]
        for (file, bytes) in contents {
            if let locale = file.locale, locale.language == sourceLocale.language {
                sizes[locale, default: 0] += bytes.count
            }
        }
        return sizes.max { ($0.value, $1.key.identifier) < ($1.value, $0.key.identifier) }?.key
            ?? sourceLocale
    }

    private func texts(_ folder: String) -> [String] {
        let names = (try? context.fileSystem.names(inFolder: folder)) ?? []
        return names.map { PathName.joined(folder, $0) }.filter(isText)
    }

    private func isText(_ path: String) -> Bool { documents.file(path)?.group.kind == .apple }

    private func hasTexts(_ folder: String) -> Bool {
        let names = (try? context.fileSystem.names(inFolder: folder)) ?? []
        return names.contains { isText(PathName.joined(folder, $0)) || InterfaceFormat().isOwn($0) }
    }

    /// The number of bytes of a folder's texts.
    private func size(_ folder: String) -> Int {
        texts(folder).reduce(0) { $0 + (contents($1)?.count ?? 0) }
    }

    private func contents(_ path: String) -> [UInt8]? {
        try? context.fileSystem.contents(ofRegularFile: path, limit: ToolContext.sizeLimit)
    }

    /// The region that an `Info.plist` (`CFBundleDevelopmentRegion`) or an Xcode project
    /// (`developmentRegion`) names, in the folder or its parents, up to the one that the command line names.
    private func developmentRegion(of folder: String) -> LocaleIdentifier? {
        firstFound(from: folder) { path, name in
            var region: String?
            if name == "Info.plist" {
                region = contents(path).flatMap {
                    PropertyListText.string("CFBundleDevelopmentRegion", in: $0)
                }
            } else if name.hasSuffix(".xcodeproj") {
                region = contents(PathName.joined(path, "project.pbxproj")).flatMap(Self.developmentRegion)
            }
            // A build variable is not a language.
            return region.flatMap { LocaleIdentifier($0) }.flatMap { $0.isKnown ? $0.base : nil }
        }
    }

    /// The locale of the resource bundle that Flutter's `l10n.yaml` names as the template of the others;
    /// `nil` if there is none.
    private func locale(ofTemplateAmong contents: [SourceCandidate]) -> LocaleIdentifier? {
        let bundles = contents.map(\.file).filter {
            JSONTextFormat.resourceBundle.isOwn($0.path)
        }
        guard let first = bundles.first else { return nil }
        return firstFound(from: PathName.split(first.path).folder) { path, name in
            guard name == "l10n.yaml", let template = self.contents(path).flatMap(Self.templateName) else {
                return nil
            }
            return bundles.first { PathName.split($0.path).name == template }?.locale
        }
    }

    /// Reads the setting `template-arb-file: app_en.arb`.
    private static func templateName(ofSettings bytes: [UInt8]) -> String? {
        let key = "template-arb-file:"
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        where line.hasPrefix(key) {
            let value = line.dropFirst(key.count).prefix { $0 != "#" }
            return String(value.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" })
        }
        return nil
    }

    /// The value of the first file that has one, in a folder or its parents, up to the one that the command
    /// line names.
    ///
    /// - Parameter value: the value of the file with a path and a name; `nil` for other files.
    private func firstFound<Value>(
        from folder: String, _ value: (_ path: String, _ name: String) -> Value?
    ) -> Value? {
        var folder = PathName.normalized(folder)
        while true {
            for name in (try? context.fileSystem.names(inFolder: folder)) ?? [] {
                if let found = value(PathName.joined(folder, name), name) { return found }
            }
            let above = PathName.split(folder).folder
            let isNamed = named.contains { PathName.normalized($0) == folder }
            guard !isNamed, above != folder else { return nil }
            folder = above
        }
    }

    /// Reads the setting `developmentRegion = en;`.
    private static func developmentRegion(ofProject bytes: [UInt8]) -> String? {
        let key = Array("developmentRegion = ".utf8)
        guard let found = bytes.firstRange(of: key) else { return nil }
        let value = bytes[found.upperBound...].prefix { $0 != UInt8(ascii: ";") && $0 != 0x0A }
        return String(decoding: value, as: UTF8.self).replacing("\"", with: "")
    }
}

/// Reads single texts of a property list by their keys.
private enum PropertyListText {
    /// The text after a key in a list in XML; `nil` in the binary form.
    static func string(_ key: String, in bytes: [UInt8]) -> String? {
        guard let found = bytes.firstRange(of: Array("<key>\(key)</key>".utf8)) else { return nil }
        let rest = bytes[found.upperBound...].prefix(200)
        guard let start = rest.firstRange(of: Array("<string>".utf8)),
            let end = rest[start.upperBound...].firstRange(of: Array("</string>".utf8)),
            rest[..<start.lowerBound].allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) })
        else { return nil }
        return String(decoding: rest[start.upperBound..<end.lowerBound], as: UTF8.self)
    }
}
