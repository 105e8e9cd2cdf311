// Makes a record from the JSON text of one item, or reports why this is impossible.

internal import CatalogSearch
internal import JSON
internal import Support

/// Reads the JSON text of single items: the lines of JSON Lines, the elements of a list.
final class JSONItemReader {
    private let context: ReadingContext
    private let parser = JSONParser()
    private let builder: JSONRecordBuilder
    private let variants: JSONVariants?
    /// The variants of the last product that were not read yet, the next one last, and the position of the
    /// product.
    private var pending: [JSONVariants.Variant] = []
    private var productPosition = ItemPosition(line: 1)

    init(_ context: ReadingContext) {
        self.context = context
        builder = JSONRecordBuilder(context)
        variants = JSONVariants(context.description)
    }

    /// The next variant of the last item; `nil` if it has no more.
    func nextVariant() -> CatalogRecord? {
        while let variant = pending.popLast() {
            if let record = record(of: variant), context.accept(record, at: productPosition.line) {
                return record
            }
        }
        return nil
    }

    private func record(of variant: JSONVariants.Variant) -> CatalogRecord? {
        let padded = variant.json + repeatElement(0x20, count: JSONParser.padding)
        return padded.withUnsafeBufferPointer { bytes in
            let text = UnsafeBufferPointer(rebasing: bytes[..<variant.json.count])
            do throws(JSONError) {
                return built(try parser.parse(text), text, at: productPosition, options: variant.options)
            } catch {
                context.skip(.invalidJSON(reason: error.message), at: productPosition.line)
                return nil
            }
        }
    }

    /// Reads an item in place. `JSONParser.padding` more bytes after it must be readable.
    ///
    /// - Returns: the record; `nil` if the item was reported to the context instead.
    func record(from bytes: UnsafeBufferPointer<UInt8>, at position: ItemPosition) -> CatalogRecord? {
        guard let value = parsed(bytes, at: position) else { return nil }
        do throws(ItemError) {
            if let found = try variants?.variants(of: value) {
                pending = found.reversed()
                productPosition = position
                return nextVariant()
            }
        } catch {
            context.skip(error.kind, at: position.line)
            return nil
        }
        guard let record = built(value, bytes, at: position) else { return nil }
        return context.accept(record, at: position.line) ? record : nil
    }

    /// Reads an item as one record, without comparing its id to others.
    func object(from bytes: UnsafeBufferPointer<UInt8>, at position: ItemPosition) -> CatalogRecord? {
        parsed(bytes, at: position).flatMap { built($0, bytes, at: position) }
    }

    /// The record of an item that was parsed.
    private func built(
        _ value: JSONValue, _ bytes: UnsafeBufferPointer<UInt8>, at position: ItemPosition,
        options: [VariantOption] = []
    ) -> CatalogRecord? {
        do throws(ItemError) {
            return try builder.record(
                from: value, line: position.line, source: JSONSource(bytes), options: options)
        } catch {
            context.skip(error.kind, at: position.line)
            return nil
        }
    }

    /// The JSON value of an item, valid until the next one is parsed.
    private func parsed(_ bytes: UnsafeBufferPointer<UInt8>, at position: ItemPosition) -> JSONValue? {
        let value: JSONValue
        do throws(JSONError) {
            value = try parser.parse(bytes)
        } catch {
            reportFault(error, in: bytes, at: position)
            return nil
        }
        // Some versions of simdjson accept unpaired surrogates, which are not valid text.
        if let offset = UnpairedSurrogate.first(in: bytes) {
            context.skip(
                .unpairedSurrogate, at: position.line, column: position.column(of: offset, in: bytes))
            return nil
        }
        return value
    }

    /// Reports why simdjson refused an item. Which of several faults simdjson names depends on the processor;
    /// this always checks the encoding first.
    private func reportFault(
        _ error: JSONError, in bytes: UnsafeBufferPointer<UInt8>, at position: ItemPosition
    ) {
        if let offset = bytes.firstInvalidUTF8 {
            let fault = position.advanced(by: offset, in: bytes)
            context.skip(.invalidUTF8(byte: fault.offset + 1), at: fault.line)
        } else if let offset = UnpairedSurrogate.first(in: bytes) {
            context.skip(
                .unpairedSurrogate, at: position.line, column: position.column(of: offset, in: bytes))
        } else {
            let column = JSONSyntax.firstFault(in: bytes).flatMap { position.column(of: $0, in: bytes) }
            context.skip(.invalidJSON(reason: error.message), at: position.line, column: column)
        }
    }
}

extension ItemPosition {
    /// The position of a byte of the item that begins here.
    func advanced(by count: Int, in bytes: UnsafeBufferPointer<UInt8>) -> ItemPosition {
        var position = self
        for byte in bytes[..<count] {
            if byte == 0x0A {
                position = ItemPosition(line: position.line + 1)
            } else {
                position.offset += 1
            }
        }
        return position
    }

    /// The column, from 1, of a byte of the item that begins here; `nil` if the byte is on another line.
    func column(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let fault = advanced(by: offset, in: bytes)
        return fault.line == line ? fault.offset + 1 : nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The offset of the first byte that is not UTF-8; `nil` if all are. simdjson validates faster than the
    /// standard library, but does not say where.
    var firstInvalidUTF8: Int? { JSONParser.isValidUTF8(self) ? nil : span.firstInvalidUTF8 }
}

/// Finds escapes of unpaired surrogates in JSON text, such as `\uD83D` without a following `\uDE00`.
enum UnpairedSurrogate {
    /// The offset of the first one; `nil` if there is none. The text need not be valid JSON.
    static func first(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var position = 0
        while let distance = ByteSearch.first(
            UInt8(ascii: "\\"), in: base + position, count: bytes.count - position)
        {
            let escape = position + distance
            // An escaped backslash has two bytes too, and does not begin another escape.
            position = escape + 2
            guard let unit = codeUnit(at: escape, in: bytes) else { continue }
            position = escape + 6
            switch unit {
            case 0xD800...0xDBFF:
                guard let low = codeUnit(at: position, in: bytes), (0xDC00...0xDFFF).contains(low) else {
                    return escape
                }
                position += 6
            case 0xDC00...0xDFFF: return escape
            default: break
            }
        }
        return nil
    }

    /// The number in an escape `\uXXXX` at this index; `nil` if there is no such escape.
    private static func codeUnit(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt16? {
        guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"),
            bytes[place + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for byte in bytes[place + 2..<place + 6] {
            switch byte {
            case 0x30...0x39: unit = unit << 4 | UInt16(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: unit = unit << 4 | UInt16((byte | 0x20) - 0x61 + 10)
            default: return nil
            }
        }
        return unit
    }
}
