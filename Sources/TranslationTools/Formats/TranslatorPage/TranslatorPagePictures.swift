// The pictures of a page: each is in it once, however many messages name it.

/// Pictures in the order in which messages first name them. All texts of a screen often name the same one.
struct TranslatorPagePictures {
    private struct Name: Hashable { let folder: String?, name: String }

    /// The addresses, which have the pictures' bytes.
    private(set) var addresses: [String] = []
    private var numbers: [Name: Int?] = [:]
    /// How many more bytes of pictures the page takes.
    private var room: Int
    private let read: (TranslationTable, String) -> [UInt8]?

    /// - Parameters:
    ///   - most: the most bytes of all pictures together.
    ///   - read: gives the bytes of the picture that a comment in a table names.
    init(most: Int = 32 << 20, read: @escaping (TranslationTable, _ name: String) -> [UInt8]?) {
        (room, self.read) = (most, read)
    }

    /// The index in `addresses` of a picture that a comment names; `nil` for what is no picture, or does not
    /// fit into the page.
    mutating func number(of name: String, in table: TranslationTable) -> Int? {
        let place = Name(folder: table.folder, name: name)
        if let known = numbers[place] { return known }
        var number: Int?
        if let bytes = read(table, name), bytes.count <= room, let address = PictureAddress.data(bytes) {
            room -= bytes.count
            number = addresses.count
            addresses.append(address)
        }
        numbers[place] = .some(number)
        return number
    }
}
