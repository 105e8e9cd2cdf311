// Files of this package and of the whole project, and the languages of tests.

package import CatalogSearch
internal import Foundation

private let folders = #filePath.split(separator: "/").dropLast(3)

/// The folder of this package.
package let packageFolder = "/" + folders.joined(separator: "/")

/// The project's folder of messages.
package let localizations = "/" + folders.dropLast(1).joined(separator: "/") + "/Localizations"

/// The bytes of a file.
package func contents(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}

package let english = LocaleIdentifier.english
package let german = LocaleIdentifier("de")!
