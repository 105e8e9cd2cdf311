// Makes `.strings` files of a target's string catalogs, as Xcode does, and
// adds them to the target's resources.

import Foundation
import PackagePlugin

@main
struct CompileTexts: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let files = FileManager.default.enumerator(
            at: module.directoryURL, includingPropertiesForKeys: nil)
        let catalogs = (files?.allObjects ?? []).compactMap { $0 as? URL }
            .filter { $0.pathExtension == "xcstrings" }.sorted { $0.path < $1.path }
        guard !catalogs.isEmpty else {
            Diagnostics.error("there is no string catalog (.xcstrings) in \(module.directoryURL.path)")
            return []
        }
        let output = context.pluginWorkDirectoryURL.appending(path: "Texts")
        return try catalogs.map { catalog in
            let table = catalog.deletingPathExtension().lastPathComponent
            let outputs = try Self.locales(of: catalog).map {
                output.appending(path: "\($0).lproj").appending(path: table + ".strings")
            }
            return .buildCommand(
                displayName: "Texts of \(table)", executable: try context.tool(named: "lstrings").url,
                // As of Swift 6.3, Foundation's Bundle on Linux ends the process
                // where a key is in a .stringsdict.
                arguments: ["compile", "--to", "strings", "--output", output.path, catalog.path],
                // The texts of `lstrings` itself.
                environment: ["LSEARCH_DATA": Self.rootFolder], inputFiles: [catalog], outputFiles: outputs)
        }
    }

    /// The languages of a catalog that have a text, which is how `lstrings` names their folders.
    private static func locales(of catalog: URL) throws -> [String] {
        let document = try JSONSerialization.jsonObject(with: try Data(contentsOf: catalog))
        guard let members = document as? [String: Any], let source = members["sourceLanguage"] as? String,
            let strings = members["strings"] as? [String: [String: Any]]
        else { throw CocoaError(.fileReadCorruptFile) }
        var locales: Set<String> = strings.isEmpty ? [] : [source]
        for case let texts as [String: Any] in strings.values.map({ $0["localizations"] as Any }) {
            for (locale, text) in texts where hasText(text) { locales.insert(locale) }
        }
        return locales.sorted()
    }

    /// Whether any form of a text is more than new.
    private static func hasText(_ value: Any) -> Bool {
        guard let members = value as? [String: Any] else { return false }
        if members["value"] != nil { return members["state"] as? String != "new" }
        return members.values.contains(where: hasText)
    }

    /// The folder of the root package, which this file is in.
    private static let rootFolder = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }.path
}
