// English words whose forms no rule gives.

/// Irregular plurals of English nouns (A Comprehensive Grammar of the English Language, 5.81 to 5.103), which
/// stemming does not join.
enum EnglishForms {
    private static let plurals: [(String, String)] = [
        ("mouse", "mice"), ("louse", "lice"), ("dormouse", "dormice"), ("man", "men"), ("woman", "women"),
        ("child", "children"), ("ox", "oxen"), ("foot", "feet"), ("tooth", "teeth"), ("goose", "geese"),
        ("person", "people"), ("die", "dice"), ("penny", "pence"), ("knife", "knives"), ("life", "lives"),
        ("wife", "wives"), ("housewife", "housewives"), ("midwife", "midwives"), ("penknife", "penknives"),
        ("leaf", "leaves"), ("loaf", "loaves"), ("half", "halves"), ("calf", "calves"), ("shelf", "shelves"),
        ("bookshelf", "bookshelves"), ("self", "selves"), ("elf", "elves"), ("wolf", "wolves"),
        ("thief", "thieves"), ("sheaf", "sheaves"), ("scarf", "scarves"), ("hoof", "hooves"),
        ("dwarf", "dwarves"), ("wharf", "wharves"), ("cactus", "cacti"), ("fungus", "fungi"),
        ("nucleus", "nuclei"), ("radius", "radii"), ("stimulus", "stimuli"), ("syllabus", "syllabi"),
        ("alumnus", "alumni"), ("focus", "foci"), ("terminus", "termini"), ("bacillus", "bacilli"),
        ("crocus", "croci"), ("hippopotamus", "hippopotami"), ("octopus", "octopi"), ("analysis", "analyses"),
        ("axis", "axes"), ("basis", "bases"), ("crisis", "crises"), ("diagnosis", "diagnoses"),
        ("hypothesis", "hypotheses"), ("oasis", "oases"), ("thesis", "theses"), ("synthesis", "syntheses"),
        ("parenthesis", "parentheses"), ("ellipsis", "ellipses"), ("emphasis", "emphases"),
        ("criterion", "criteria"), ("phenomenon", "phenomena"), ("automaton", "automata"),
        ("bacterium", "bacteria"), ("curriculum", "curricula"), ("datum", "data"), ("medium", "media"),
        ("memorandum", "memoranda"), ("millennium", "millennia"), ("ovum", "ova"), ("spectrum", "spectra"),
        ("stratum", "strata"), ("symposium", "symposia"), ("aquarium", "aquaria"), ("stadium", "stadia"),
        ("podium", "podia"), ("addendum", "addenda"), ("erratum", "errata"), ("appendix", "appendices"),
        ("index", "indices"), ("matrix", "matrices"), ("vertex", "vertices"), ("vortex", "vortices"),
        ("codex", "codices"), ("helix", "helices"), ("alga", "algae"), ("antenna", "antennae"),
        ("formula", "formulae"), ("larva", "larvae"), ("nebula", "nebulae"), ("vertebra", "vertebrae"),
        ("genus", "genera"), ("opus", "opera"), ("corpus", "corpora"), ("bureau", "bureaux"),
        ("tableau", "tableaux"), ("plateau", "plateaux"), ("gateau", "gateaux"), ("chateau", "chateaux"),
        ("beau", "beaux"), ("trousseau", "trousseaux"), ("quiz", "quizzes"),
        ("stigma", "stigmata"), ("schema", "schemata"),
        ("cherub", "cherubim"), ("graffito", "graffiti"), ("biscotto", "biscotti"), ("panino", "panini"),
        ("virtuoso", "virtuosi"), ("libretto", "libretti"), ("tempo", "tempi"),
        ("gentleman", "gentlemen"), ("fireman", "firemen"), ("policeman", "policemen"),
        ("fisherman", "fishermen"), ("snowman", "snowmen"), ("sportswoman", "sportswomen"),
        ("businesswoman", "businesswomen"), ("grandchild", "grandchildren"), ("stepchild", "stepchildren"),
        ("eyetooth", "eyeteeth"),
    ]

    private static let others: [String: [String]] = plurals.reduce(into: [:]) { others, pair in
        others[pair.0, default: []].append(pair.1)
        others[pair.1, default: []].append(pair.0)
    }

    /// The other forms of a word: irregular ones, and those of words too short for
    /// stemming, with and without `s`.
    static func others(of word: String) -> [String] {
        let word = word.lowercased()
        // `womens` is also `woman's`.
        if let known = others[word] ?? (word.without("'s") ?? word.without("s")).flatMap({ others[$0] }) {
            return known.flatMap { [$0, $0 + "'s"] }
        }
        guard word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return [] }
        let isPlural = word.hasSuffix("s") && !word.hasSuffix("ss") && word.utf8.count > 2
        let singular = isPlural ? String(word.dropLast()) : word
        // Stemming removes the s of longer words, unless their only vowel is before it: `bras`.
        guard singular.utf8.count == 2 || singular.utf8.count == 3 && "aeiou".contains(singular.last!) else {
            return []
        }
        return [isPlural ? singular : word + "s"]
    }
}
