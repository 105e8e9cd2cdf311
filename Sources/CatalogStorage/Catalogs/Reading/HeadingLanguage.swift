// Determines the language of an export's headings, which is probably that of its texts.

internal import CatalogSearch

/// The languages of headings.
enum HeadingLanguage {
    /// The language of most of the headings that only some languages have; `nil` if fewer than two headings
    /// tell it, or as many tell another one.
    static func language(of columns: [String]) -> String? {
        var votes: [String: Int] = [:]
        for column in Set(columns.map(UsualColumnNames.folded)) {
            for language in languages[column] ?? [] { votes[language, default: 0] += 1 }
        }
        let most = votes.values.max() ?? 0
        let found = votes.filter { $0.value == most }.map(\.key)
        guard most >= 2, let language = found.first, found.count == 1 else { return nil }
        return language
    }

    /// Splits `DESCR_DE` into the name and the language in lowercase; `nil` for names without a language.
    static func suffix(of name: String) -> (base: String, language: String)? {
        let trimmed = name.last == ")" ? name.dropLast() : name[...]
        guard let mark = trimmed.lastIndex(where: { "_- (.".contains($0) }) else { return nil }
        let suffix = trimmed[trimmed.index(after: mark)...].lowercased()
        // `item_no` and `name_id` are more often a number and an id than Norwegian and Indonesian.
        guard suffix.utf8.count == 2, suffix != "id", suffix != "no", let locale = LocaleIdentifier(suffix),
            locale.isKnown
        else { return nil }
        return (String(trimmed[..<mark]), suffix)
    }

    /// The languages that have a heading, by its folded name.
    private static let languages: [String: [String]] = {
        var languages: [String: [String]] = [:]
        for (language, names) in names {
            for name in Set(names.split(separator: ",").map { UsualColumnNames.folded(String($0)) }) {
                languages[name, default: []].append(language)
            }
        }
        return languages
    }()

    private static let names: [(language: String, names: String)] = [
        (
            "de",
            """
            Artikelnummer,Artikelnr,Artikel-Nr,Art-Nr,Artikelnr.,Bezeichnung,Artikelbezeichnung,\
            Artikelname,Produktname,Beschreibung,Artikelbeschreibung,Kurzbeschreibung,\
            Langbeschreibung,Zusammenfassung,Preis,Verkaufspreis,Bruttopreis,VK-Preis,Kategorie,\
            Kategorien,Warengruppe,Marke,Hersteller,Farbe,Größe,Schlagwörter,Suchbegriffe,Bestand,\
            Lagerbestand,Bild,Menge,Gewicht,Kurztext,Langtext
            """
        ),
        (
            "fr",
            """
            Référence,Référence produit,Référence article,Code article,Titre,Nom,Nom du produit,\
            Désignation,Libellé,Résumé,Description courte,Prix,Prix TTC,Prix HT,Catégorie,Catégories,\
            Marque,Fabricant,Couleur,Coloris,Taille,Pointure,Mots-clés,Étiquettes,Quantité,Poids,\
            URL de l’image
            """
        ),
        (
            "es",
            """
            Referencia,Código,Título,Nombre,Nombre del producto,Descripción,Descripción corta,Resumen,\
            Precio,Categoría,Categorías,Fabricante,Talla,Tamaño,Palabras clave,Etiquetas,Existencias,\
            Cantidad,Imagen
            """
        ),
        (
            "pt",
            """
            Nome,Nome do produto,Descrição,Descrição curta,Resumo,Preço,Categoria,Cor,Tamanho,\
            Palavras-chave,Estoque,Quantidade,Imagem
            """
        ),
        (
            "it",
            """
            Codice,Codice articolo,Codice prodotto,Titolo,Nome,Nome prodotto,Denominazione,\
            Descrizione,Descrizione breve,Prezzo,Categoria,Marca,Produttore,Colore,Taglia,Misura,\
            Parole chiave,Giacenza,Quantità,Immagine
            """
        ),
        (
            "nl",
            """
            artikelcode,Naam,Productnaam,Omschrijving,Beschrijving,Korte beschrijving,Samenvatting,\
            Prijs,Categorie,Merk,Kleur,Maat,Trefwoorden,Voorraad,Afbeelding
            """
        ),
        (
            "pl",
            """
            Numer artykułu,Indeks,Nazwa,Nazwa produktu,Tytuł,Opis,Krótki opis,Cena,Kategoria,Marka,\
            Producent,Kolor,Rozmiar,Słowa kluczowe,Stan,Ilość,Zdjęcie
            """
        ),
        (
            "ru",
            """
            Артикул,Код товара,Название,Наименование,Название товара,Описание,Краткое описание,Цена,\
            Категория,Бренд,Производитель,Цвет,Размер,Ключевые слова,Остаток,Количество
            """
        ),
        (
            "sv",
            """
            Namn,Produktnamn,Benämning,Beskrivning,Kort beskrivning,Pris,Märke,Varumärke,Färg,Storlek,\
            Nyckelord,Lagersaldo
            """
        ),
        (
            "tr",
            """
            ürün kodu,Stok kodu,Ad,Ürün adı,Başlık,Açıklama,Kısa açıklama,Fiyat,Kategori,Marka,Renk,\
            Beden,Anahtar kelimeler,Stok
            """
        ),
        (
            "ar",
            """
            رمز المنتج,رقم المنتج,الاسم,اسم المنتج,العنوان,الوصف,وصف قصير,السعر,الفئة,\
            العلامة التجارية,الماركة,اللون,المقاس,كلمات مفتاحية
            """
        ),
        (
            "he",
            """
            מק״ט,מקט,קוד מוצר,שם,שם המוצר,כותרת,תיאור,תיאור קצר,מחיר,קטגוריה,מותג,יצרן,צבע,מידה,\
            מילות מפתח
            """
        ),
        (
            "hi",
            """
            उत्पाद कोड,नाम,उत्पाद का नाम,शीर्षक,विवरण,मूल्य,कीमत,श्रेणी,ब्रांड,रंग,आकार,कीवर्ड
            """
        ),
        (
            "ja",
            """
            商品コード,品番,商品番号,商品名,名前,タイトル,説明,商品説明,概要,価格,単価,カテゴリー,カテゴリ,ブランド,メーカー,色,カラー,サイズ,キーワード,タグ,在庫
            """
        ),
        (
            "ko",
            """
            상품코드,상품번호,상품명,이름,제목,설명,요약,가격,카테고리,브랜드,제조사,색상,사이즈,크기,키워드,태그,재고
            """
        ),
        (
            "th",
            """
            รหัสสินค้า,ชื่อ,ชื่อสินค้า,คำอธิบาย,รายละเอียด,สรุป,ราคา,หมวดหมู่,แบรนด์,ยี่ห้อ,สี,ขนาด,\
            คำสำคัญ
            """
        ),
        (
            "zh_Hans",
            """
            商品编号,货号,名称,商品名称,标题,描述,商品描述,简短描述,价格,售价,类别,分类,品牌,颜色,尺码,尺寸,关键词,标签,库存
            """
        ),
        (
            "zh_Hant",
            """
            商品編號,貨號,名稱,商品名稱,標題,說明,價格,售價,類別,分類,品牌,顏色,尺碼,尺寸,關鍵字,標籤,庫存
            """
        ),
    ]
}
