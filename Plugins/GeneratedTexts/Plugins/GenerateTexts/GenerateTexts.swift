// Before a target is compiled, writes `Texts.swift` with a member for each of its texts.

import Foundation
import PackagePlugin

@main
struct GenerateTexts: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let places = [module.directoryURL, context.package.directoryURL].map {
            $0.appending(path: "Localizations")
        }
        guard let folder = places.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            Diagnostics.error("there is no folder Localizations in \(places[0].path) or \(places[1].path)")
            return []
        }
        let files =
            (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? [])
            .compactMap { $0 as? URL }.filter { ["strings", "stringsdict"].contains($0.pathExtension) }
        let output = context.pluginWorkDirectoryURL.appending(path: "Texts.swift")
        return [
            .buildCommand(
                displayName: "Texts of \(target.name)", executable: try context.tool(named: "lstrings").url,
                arguments: ["generate", "--to", "swift", "--complete", "--output", output.path, folder.path],
                // The texts of `lstrings` itself.
                environment: ["LSEARCH_DATA": Self.rootFolder],
                inputFiles: files.sorted { $0.path < $1.path }, outputFiles: [output])
        ]
    }

    /// The folder of the root package, which this file is in.
    private static let rootFolder = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }.path
}
