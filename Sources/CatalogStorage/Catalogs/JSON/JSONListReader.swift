// Reads a long JSON list element by element, in little memory, and past broken elements.

internal import CatalogSearch
internal import Files
internal import JSON

/// The records of a file with one JSON list of objects.
///
/// A file that does not begin with a bracket is read as a sequence of objects. Objects that have no id, but a
/// list of objects, are responses of an interface, such as `{"products": [{…}]}`: the elements of their list
/// are read.
final class JSONListReader: RecordReader {
    /// What is expected next.
    private enum State {
        /// The list's opening bracket.
        case beginning
        /// An element or, at the beginning only, the end.
        case element(isFirst: Bool)
        /// A comma or the end.
        case separator
        /// Nothing; the list ended on this line.
        case end(line: Int)
        /// The end of the object that contains the list.
        case responseEnd
        /// An object, in a file that is not a list.
        case object
    }

    private let input: InputBuffer
    private let items: JSONItemReader
    private let context: ReadingContext
    private let elementLimit: Int
    private var state = State.beginning
    private var position = ItemPosition(line: 1)
    /// Whether only white space precedes the position on its line.
    private var beginsLine = true
    /// How many more bytes may be scanned twice; limits the cost of a file in which every element is broken.
    private var rescanAllowance: Int
    /// Whether the list is a member of an object.
    private var isInResponse = false
    private let responseNames: JSONResponseScanner.Names

    init(_ input: InputBuffer, _ context: ReadingContext, itemLimit: Int) {
        self.input = input
        self.context = context
        elementLimit = itemLimit
        rescanAllowance = 16 * itemLimit
        items = JSONItemReader(context)
        responseNames = JSONResponseScanner.Names(context.description)
    }

    var bytesRead: Int { input.bytesRead }
    var size: Int? { input.size }

    func next() throws(FileError) -> CatalogRecord? {
        if let variant = items.nextVariant() { return variant }
        while let byte = try nextSignificant() {
            switch (state, byte) {
            case (.beginning, UInt8(ascii: "{")):
                isInResponse = try enterResponse()
                state = isInResponse ? .element(isFirst: true) : .object
            case (.responseEnd, _):
                guard try passResponse() else { break }
                isInResponse = false
                state = .beginning
            case (.beginning, UInt8(ascii: "[")):
                advance(1)
                state = .element(isFirst: true)
            case (.beginning, _): state = .object
            case (.element, UInt8(ascii: ",")), (.object, UInt8(ascii: ",")):
                reportStructure()
                advance(1)
            case (.element(let isFirst), UInt8(ascii: "]")):
                if !isFirst { reportStructure() }
                endList()
            case (.separator, UInt8(ascii: ",")):
                advance(1)
                state = .element(isFirst: false)
            case (.separator, UInt8(ascii: "]")): endList()
            case (.end(let line), _):
                // The list continues, so there was an extra closing bracket.
                context.skip(.invalidJSON(reason: JSONError.improperStructure.message), at: line)
                state = .separator
            case (.separator, _):
                // A comma is missing before it.
                _ = try element(isUsable: false)
            case (.element, _), (.object, _):
                if let record = try element(isUsable: true) { return record }
            }
        }
        switch state {
        case .element, .separator, .responseEnd:
            context.report(.invalidJSON(reason: JSONError.incomplete.message), line: position.line)
        case .beginning, .end, .object: break
        }
        state = .object
        return nil
    }

    private func endList() {
        state = isInResponse ? .responseEnd : .end(line: position.line)
        advance(1)
    }

    /// If the object that begins here is the response of an interface, consumes its beginning up to the first
    /// element of its list.
    private func enterResponse() throws(FileError) -> Bool {
        var scanner = JSONResponseScanner(responseNames)
        while true {
            switch scanner.step(input.bytes(0..<input.available)) {
            case .record: return false
            case .response: break
            case .more:
                // No record is larger.
                if input.available <= elementLimit, try input.fill() { continue }
            }
            guard let start = scanner.list else { return false }
            advance(start)
            return true
        }
    }

