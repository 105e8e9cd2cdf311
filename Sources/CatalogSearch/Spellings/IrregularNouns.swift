// Nouns whose plural no rule gives, in languages other than English.

/// Plurals that have another stem or another vowel, from the grammars of each language.
enum IrregularNouns {
    /// Plurals and singulars, by language.
    private static let nouns: [String: [(String, String)]] = [
        "ar": [
            ("أحذية", "حذاء"), ("قمصان", "قميص"), ("أقلام", "قلم"), ("أبواب", "باب"), ("كؤوس", "كأس"),
            // Colors: the feminine of afʿal is faʿlāʾ.
            ("حمراء", "أحمر"), ("زرقاء", "أزرق"), ("صفراء", "أصفر"), ("سوداء", "أسود"), ("بيضاء", "أبيض"),
            ("خضراء", "أخضر"),
        ],
        "cs": [
            ("lidé", "člověk"), ("děti", "dítě"), ("oči", "oko"), ("uši", "ucho"), ("ruce", "ruka"),
            ("dny", "den"),
            ("přátelé", "přítel"), ("koně", "kůň"), ("psi", "pes"), ("stoly", "stůl"), ("domy", "dům"),
            ("nože", "nůž"), ("psy", "pes"), ("stolů", "stůl"), ("domů", "dům"), ("nožů", "nůž"),
        ],
        "da": [
            ("bøger", "bog"), ("fødder", "fod"), ("hænder", "hånd"), ("mænd", "mand"), ("nætter", "nat"),
            ("tænder", "tand"), ("børn", "barn"), ("ænder", "and"), ("gæs", "gås"), ("kræfter", "kraft"),
            ("rødder", "rod"), ("stænger", "stang"), ("byer", "by"), ("brødre", "bror"), ("døtre", "datter"),
        ],
        "de": [
            ("hohe", "hoch"), ("hohen", "hoch"), ("kakteen", "kaktus"), ("viren", "virus"),
            ("globen", "globus"), ("zyklen", "zyklus"),
            ("radien", "radius"),
            ("boni", "bonus"), ("atlanten", "atlas"), ("stadien", "stadion"), ("themen", "thema"),
            ("firmen", "firma"),
            ("villen", "villa"), ("pizzen", "pizza"), ("skalen", "skala"), ("arenen", "arena"),
            ("agenden", "agenda"),
            ("prismen", "prisma"), ("dramen", "drama"), ("schemata", "schema"), ("schemen", "schema"),
            ("aromen", "aroma"),
            ("kommata", "komma"), ("veranden", "veranda"), ("konten", "konto"), ("risiken", "risiko"),
            ("fresken", "fresko"),
            ("epen", "epos"), ("mythen", "mythos"), ("basen", "basis"), ("praxen", "praxis"),
            ("indizes", "index"), ("matrizen", "matrix"), ("materialien", "material"),
            ("prinzipien", "prinzip"), ("fossilien", "fossil"), ("textilien", "textil"),
            ("mineralien", "mineral"),
        ],
        "el": [("ρολόγια", "ρολόι"), ("τσάγια", "τσάι"), ("κομπολόγια", "κομπολόι"), ("χρόνια", "χρόνος")],
        "es": [
            ("jerséis", "jersey"), ("caracteres", "carácter"), ("regímenes", "régimen"),
            ("especímenes", "espécimen"),
            ("jóvenes", "joven"),
        ],
        "fi": [
            ("miehet", "mies"), ("lapset", "lapsi"), ("tyttäret", "tytär"), ("sisaret", "sisar"),
            ("kevään", "kevät"),
        ],
        "fr": [
            ("yeux", "œil"), ("yeux", "oeil"), ("cieux", "ciel"), ("messieurs", "monsieur"),
            ("mesdames", "madame"),
            ("mesdemoiselles", "mademoiselle"), ("aïeux", "aïeul"), ("bonshommes", "bonhomme"),
            // Feminine adjectives.
            ("belle", "beau"), ("nouvelle", "nouveau"), ("vieille", "vieux"), ("fausse", "faux"),
            ("rousse", "roux"), ("fraîche", "frais"), ("folle", "fou"), ("molle", "mou"), ("sèche", "sec"),
        ],
        "he": [
            ("אנשים", "איש"), ("נשים", "אישה"), ("נשים", "אשה"), ("בתים", "בית"), ("ערים", "עיר"),
            ("בנות", "בת"),
            ("אחיות", "אחות"), ("שנים", "שנה"), ("מילים", "מילה"), ("ביצים", "ביצה"), ("אבות", "אב"),
            ("שמות", "שם"),
            // Colors, whose feminine a label does not have.
            ("אדומה", "אדום"), ("כחולה", "כחול"), ("ירוקה", "ירוק"), ("שחורה", "שחור"), ("לבנה", "לבן"),
            ("צהובה", "צהוב"), ("ורודה", "ורוד"), ("סגולה", "סגול"), ("כתומה", "כתום"), ("אפורה", "אפור"),
            ("חומה", "חום"),
        ],
        "hi": [("हरी", "हरा"), ("हरे", "हरा")],
        "hu": [
            ("lovak", "ló"), ("tavak", "tó"), ("kövek", "kő"), ("füvek", "fű"), ("szavak", "szó"),
            ("nyarak", "nyár"),
            ("kezek", "kéz"), ("egerek", "egér"), ("utak", "út"), ("vizek", "víz"), ("tüzek", "tűz"),
            ("madarak", "madár"),
            ("nevek", "név"), ("telek", "tél"), ("hidak", "híd"), ("fonalak", "fonál"), ("poharak", "pohár"),
            ("tehenek", "tehén"), ("szekerek", "szekér"), ("kosarak", "kosár"), ("levelek", "levél"),
            ("bokrok", "bokor"),
            ("tükrök", "tükör"), ("ökrök", "ökör"), ("álmok", "álom"), ("tornyok", "torony"),
            ("dolgok", "dolog"),
        ],
        "it": [
            ("uomini", "uomo"), ("dei", "dio"), ("buoi", "bue"), ("templi", "tempio"), ("uova", "uovo"),
            ("dita", "dito"),
            ("paia", "paio"), ("gentiluomini", "gentiluomo"),
        ],
        "nb": [
            ("bøker", "bok"), ("føtter", "fot"), ("hender", "hånd"), ("menn", "mann"), ("netter", "natt"),
            ("tenner", "tann"), ("ender", "and"), ("gjess", "gås"), ("krefter", "kraft"), ("røtter", "rot"),
            ("stenger", "stang"), ("bønder", "bonde"), ("brødre", "bror"), ("døtre", "datter"),
        ],
        "nl": [
            ("steden", "stad"), ("schepen", "schip"), ("leden", "lid"), ("smeden", "smid"), ("koeien", "koe"),
            ("vlooien", "vlo"),
            ("kalveren", "kalf"), ("musea", "museum"), ("centra", "centrum"),
        ],
        "pl": [
            ("ludzie", "człowiek"), ("lata", "rok"), ("bracia", "brat"), ("dzieci", "dziecko"),
            ("oczy", "oko"), ("uszy", "ucho"),
            ("ręce", "ręka"), ("księża", "ksiądz"), ("tygodnie", "tydzień"),
        ],
        "pt": [
            ("pães", "pão"), ("paes", "pao"), ("cães", "cão"), ("caes", "cao"), ("mãos", "mão"),
            ("maos", "mao"),
            ("males", "mal"), ("cônsules", "cônsul"), ("caracteres", "caráter"),
        ],
        "ru": [
            ("люди", "человек"), ("людей", "человек"), ("дети", "ребёнок"), ("дети", "ребенок"),
            ("детей", "ребёнок"),
            ("детей", "ребенок"), ("друзья", "друг"), ("сыновья", "сын"), ("уши", "ухо"), ("цветы", "цветок"),
            ("стулья", "стул"), ("листья", "лист"), ("деревья", "дерево"), ("братья", "брат"),
            ("крылья", "крыло"),
            ("матери", "мать"), ("дочери", "дочь"), ("имена", "имя"), ("времена", "время"),
            ("котята", "котёнок"),
        ],
        // Names of colors, alone and with the word for color.
        "ko": [
            ("빨간색", "빨강"), ("파란색", "파랑"), ("노란색", "노랑"), ("하얀색", "하양"), ("까만색", "까망"), ("검은색", "검정"),
            ("녹색", "초록"), ("초록색", "초록"), ("보라색", "보라"), ("흰색", "하양"),
        ],
        "sv": [
            ("skor", "sko"), ("ögon", "öga"), ("öron", "öra"), ("böcker", "bok"), ("händer", "hand"),
            ("fötter", "fot"), ("rötter", "rot"), ("män", "man"),
            ("söner", "son"), ("tänder", "tand"), ("nätter", "natt"), ("städer", "stad"), ("länder", "land"),
            ("stränder", "strand"), ("tänger", "tång"), ("gäss", "gås"), ("möss", "mus"), ("löss", "lus"),
            ("bröder", "bror"), ("döttrar", "dotter"), ("mödrar", "moder"), ("bönder", "bonde"),
            ("ränder", "rand"), ("spänger", "spång"), ("stänger", "stång"), ("nötter", "nöt"),
            // The neuter of adjectives in -d.
            ("rött", "röd"), ("brett", "bred"), ("glatt", "glad"), ("hett", "het"), ("vitt", "vit"),
        ],
        "ro": [
            ("mese", "masă"), ("fete", "fată"), ("fețe", "față"), ("pene", "pană"), ("cărți", "carte"),
            ("oglinzi", "oglindă"), ("scări", "scară"), ("veste", "vestă"),
        ],
        "tr": [("rengi", "renk"), ("renkler", "renk")],
        "uk": [
            ("люди", "людина"), ("діти", "дитина"), ("друзі", "друг"), ("очі", "око"), ("вуха", "вухо"),
            ("імена", "ім'я"),
        ],
    ]

    /// The other forms by language and word. A plural may have several singulars.
    private static let forms = nouns.mapValues { pairs in
        pairs.reduce(into: [String: [String]]()) { forms, pair in
            forms[pair.0, default: []].append(pair.1)
            forms[pair.1, default: []].append(pair.0)
        }
    }

    /// The other forms of a word in lower case; nearly all words have none.
    static func others(of word: String, _ language: String) -> [String] {
        forms[language == "nn" || language == "no" ? "nb" : language]?[word] ?? []
    }
}
