// Records and their values in messages.

internal import ICU

extension LocaleIdentifier: Transmittable {
    func write(to message: inout MessageWriter) { message.write(icuIdentifier) }
    init(from message: inout MessageReader) throws(MessageError) { self = try message.locale() }
}

extension FieldName: Transmittable {
    func write(to message: inout MessageWriter) { message.write(rawValue) }
    init(from message: inout MessageReader) throws(MessageError) { self.init(try message.read(String.self)) }
}

extension AttributeName: Transmittable {
    func write(to message: inout MessageWriter) { message.write(rawValue) }
    init(from message: inout MessageReader) throws(MessageError) { self.init(try message.read(String.self)) }
}

extension AttributeType: TransmittedCase {}

extension DecimalNumber: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(significand)
        message.write(scale)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let significand = try message.read(Int64.self)
        guard let number = DecimalNumber(significand: significand, scale: try message.read()) else {
            throw MessageError()
        }
        self = number
    }
}

extension Instant: Transmittable {
    func write(to message: inout MessageWriter) { message.write(microseconds) }
    init(from message: inout MessageReader) throws(MessageError) {
        self.init(microseconds: try message.read())
    }
}

extension Coordinates: Transmittable {
    func write(to message: inout MessageWriter) { message.write(packed) }

    init(from message: inout MessageReader) throws(MessageError) {
        guard let place = Coordinates(packed: try message.read()) else { throw MessageError() }
        self = place
    }
}

extension Price: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(spelling)
        message.write(currency)
        message.write(market)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let spelling = try message.read(String.self)
        let currency = try message.read(String.self)
        guard let price = Price(spelling, currency: currency, market: try message.read()) else {
            throw MessageError()
        }
        self = price
    }
}

extension AttributeValue: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(type)
        switch self {
        case .text(let id, let labels):
            message.write(id)
            message.write(labels)
        case .number(let number): message.write(number)
        case .date(let date): message.write(date)
        case .boolean(let flag): message.write(flag)
        case .place(let place): message.write(place)
        }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        switch try message.read(AttributeType.self) {
        case .text:
            let id = try message.read(String.self)
            self = .text(id, labels: try message.read())
        case .number: self = .number(try message.read())
        case .date: self = .date(try message.read())
        case .boolean: self = .boolean(try message.read())
        case .place: self = .place(try message.read())
        }
    }
}

extension CatalogRecord: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(id)
        message.write(scope)
        message.write(texts)
        message.write(year)
        message.write(price)
        message.write(prices)
        message.write(popularity)
        message.write(attributes)
        message.write(additionalMembers)
        message.write(vectors)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        self.init(id: try message.read())
        scope = try message.read()
        texts = try message.read()
        year = try message.read()
        price = try message.read()
        prices = try message.read()
        popularity = try message.read()
        attributes = try message.read()
        additionalMembers = try message.read()
        vectors = try message.read()
    }
}

extension CatalogRecord.Text: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(field)
        message.write(locale)
        message.write(value)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let field = try message.read(FieldName.self)
        let locale = try message.read(LocaleIdentifier.self)
        self.init(field, locale, try message.read())
    }
}

extension CatalogRecord.Attribute: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(name)
        message.write(value)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let name = try message.read(AttributeName.self)
        self.init(name, try message.read())
    }
}

extension CatalogRecord.Member: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(name)
        message.write(json)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let name = try message.read(String.self)
        self.init(name: name, json: try message.read())
    }
}
