// What rules do to records, in messages between shards.

extension RulePlacements: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(catalogs)
        message.write(pinCount)
        message.write(moves)
        message.write(addsPinned)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        catalogs = try message.read()
        pinCount = try message.read()
        moves = try message.read()
        addsPinned = try message.read()
        guard pinCount >= 0 else { throw MessageError() }
    }
}

extension CatalogPlacements: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(restriction)
        message.write(pinned)
        message.write(pinnedRecords)
        message.write(filterPins)
        message.write(raised)
        message.write(buried)
        message.write(moves)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        restriction = try message.read()
        pinned = try message.read()
        pinnedRecords = try message.read()
        filterPins = try message.read()
        raised = try message.read()
        buried = try message.read()
        moves = try message.read()
    }
}

extension CatalogPlacements.FilterPin: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(number)
        message.write(node)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let number = try message.read(Int.self)
        self.init(number: number, node: try message.read())
    }
}