    /// Consumes the rest of the object whose list has ended.
    ///
    /// - Returns: whether the object ends.
    private func passResponse() throws(FileError) -> Bool {
        var scanner = JSONResponseScanner(inObject: responseNames)
        while true {
            let count = input.available
            switch scanner.end(input.bytes(0..<count)) {
            case let end?:
                advance(end)
                return true
            case nil: advance(count)
            }
            if try !input.fill() { return false }
        }
    }

    /// The next byte that is not white space, without consuming it; `nil` at the file's end.
    private func nextSignificant() throws(FileError) -> UInt8? {
        while true {
            var count = 0
            while count < input.available, input.bytes[count].isJSONSpace { count += 1 }
            advance(count)
            if input.available > 0 { return input.bytes[0] }
            if try !input.fill() { return nil }
        }
    }

    /// Reads and consumes the element that begins here.
    private func element(isUsable: Bool) throws(FileError) -> CatalogRecord? {
        let start = position
        var scanner = JSONElementScanner(indentation: beginsLine ? position.offset : nil)
        while true {
            // Bytes beyond the limit are not scanned, so that the size of the blocks does not determine where
            // a broken element ends.
            switch scanner.step(input.bytes(0..<min(input.available, elementLimit + 1))) {
            case .complete(let count):
                return finish(count, isUsable: isUsable, next: isObjectSequence ? .object : .separator)
            case .cut(let count):
                return finish(
                    count, isUsable: isUsable, next: isObjectSequence ? .object : .element(isFirst: false))
            case .more: break
            }
            let isTooLong = scanner.scanned > elementLimit
            if !isTooLong, try input.fill() { continue }
            if let restart = scanner.restart, rescanAllowance > scanner.scanned {
                rescanAllowance -= scanner.scanned
                return finish(
                    restart, isUsable: isUsable, next: isObjectSequence ? .object : .element(isFirst: false))
            }
            if isTooLong { return try passOver(&scanner, from: start) }
            if input.available > 0 { return finish(input.available, isUsable: isUsable, next: .object) }
            return nil
        }
    }

    private var isObjectSequence: Bool {
        if case .object = state { true } else { false }
    }

    /// Reads and consumes the element in the next bytes.
    private func finish(_ count: Int, isUsable: Bool, next: State) -> CatalogRecord? {
        let text = input.bytes(0..<count)
        let end = text.trimmed.end
        defer {
            advance(count)
            state = next
        }
        if end > elementLimit {
            context.skip(.tooLong(bytes: end, limit: elementLimit), at: position.line)
            return nil
        }
        guard isUsable else {
            reportStructure()
            return nil
        }
        return items.record(from: UnsafeBufferPointer(rebasing: text[..<end]), at: position)
    }

    /// Skips an element that is too long, block by block, without storing it.
    private func passOver(_ scanner: inout JSONElementScanner, from start: ItemPosition) throws(FileError)
        -> CatalogRecord?
    {
        var length = 0
        defer { context.skip(.tooLong(bytes: length, limit: elementLimit), at: start.line) }
        let isSequence = isObjectSequence
        while true {
            let count = scanner.scanned
            scanner.drop(count)
            length += count
            advance(count)
            if input.available == 0, try !input.fill() { return nil }
            switch scanner.step(input.bytes(0..<input.available)) {
            case .more: continue
            case .complete(let count), .cut(let count):
                length += count
                advance(count)
                state = isSequence ? .object : .separator
                return nil
            }
        }
    }

    private func reportStructure() {
        let reason = JSONError.improperStructure.message
        context.skip(.invalidJSON(reason: reason), at: position.line, column: position.offset + 1)
    }

    /// Consumes bytes and counts their lines.
    private func advance(_ count: Int) {
        var place = 0
        let bytes = input.bytes
        while let feed = ByteSearch.first(0x0A, in: bytes + place, count: count - place) {
            place += feed + 1
            position = ItemPosition(line: position.line + 1)
            beginsLine = true
        }
        position.offset += count - place
        if beginsLine { beginsLine = (place..<count).allSatisfy { bytes[$0].isJSONSpace } }
        input.consume(count)
    }
}
