// Members of shop systems' exports whose names tell their meaning.

internal import CatalogSearch
internal import JSON

extension JSONRecordBuilder {
    typealias Members = [(name: JSONValue, value: JSONValue)]

    /// Records the names of the first record's members, for proposals.
    func noteMembers(of root: JSONValue) {
        if context.knowsColumns { return }
        if context.sample.currency == nil, let code = root.member("currency")?.string, Price.isCurrency(code)
        {
            context.sample.currency = code
        }
        context.note(
            columns: root.members.map { String(wellFormed: $0.name.utf8) },
            // A member of a record is never a list of objects.
            mappable: root.members.filter { member in !member.value.elements.contains { $0.kind == .object } }
                .map { String(wellFormed: $0.name.utf8) })
    }

    /// Renames members to the names to which they are mapped, unless another member has that name.
    func rename(_ members: inout [CatalogRecord.Member]) {
        var taken = Set(members.map(\.name))
        for place in members.indices {
            guard let name = otherNames[members[place].name], taken.insert(name).inserted else { continue }
            members[place].name = name
        }
    }

    /// The keywords of a text that lists them.
    func keywords(in list: String, _ text: CatalogRecord.Text) -> [CatalogRecord.Text] {
        let plain = html.plain(list, of: text.field)
        return plain.split(separator: plain.contains(";") ? ";" : ",").map(\.trimmingSpaces)
            .filter { !$0.isEmpty }.map { CatalogRecord.Text(text.field, text.locale, $0) }
    }

    /// The member that marks a product as not for sale; `nil` if there is none.
    func memberHiding(_ others: Members, of root: JSONValue) -> String? {
        guard uses != nil else { return nil }
        hasUses = false
        // Only products are for sale or not: an item without a price, and without variants that have prices,
        // is something else.
        guard
            member(Slot.price, of: root) != nil || member(Slot.prices, of: root) != nil
                || others.contains(where: { $0.value.elements.contains { $0.kind == .object } })
        else { return nil }
        for (place, (name, value)) in others.enumerated() {
            guard let use = use(of: name.utf8, at: place) else { continue }
            hasUses = true
            guard case .forSale(let hiding) = use else { continue }
            let text: String? =
                value.kind == .object || value.kind == .list
                ? nil : value.string ?? value.decimalSpelling ?? value.boolean.map { $0 ? "true" : "false" }
            if let text, hiding.contains(text.trimmingSpaces.lowercased()) {
                return String(wellFormed: name.utf8)
            }
        }
        return nil
    }

    /// Sets the price to the one that customers pay, and removes the members about sales, and those with the
    /// shop's own costs, from the others.
    func applySales(_ others: inout Members, to record: inout CatalogRecord) {
        // Without prices, members with such names mean something else.
        guard hasUses, let price = record.price else { return }
        var sale = SalePrice()
        others.removeAll { name, value in
            guard let use = use(of: name.utf8) else { return false }
            if use == .cost {
                context.note(cost: String(wellFormed: name.utf8))
                return true
            }
            return read(value, use, price.currency, into: &sale)
        }
        record.apply(sale, at: context.time)
    }

    /// - Returns: whether the member is about a sale, and was read.
    private func read(_ value: JSONValue, _ use: ExportColumn, _ currency: String, into sale: inout SalePrice)
        -> Bool
    {
        let text = value.string ?? value.decimalSpelling ?? ""
        var price: Price? {
            if value.kind == .object {
                let amount = value.member("amount").flatMap { $0.string ?? $0.decimalSpelling }
                let currency = value.member("currency").flatMap(\.string)
                return amount.flatMap { Price($0, currency: currency ?? "") }
            }
            return value.isString
                ? Price(written: text, currency: currency, locale: defaultLocale)
                : Price(text, currency: currency)
        }
        switch use {
        case .salePrice: sale.sale = price
        case .listPrice: sale.list = price
        case .discount: sale.discount = DecimalNumber(text)
        case .discountPercent: sale.discountPercent = DecimalNumber(text)
        case .saleStart: sale.start = text
        case .saleEnd: sale.end = text
        case .salePeriod: sale.readPeriod(text)
        case .forSale, .cost: return false
        }
        return true
    }

    /// Adds the address of a product's picture as shop systems write it: `{"src": "…"}`, or a list of these in
    /// `images`.
    func addPicture(to record: inout CatalogRecord, _ others: Members) {
        guard uses != nil else { return }
        func address(_ value: JSONValue?) -> String? {
            guard let value, value.kind == .object else { return nil }
            return value.member("src").flatMap(\.string)
        }
        let name = CatalogRecord.imageMember
        let own = others.first { $0.name.utf8.equals("image") }?.value
        let images = others.first { $0.name.utf8.equals("images") }?.value
        guard own == nil || own?.isNull == true || own?.kind == .object,
            let address = address(own) ?? address(images?.elements.first { _ in true })
        else { return }
        record.additionalMembers.removeAll { $0.name == name }
        record.additionalMembers.append(CatalogRecord.Member(name: name, json: JSONText.string(address)))
    }

    /// The most names of members whose uses are cached.
    private static let useLimit = 256

    /// The use of a member by its name alone.
    ///
    /// - Parameter place: its index among the members: in most files, all records have the same ones.
    private func use(of name: UnsafeBufferPointer<UInt8>, at place: Int = 0) -> ExportColumn? {
        func isKnown(_ known: (name: [UInt8], use: ExportColumn?)) -> Bool {
            known.name.count == name.count && known.name.elementsEqual(name)
        }
        if place < uses!.count, isKnown(uses![place]) { return uses![place].use }
        if let known = uses?.first(where: isKnown) { return known.use }
        let use = ExportColumn(String(wellFormed: name), context.description)
        if let count = uses?.count, count < Self.useLimit { uses?.append((Array(name), use)) }
        return use
    }
}
