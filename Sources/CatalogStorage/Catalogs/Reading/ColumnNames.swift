// How the columns of an export are called, and which members of a record they are.

internal import CatalogSearch
internal import Support

/// The names of columns.
enum ColumnNames {
    /// Stands for the number of a row in a mapping: `#=id` numbers the records of a table without ids.
    static let rowNumber = "#"

    /// Splits `title[de]`.
    static func split(_ name: String) -> (base: String, key: String?) {
        guard name.utf8.last == UInt8(ascii: "]"), let bracket = name.utf8.firstIndex(of: UInt8(ascii: "["))
        else {
            return (name, nil)
        }
        let key = name[name.utf8.index(after: bracket)...].dropLast()
        return key.isEmpty ? (name, nil) : (String(name[..<bracket]), String(key))
    }

    /// The columns of a mapping that a table does not have, in order.
    static func unknown(in columns: [String], _ description: CatalogDescription) -> [String] {
        let known = Set(columns.map { $0.lowercased() } + [rowNumber])
        return description.columns.keys.filter { !known.contains($0.lowercased()) }.sorted()
    }

    /// The members of a mapping that no record has a use for, with the one that was probably
    /// meant. Others are kept as they are.
    static func misspelt(_ description: CatalogDescription) -> [(member: String, nearest: String)] {
        let fields = Set(description.fields + FieldName.standard + [description.titleField])
        let known =
            fields.map(\.rawValue).sorted() + [
                "id", "type", "year", "price", "prices", "popularity", "group",
            ]
            + ["image", "url"] + description.attributes.map(\.name.rawValue)
        return description.columns.values.map { split($0).base }.sorted().compactMap { member in
            guard !member.isEmpty, !known.contains(member), let nearest = known.nearest(to: member) else { return nil }
            return (member, nearest)
        }
    }

    /// The columns as a message lists them.
    static func list(_ names: [String]) -> String {
        let shown = names.prefix(20).map(\.excerpt).joined(separator: ", ")
        return names.count > 20 ? shown + ", …" : shown
    }

    /// A mapping of columns with usual names to members that no column has yet, as `--map` takes it.
    ///
    /// - Parameters:
    ///   - wanted: a member that must be mapped.
    ///   - other: what is proposed for it if no column has a usual name of it.
    ///   - currency: the one of amounts without a currency.
    static func proposal(
        _ columns: [String], wanted: String, or other: String = "…", currency: String,
        _ description: CatalogDescription
    ) -> String {
        var pairs = proposedPairs(columns, description)
        if !pairs.contains(where: { $0.member == wanted }) { pairs.insert((other, wanted), at: 0) }
        return pairs.map { spelled($0, currency, description) }.joined(separator: ",")
    }

    /// A pair as `--map` takes it.
    static func spelled(
        _ pair: (column: String, member: String), _ currency: String, _ description: CatalogDescription
    ) -> String {
        // Amounts need a currency, and only the owner of the shop knows it.
        let isPlain = pair.member == "price" && description.currency == nil
        return "\(pair.column)=\(pair.member)\(isPlain ? "[\(currency)]" : "")"
    }

    /// Of each member the column with the most usual name, in the order of the columns.
    static func proposedPairs(
        _ columns: [String], _ description: CatalogDescription
    ) -> [(column: String, member: String)] {
        var taken = Set(columns.map { split(description.columns.name(ofColumn: $0)).base })
        // A plain price needs a currency.
        if description.currency == nil, columns.contains("price"),
            description.columns.name(ofColumn: "price") == "price"
        {
            taken.remove("price")
        }
        if description.group != nil { taken.insert(CatalogDescription.groupColumn) }
        var best: [String: (column: Int, place: Int)] = [:]
        for (column, name) in columns.enumerated() {
            guard description.columns.name(ofColumn: name) == name,
                description.attribute(AttributeName(name)) == nil,
                let (member, place) = UsualColumnNames.found[UsualColumnNames.folded(name)],
                !taken.contains(member), best[member].map({ place < $0.place }) ?? true
            else { continue }
            best[member] = (column, place)
        }
        if !taken.contains("id"), best["id"] == nil {
            // The handle of a product identifies records where nothing else does.
            if let handle = best["group"], UsualColumnNames.folded(columns[handle.column]).hasSuffix("handle")
            {
                best["id"] = handle
                best["group"] = nil
            } else if let column = columns.firstIndex(where: {
                description.columns.name(ofColumn: $0) == $0 && UsualColumnNames.isIdentifier($0)
            }) {
                best["id"] = (column, 0)
            }
        }
        return best.sorted { $0.value.column < $1.value.column }.map { (columns[$0.value.column], $0.key) }
    }
}

