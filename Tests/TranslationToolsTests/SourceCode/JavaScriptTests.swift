// Which keys JavaScript, TypeScript and components of Vue use.

import Testing

@testable import TranslationTools

@Suite struct JavaScriptTests {
    private static let jsx = SourceLanguage.javaScript(hasElements: true)

    private func file(_ text: String, _ language: SourceLanguage = jsx) -> SourceFile {
        SourceFile(path: "file", bytes: Array(text.utf8), language: language)
    }

    /// The keys of calls in their order, with the tables that they name.
    private func keys(_ text: String, _ language: SourceLanguage = jsx) -> [String] {
        file(text, language).calls.map { call in
            if case .named(let table) = call.table { "\(table)/\(call.key)" } else { call.key }
        }
    }

    // MARK: i18next, next-intl, Vue I18n

    @Test(arguments: [
        (
            "import { useTranslation } from 'react-i18next'; const { t } = useTranslation(); t('cart.title')",
            ["cart.title"]
        ),
        ("i18n.t(\"a\"); i18next.t(`b`); this.$t('c'); i18n.global.t('d')", ["a", "b", "c", "d"]),
        ("const { t: tr, i18n } = useTranslation('shop'); tr('x', { count: 2 })", ["x"]),
        ("const [t] = useTranslation(); t('x', 'Default')", ["x"]),
        ("const { t } = useTranslation('shop', { keyPrefix: 'cart' }); t('title')", ["cart.title"]),
        (
            "const t = useTranslations('Home'); t('title'); t.rich('text', { b: (x) => x })",
            ["Home.title", "Home.text"]
        ),
        ("const t = await getTranslations({ locale, namespace: 'Home' }); t('title')", ["Home.title"]),
        ("i18n.t('shop:cart.title'); i18n.t('x', { ns: 'shop' })", ["shop/cart.title", "shop/x"]),
        ("i18n.t('Note: this'); i18n.t(ok ? 'yes' : 'no')", ["Note: this", "yes", "no"]),
        ("import i18n from './i18n'; export default function A({ t }) { return t('a') }", ["a"]),
    ])
    func functionsOfLibrariesTakeKeys(text: String, expected: [String]) {
        #expect(keys(text) == expected)
    }

    @Test func aFunctionCalledTIsNoneOfALibraryWithoutOne() {
        #expect(keys("import t from 'tape'; t('adds numbers', () => {}); const t2 = test.t('x')") == [])
    }

    @Test func defaultsCommentsAndPluralsAreKnown() throws {
        let calls = file(
            "i18n.t('a', { defaultValue: 'A', context: 'male' }); i18n.t('b', 'B'); ngettext('one', 'many', n)"
        ).calls
        #expect(calls.map(\.value) == ["A", "B", nil])
        #expect(calls.map(\.hasContext) == [true, false, false])
        #expect(calls.map(\.plural) == [nil, nil, "many"])
    }

    // MARK: FormatJS

    @Test func messagesOfFormatJSAreDescriptors() {
        let source = file(
            """
            intl.formatMessage({ id: 'a', defaultMessage: 'A', description: 'about' }, { n: 1 });
            const messages = defineMessages({ greeting: { id: "b", defaultMessage: `B` } });
            formatMessage({ id: 'c' });
            const other = { id: 'd', label: 'x' };
            """)
        #expect(source.calls.map(\.key) == ["a", "b", "c"])
        #expect(source.calls.map(\.value) == ["A", "B", nil])
        #expect(source.calls.map(\.comment) == ["about", nil, nil])
    }

    // MARK: Elements

    @Test(arguments: [
        ("return <Trans i18nKey=\"a\" defaults='A' />;", ["a"]),
        ("const x = <FormattedMessage id={'b'} defaultMessage=\"B\" values={{ n: <b>{n}</b> }} />", ["b"]),
        (
            "return (<p>Don't {i18n.t('c')} it's {ok && <b title={i18n.t('d')}>x</b>}</p>); i18n.t('e')",
            ["c", "d", "e"]
        ),
        ("return <>{list.map((x) => <li key={x}>{i18n.t('f')}</li>)}</>; i18n.t('g')", ["f", "g"]),
        ("if (a < b && c > d) i18n.t('h'); const f = <T,>(x: T) => i18n.t('i')", ["h", "i"]),
        ("const f = <T extends object>(x: T) => i18n.t('j'); a = b <c> d; i18n.t('k')", ["j", "k"]),
        ("return <a {...props} /* no's */ disabled>{/* it's */ i18n.t('l')}</a>", ["l"]),
    ])
    func elementsAndCodeInThemAreRead(text: String, expected: [String]) {
        #expect(keys(text) == expected)
    }

    @Test func textOfElementsCountsAsLiteral() {
        let literals = file("return <Trans>\n  Save  all &amp; close\n</Trans>").literals
        #expect(literals == ["Save all & close"])
    }

    @Test func typesInAnglesAreNoElementsInTypeScript() {
        let source = "const x = <string>y; i18n.t('a'); z = '</string>'; i18n.t('b')"
        #expect(keys(source, .javaScript(hasElements: false)) == ["a", "b"])
    }

    // MARK: Components

    @Test func componentsHaveCodeInMarkupAndScripts() {
        let source = """
            <script setup lang="ts">
            import { useI18n } from 'vue-i18n'
            const { t } = useI18n(); const title = t('a')
            </script>
            <template>
              <!-- {{ $t('no') }} -->
              <p :title="$t('b')" v-if="x > 1" @click="say($t('c'))">Don't {{ $t("d", { n }) }} it's</p>
              <i18n-t keypath="e" tag="p"><b>{{ t('f') }}</b></i18n-t>
              <img alt="$t('no')">
            </template>
            <style scoped>p { content: 'no'; } /* it's */</style>
            """
        #expect(keys(source, .component) == ["a", "b", "c", "d", "e", "f"])
        #expect(
            file(source, .component).calls.map { "\($0.position)" } == [
                "3:42", "7:17", "7:51", "7:70", "8:19", "8:39",
            ])
    }

    // MARK: Uses

    @Test func keysThatAreNotWrittenInOnePieceAreUsed() {
        let uses = SourceUses([
            file(
                """
                const t = useTranslations('Home'); t('title'); t(`state.${x}`); t.raw('list');
                i18n.t('friend', { context: c }); i18n.t('steps', { returnObjects: true });
                """)
        ])
        for key in ["Home.title", "Home.state.open", "Home.list.0", "friend", "friend_male", "steps.first"] {
            #expect(uses.uses(key, table: "any"), "\(key)")
        }
        for key in ["Other.title", "friends", "state.open"] {
            #expect(!uses.uses(key, table: "any"), "\(key)")
        }
    }

    @Test func aNameBoundTwiceMayHaveEitherPrefix() {
        let source = file(
            "const t = useTranslations('A'); t('x'); function f() { const t = useTranslations('B'); t('y') }")
        #expect(source.calls.isEmpty)
        let uses = SourceUses([source])
        for key in ["A.x", "B.x", "A.y", "B.y"] { #expect(uses.uses(key, table: "any")) }
    }
}
