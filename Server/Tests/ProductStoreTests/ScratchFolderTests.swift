// Folders of processes that were killed are deleted, and no others.

import Foundation
import StorefrontTestSupport
import Testing

@testable import ProductStore

@Suite struct ScratchFolderTests {
    private let parent: TemporaryFolder

    init() throws { parent = try TemporaryFolder() }

    @Test func foldersOfEndedProcessesAreDeleted() throws {
        try parent.write("id,title", to: "lsearchd-import-aBc123/upload.csv")
        try parent.write("1", to: "lsearchd-load-000000/load-load-1")
        ScratchFolder.removeAbandoned(in: parent.path)
        #expect(try parent.names() == [])
    }

    @Test func foldersInUseStay() throws {
        let folder = try ScratchFolder(for: .imports, in: parent.path)
        try Data("id,title".utf8).write(to: URL(fileURLWithPath: folder.path + "/upload.csv"))
        ScratchFolder.removeAbandoned(in: parent.path)
        #expect(try parent.names().count == 2)
        folder.delete()
        #expect(try parent.names() == [])
    }

    @Test func aFolderIsDeletedWithItsValue() throws {
        for purpose in ScratchFolder.Purpose.allCases {
            let path = try ScratchFolder(for: purpose, in: parent.path).path
            #expect(path.hasPrefix("\(parent.path)/lsearchd-\(purpose.rawValue)-"))
        }
        #expect(try parent.names() == [])
    }

    @Test func nothingElseIsDeleted() throws {
        let other = try TemporaryFolder()
        try other.write("mine", to: "upload.csv")
        try FileManager.default.createSymbolicLink(
            atPath: parent.path + "/lsearchd-import-linked", withDestinationPath: other.path)
        try parent.write("", to: "lsearchd-import-file")
        try parent.write("", to: "lsearchd-imports/file")
        try parent.write("", to: "lsearchd-load-deeper/folder/file")
        let before = try parent.names()
        ScratchFolder.removeAbandoned(in: parent.path)
        #expect(try parent.names() == before)
        #expect(try other.names() == ["upload.csv"])
    }

    @Test func aFolderThatCannotBeMadeIsAnError() throws {
        #expect(throws: StoreError.self) {
            _ = try ScratchFolder(for: .loads, in: parent.path + "/missing")
        }
    }
}
