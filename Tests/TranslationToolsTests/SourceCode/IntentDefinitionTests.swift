// Intent definitions have the texts that Xcode writes into `.strings` files.

import Testing

@testable import TranslationTools

@Suite struct IntentDefinitionTests {
    private func texts(_ members: String) -> [String] {
        let list = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict>\(members)</dict></plist>"
        let file = InterfaceFile(path: "Base.lproj/Intents.intentdefinition", bytes: Array(list.utf8))
        #expect(file.table == "Intents")
        return file.texts.map { "\($0.key)=\($0.value)" }
    }

    private func strings(_ members: KeyValuePairs<String, String>) -> String {
        members.map { "<key>\($0.key)</key><string>\($0.value)</string>" }.joined()
    }

    private func array(_ key: String, _ elements: String...) -> String {
        "<key>\(key)</key><array>" + elements.map { "<dict>\($0)</dict>" }.joined() + "</array>"
    }

    /// An identifier without a text beside it stands for no text.
    @Test func identifiersAreTheKeysOfTheTextsBesideThem() {
        let parameter =
            strings(["INIntentParameterDisplayName": "Account", "INIntentParameterDisplayNameID": "OL6lkx"])
            + "<key>INIntentParameterMetadata</key><dict>"
            + strings(["INIntentParameterMetadataDefaultValueID": "2V4PKr"]) + "</dict>"
            + array(
                "INIntentParameterPromptDialogs",
                strings([
                    "INIntentParameterPromptDialogFormatString": "Which?",
                    "INIntentParameterPromptDialogFormatStringID": "sOLUtG",
                ]))
        let intent =
            strings([
                "INIntentDescriptionID": "B9KyhZ", "INIntentTitle": "Latest &amp; more",
                "INIntentTitleID": "ZLZ6sg", "INIntentName": "Latest",
            ]) + array("INIntentParameters", parameter)
        #expect(
            texts(array("INIntents", intent)).sorted() == [
                "OL6lkx=Account", "ZLZ6sg=Latest & more", "sOLUtG=Which?",
            ])
    }

    /// Xcode writes out what the text says for each value, but for the one that stands for none.
    @Test func aTextThatShowsAnEnumerationIsOneForEachValue() {
        func value(_ name: String, _ identifier: String) -> String {
            strings([
                "INEnumValueDisplayName": name, "INEnumValueDisplayNameID": identifier,
                "INEnumValueName": name,
            ])
        }
        let enumeration =
            strings(["INEnumName": "Size"])
            + array("INEnumValues", value("unknown", "aaaaaa"), value("S", "bbbbbb"), value("L", "cccccc"))
        let parameter = strings(["INIntentParameterEnumType": "Size", "INIntentParameterName": "size"])
        let intent =
            strings(["INIntentTitle": "Order ${size} of ${what}", "INIntentTitleID": "dddddd"])
            + array("INIntentParameters", parameter)
        #expect(
            texts(array("INEnums", enumeration) + array("INIntents", intent)) == [
                "bbbbbb=S", "cccccc=L", "dddddd-bbbbbb=Order S of ${what}",
                "dddddd-cccccc=Order L of ${what}",
            ])
    }

    @Test(arguments: [
        "", "<plist", "bplist00", "<plist><array/></plist>", "<plist><dict><key>a</key></dict></plist>",
    ])
    func brokenFilesHaveNoTexts(text: String) {
        #expect(InterfaceFile(path: "A.intentdefinition", bytes: Array(text.utf8)).texts.isEmpty)
    }
}
