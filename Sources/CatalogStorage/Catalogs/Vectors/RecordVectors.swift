// The vectors in a file for the records of a catalog.

internal import CatalogSearch
internal import Files

/// Adds the vectors of a file to records while they are read.
struct RecordVectors {
    private let file: VectorFile

    /// The greatest size of a file, in bytes.
    static let sizeLimit = 4 << 30

    /// Reads the file of a catalog if it exists; reports it if it cannot be used.
    init?(of catalog: CatalogFile, _ fileSystem: any FileSystem, _ log: inout DiagnosticLog) {
        let path = catalog.vectorsPath
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try fileSystem.contents(ofRegularFile: path, limit: Self.sizeLimit)
        } catch {
            if !error.isMissing { log.report(CatalogDiagnostic(error, file: path)) }
            return nil
        }
        do throws(VectorFileFault) {
            file = try VectorFile(bytes)
        } catch {
            let kind: CatalogDiagnostic.Kind = error == .damaged ? .vectorsDamaged : .vectorsUnknownFormat
            log.report(CatalogDiagnostic(file: path, kind: kind))
            return nil
        }
    }

    /// Adds a record's vector, unless it has one of that name.
    ///
    /// - Returns: `false` if its numbers do not form a vector.
    func add(to record: inout CatalogRecord, _ description: CatalogDescription) -> Bool {
        let key = file.keys == .ids ? record.id : EmbeddedText(record, description)?.key
        guard let key, !record.vectors.contains(where: { $0.name == file.space.name }) else { return true }
        do throws(QuantizedVector.Problem) {
            if let vector = try file.vector(key) { record.vectors.append(vector) }
            return true
        } catch {
            return false
        }
    }
}
