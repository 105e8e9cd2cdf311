// The names that shop systems, merchants' feeds and spreadsheets use for the members of records.

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

    /// Whether a column with ids has numbers which only the shop system knows, or is not known for ids at all.
    static func isInternalNumber(_ folded: String) -> Bool {
        found[folded]?.member != "id" || internalNumbers.contains(folded)
    }

    /// Whether a name of ids is that of a number by which customers know an article.
    static func isArticleNumber(_ folded: String) -> Bool {
        found[folded]?.member == "id" && !internalNumbers.contains(folded)
            && !uncertainIdentifiers.contains(folded)
    }

    private static let internalNumbers: Set<String> = ["id", "productid", "itemid", "uid"]

    /// Numbers that many articles lack or share, so that they identify records only if the rows show it, and
    /// a material that may be that of the article.
    static let uncertainIdentifiers: Set<String> = ["gtin", "ean", "barcode", "material"]

    /// Words in names such as `tax_id` and `id_category`, which identify something other than the record.
    private static let others: Set<String> = [
        "parent", "group", "category", "tax", "brand", "manufacturer", "supplier", "vendor", "shop", "store",
        "site", "set",
        "attribute", "type", "image", "currency", "lang", "language", "user", "customer", "carrier",
        "default", "media",
        "collection", "location", "warehouse",
    ]

    /// Whether a name has the word `id` at its beginning or end, such as `id_product`, `entityId` and `uuid`,
    /// and does not identify something other than the record.
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

    /// The folded names of columns with the currency of prices.
    static let currencies: Set<String> = [
        "currency", "currencycode", "pricecurrency", "curr", "waers", "währung", "devise", "moneda", "valuta",
        "moeda", "waluta", "валюта", "parabirimi", "العملة", "מטבע", "मुद्रा", "通貨", "통화", "สกุลเงิน", "货币", "貨幣",
        "幣別",
    ]

    /// The member of each folded name, and the name's position in the list: of several columns, the one whose
    /// name comes first is used.
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
            Variant SKU,SKU,id,Artikelnummer,Artikelnr,Artikel-Nr,Art-Nr,ordernumber,Product Code/SKU,Product Code,Item Number,Item No,product_number,\
            Article Number,Part Number,product_id,item_id,uid,Référence,Réf,Reference,Ref,Référence produit,Référence article,Code article,\
            Referencia,Código,Codice,Codice articolo,Codice prodotto,artikelcode,Numer artykułu,Indeks,Artikul,Артикул,Код,Код товара,\
            Artikelnr.,ürün kodu,Stok kodu,رمز المنتج,رقم المنتج,מק״ט,מקט,קוד מוצר,उत्पाद कोड,商品コード,品番,商品番号,상품코드,상품번호,\
            รหัสสินค้า,商品编号,货号,商品編號,貨號,MATNR,Materialnummer,GTIN,EAN,Barcode,Material
            """
        ),
        (
            "attributes.brand",
            """
            Brand,Brand Name,Brands,Vendor,manufacturer_name,Manufacturer,Marke,Marken,Markenname,Hersteller,Herstellername,Marque,Fabricant,Marca,\
            Fabricante,Produttore,Merk,Marka,Producent,Бренд,Марка,Производитель,Märke,Varumärke,Tillverkare,العلامة التجارية,الماركة,\
            מותג,יצרן,ब्रांड,निर्माता,ブランド,メーカー,브랜드,제조사,แบรนด์,ยี่ห้อ,品牌,制造商,製造商,supplier
            """
        ),
        (
            "attributes.color",
            """
            Color,Colour,Farbe,Couleur,Coloris,Cor,Colore,Kleur,Kolor,Цвет,Färg,Renk,اللون,צבע,रंग,色,カラー,색상,색깔,สี,颜色,顏色
            """
        ),
        (
            "attributes.size",
            """
            Size,Größe,Groesse,Taille,Pointure,Talla,Tamaño,Tamanho,Taglia,Misura,Maat,Rozmiar,Размер,Storlek,Beden,المقاس,الحجم,\
            מידה,גודל,आकार,साइज़,サイズ,사이즈,크기,ขนาด,ไซส์,尺码,尺寸,尺碼
            """
        ),
        (
            "group",
            """
            Handle,URL handle,item_group_id,Product Group ID,Parent SKU,Parent ID,Parent,mainnumber,Main Number,Vaterartikel,\
            Übergeordnetes Produkt,Produit parent,Superior,configurable_variations,Item Type,Item
            """
        ),
        (
            "image",
            """
            Image Src,Product image URL,image_link,image_url,imageUrl,Image URL,Image URLs x y z,cover_media_url,\
            Internal Image URL Export,Images,Image,base_image,Picture,Bild,Bilder,Bild-URL,URL de l’image,Imagen,Imágenes,Immagine,Immagini
            """
        ),
        (
            "title",
            """
            Title,Name,Product Name,Product Title,Item Name,productName,post_title,Bezeichnung,Artikelbezeichnung,Artikelname,Produktname,\
            Titel,Titre,Nom,Nom du produit,Désignation,Libellé,Título,Nombre,Nombre del producto,Nome,Nome do produto,Titolo,\
            Nome prodotto,Denominazione,Naam,Productnaam,Omschrijving,Nazwa,Nazwa produktu,Tytuł,Название,Наименование,\
            Название товара,Namn,Produktnamn,Benämning,Ad,Ürün adı,Başlık,الاسم,اسم المنتج,العنوان,שם,שם המוצר,כותרת,नाम,\
            उत्पाद का नाम,शीर्षक,商品名,名前,タイトル,상품명,이름,제목,ชื่อ,ชื่อสินค้า,名称,商品名称,标题,名稱,商品名稱,標題,MAKTX,Materialkurztext,\
            Material description,Kurztext
            """
        ),
        (
            "description",
            """
            Body (HTML),Description,Product Description,Long Description,descriptionLong,Long desc,post_content,Beschreibung,Artikelbeschreibung,\
            Langbeschreibung,Descripción,Descrição,Descrizione,Beschrijving,Opis,Описание,Beskrivning,Açıklama,الوصف,תיאור,विवरण,\
            説明,商品説明,설명,คำอธิบาย,รายละเอียด,描述,商品描述,說明,Langtext,Item Description,Product Desc,Descr,Desc
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
            Variant Price,Price,Regular price,Price tax included,Price tax incl,Price tax excluded,Price tax excl,price_gross,price_EK,\
            NETPR,Preis,Regulärer Preis,Verkaufspreis,Bruttopreis,VK-Preis,VK brutto,Preis brutto,VK,Prix,Prix TTC,Tarif régulier,Prix HT,\
            Precio,Precio normal,Preço,Prezzo,Prezzo di listino,\
            Prijs,Cena,Цена,Pris,Fiyat,السعر,מחיר,मूल्य,कीमत,価格,単価,가격,ราคา,价格,售价,價格,售價,Unit Price
            """
        ),
        (
            "type",
            """
            scope,scopes,Category,Categories,Categories x y z,Product Category,MATKL,Kategorie,Kategorien,Warengruppe,Catégorie,Catégories,Categoría,Categorias,Categoria,\
            Categorie,Kategoria,Категория,Kategori,الفئة,קטגוריה,श्रेणी,カテゴリー,カテゴリ,카테고리,หมวดหมู่,类别,分类,類別,分類,product_type,google_product_category,Product Group,Item Group,Artikelgruppe,GRP
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