extension [String: String] {
    /// The member that a column is, by its exact name or the same in other case; the
    /// column's own name if it is not mapped.
    func name(ofColumn column: String) -> String {
        if isEmpty { return column }
        if let name = self[column] { return name }
        let lowercased = column.lowercased()
        return filter { $0.key.lowercased() == lowercased }.min { $0.key < $1.key }?.value ?? column
    }
}

/// The names that shop systems, merchants' feeds and spreadsheets give to columns,
/// in the languages of the programs.
enum UsualColumnNames {
    /// A name without case, spaces and punctuation.
    static func folded(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.lowercased().unicodeScalars.filter {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                }))
    }

    /// Words of names such as `tax_id` and `id_category`, which identify something else than the record.
    private static let others: Set<String> = [
        "parent", "group", "category", "tax", "brand", "manufacturer", "supplier", "vendor", "shop", "store",
        "site", "set",
        "attribute", "type", "image", "currency", "lang", "language", "user", "customer", "carrier",
        "default", "media",
        "collection", "location", "warehouse",
    ]

    /// Whether a name has the word `id` at its beginning or end, such as `id_product`, `entityId` and `uuid`,
    /// and does not name something else that it identifies.
    static func isIdentifier(_ name: String) -> Bool {
        var words = [""]
        var wasLowercase = false
        for scalar in name.unicodeScalars {
            let isLetter = scalar.properties.isAlphabetic
            if !isLetter || (wasLowercase && scalar.properties.isUppercase) { words.append("") }
            if isLetter { words[words.count - 1] += scalar.properties.lowercaseMapping }
            wasLowercase = scalar.properties.isLowercase
        }
        words.removeAll(where: \.isEmpty)
        let identifiers: Set<String> = ["id", "uuid", "guid"]
        guard let first = words.first, let last = words.last else { return false }
        return (identifiers.contains(first) || identifiers.contains(last)) && others.isDisjoint(with: words)
    }

    /// The member of each folded name, and the name's place in the list: of several columns
    /// the first in the list is taken.
    static let found: [String: (member: String, place: Int)] = {
        var found: [String: (member: String, place: Int)] = [:]
        for (member, names) in names {
            for (place, name) in names.split(separator: ",").enumerated() {
                let key = folded(String(name))
                if found[key] == nil { found[key] = (member, place) }
            }
        }
        return found
    }()

    /// The most usual names first.
    private static let names: [(member: String, names: String)] = [
        (
            "id",
            """
            Variant SKU,SKU,id,Artikelnummer,Artikelnr,Artikel-Nr,Art-Nr,ordernumber,Product Code/SKU,Product Code,Item Number,Item No,\
            Article Number,Part Number,product_id,item_id,uid,Référence,Reference,Référence produit,Référence article,Code article,\
            Referencia,Código,Codice,Codice articolo,Codice prodotto,artikelcode,Numer artykułu,Indeks,Artikul,Артикул,Код,Код товара,\
            Artikelnr.,ürün kodu,Stok kodu,رمز المنتج,رقم المنتج,מק״ט,מקט,קוד מוצר,उत्पाद कोड,商品コード,品番,商品番号,상품코드,상품번호,\
            รหัสสินค้า,商品编号,货号,商品編號,貨號,GTIN,EAN,Barcode,Material,MATNR
            """
        ),
        (
            "group",
            "Handle,URL handle,item_group_id,Product Group ID,Parent SKU,Parent ID,Parent,mainnumber,Main Number,Vaterartikel"
        ),
        (
            "image",
            "Image Src,Product image URL,image_link,image_url,imageUrl,Image URL,cover_media_url,Images,Image,Picture,Bild,Bild-URL,URL de l’image,Imagen,Immagine"
        ),
        (
            "title",
            """
            Title,Name,Product Name,Product Title,Item Name,productName,post_title,Bezeichnung,Artikelbezeichnung,Artikelname,Produktname,\
            Titel,Titre,Nom,Nom du produit,Désignation,Libellé,Título,Nombre,Nombre del producto,Nome,Nome do produto,Titolo,\
            Nome prodotto,Denominazione,Naam,Productnaam,Omschrijving,Nazwa,Nazwa produktu,Tytuł,Название,Наименование,\
            Название товара,Namn,Produktnamn,Benämning,Ad,Ürün adı,Başlık,الاسم,اسم المنتج,العنوان,שם,שם המוצר,כותרת,नाम,\
            उत्पाद का नाम,शीर्षक,商品名,名前,タイトル,상품명,이름,제목,ชื่อ,ชื่อสินค้า,名称,商品名称,标题,名稱,商品名稱,標題,MAKTX,Kurztext
            """
        ),
        (
            "description",
            """
            Body (HTML),Description,Product Description,Long Description,descriptionLong,Long desc,post_content,Beschreibung,Artikelbeschreibung,\
            Langbeschreibung,Descripción,Descrição,Descrizione,Beschrijving,Opis,Описание,Beskrivning,Açıklama,الوصف,תיאור,विवरण,\
            説明,商品説明,설명,คำอธิบาย,รายละเอียด,描述,商品描述,說明,Langtext
            """
        ),
        (
            "summary",
            """
            Summary,Short Description,Short desc,post_excerpt,Kurzbeschreibung,Zusammenfassung,Résumé,Description courte,Descripción corta,Resumen,\
            Resumo,Descrição curta,Descrizione breve,Riepilogo,Korte beschrijving,Samenvatting,Krótki opis,Краткое описание,\
            Kort beskrivning,Kısa açıklama,وصف قصير,תיאור קצר,概要,簡単な説明,요약,สรุป,简短描述,摘要
            """
        ),
        (
            "price",
            """
            Variant Price,Price,Regular price,Price tax included,Price tax incl,price_gross,price_EK,NETPR,Preis,Verkaufspreis,Bruttopreis,VK-Preis,Prix,Prix TTC,Precio,Preço,Prezzo,\
            Prijs,Cena,Цена,Pris,Fiyat,السعر,מחיר,मूल्य,कीमत,価格,単価,가격,ราคา,价格,售价,價格,售價
            """
        ),
        (
            "type",
            """
            scope,scopes,Category,Categories,Categories x y z,Product Category,MATKL,Kategorie,Kategorien,Warengruppe,Catégorie,Catégories,Categoría,Categorias,Categoria,\
            Categorie,Kategoria,Категория,Kategori,الفئة,קטגוריה,श्रेणी,カテゴリー,カテゴリ,카테고리,หมวดหมู่,类别,分类,類別,分類
            """
        ),
        (
            "keywords",
            """
            Tags,Tags x y z,Keywords,Search Keywords,Schlagwörter,Schlagworte,Suchbegriffe,Mots-clés,Étiquettes,Palabras clave,Etiquetas,\
            Palavras-chave,Parole chiave,Tag,Trefwoorden,Słowa kluczowe,Ключевые слова,Теги,Nyckelord,Anahtar kelimeler,كلمات مفتاحية,\
            מילות מפתח,कीवर्ड,キーワード,タグ,키워드,태그,คำสำคัญ,แท็ก,关键词,标签,關鍵字,標籤
            """
        ),
    ]
}
