// The functions and constants of CICU.h. Only this file includes ICU's headers.

#include "CICU.h"

#include <unicode/ubrk.h>
#include <unicode/ucal.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ucol.h>
#include <unicode/ucoleitr.h>
#include <unicode/ucurr.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/uldnames.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>
#include <unicode/unum.h>
#include <unicode/unumberformatter.h>
#include <unicode/upluralrules.h>
#include <unicode/ures.h>
#include <unicode/usearch.h>
#include <unicode/uset.h>
#include <unicode/utrans.h>

// MARK: Constants

// Status, general categories, and values of properties
const int32_t ICU_U_BUFFER_OVERFLOW_ERROR = U_BUFFER_OVERFLOW_ERROR;
const int32_t ICU_U_DT_CANONICAL = U_DT_CANONICAL;
const int32_t ICU_U_EA_FULLWIDTH = U_EA_FULLWIDTH;
const int32_t ICU_U_EA_WIDE = U_EA_WIDE;
const int32_t ICU_U_ENCLOSING_MARK = U_ENCLOSING_MARK;
const int32_t ICU_U_FORMAT_CHAR = U_FORMAT_CHAR;
const int32_t ICU_U_LB_COMPLEX_CONTEXT = U_LB_COMPLEX_CONTEXT;
const int32_t ICU_U_LETTER_NUMBER = U_LETTER_NUMBER;
const int32_t ICU_U_NON_SPACING_MARK = U_NON_SPACING_MARK;
const int32_t ICU_U_OTHER_NUMBER = U_OTHER_NUMBER;
const int32_t ICU_U_OTHER_SYMBOL = U_OTHER_SYMBOL;
const int32_t ICU_U_TITLECASE_LETTER = U_TITLECASE_LETTER;
const int32_t ICU_U_UPPERCASE_LETTER = U_UPPERCASE_LETTER;
const int32_t ICU_U_WB_ALETTER = U_WB_ALETTER;
const int32_t ICU_U_WB_CR = U_WB_CR;
const int32_t ICU_U_WB_DOUBLE_QUOTE = U_WB_DOUBLE_QUOTE;
const int32_t ICU_U_WB_EXTENDNUMLET = U_WB_EXTENDNUMLET;
const int32_t ICU_U_WB_LF = U_WB_LF;
const int32_t ICU_U_WB_MIDLETTER = U_WB_MIDLETTER;
const int32_t ICU_U_WB_MIDNUM = U_WB_MIDNUM;
const int32_t ICU_U_WB_MIDNUMLET = U_WB_MIDNUMLET;
const int32_t ICU_U_WB_NEWLINE = U_WB_NEWLINE;
const int32_t ICU_U_WB_NUMERIC = U_WB_NUMERIC;
const int32_t ICU_U_WB_OTHER = U_WB_OTHER;
const int32_t ICU_U_WB_SINGLE_QUOTE = U_WB_SINGLE_QUOTE;
const int32_t ICU_U_WB_WSEGSPACE = U_WB_WSEGSPACE;
const int32_t ICU_U_ZERO_ERROR = U_ZERO_ERROR;

// Properties
const int32_t ICU_UCHAR_DECOMPOSITION_TYPE = UCHAR_DECOMPOSITION_TYPE;
const int32_t ICU_UCHAR_DEFAULT_IGNORABLE_CODE_POINT = UCHAR_DEFAULT_IGNORABLE_CODE_POINT;
const int32_t ICU_UCHAR_EAST_ASIAN_WIDTH = UCHAR_EAST_ASIAN_WIDTH;
const int32_t ICU_UCHAR_LINE_BREAK = UCHAR_LINE_BREAK;
const int32_t ICU_UCHAR_WORD_BREAK = UCHAR_WORD_BREAK;

// Collation
const int32_t ICU_UCOL_ALTERNATE_HANDLING = UCOL_ALTERNATE_HANDLING;
const int32_t ICU_UCOL_CASE_FIRST = UCOL_CASE_FIRST;
const int32_t ICU_UCOL_CASE_LEVEL = UCOL_CASE_LEVEL;
const int32_t ICU_UCOL_FRENCH_COLLATION = UCOL_FRENCH_COLLATION;
const int32_t ICU_UCOL_NORMALIZATION_MODE = UCOL_NORMALIZATION_MODE;
const int32_t ICU_UCOL_NUMERIC_COLLATION = UCOL_NUMERIC_COLLATION;
const int32_t ICU_UCOL_ON = UCOL_ON;
const int32_t ICU_UCOL_PRIMARY = UCOL_PRIMARY;
const int32_t ICU_UCOL_SHIFTED = UCOL_SHIFTED;
const int32_t ICU_UCOL_STRENGTH = UCOL_STRENGTH;
const int32_t ICU_UCOL_TERTIARY = UCOL_TERTIARY;

// Text boundaries
const int32_t ICU_UBRK_WORD = UBRK_WORD;
const int32_t ICU_UBRK_LINE = UBRK_LINE;

// Plural rules
const int32_t ICU_UPLURAL_TYPE_CARDINAL = UPLURAL_TYPE_CARDINAL;
const int32_t ICU_UPLURAL_TYPE_ORDINAL = UPLURAL_TYPE_ORDINAL;

// Locales
const int32_t ICU_ULOC_ACTUAL_LOCALE = ULOC_ACTUAL_LOCALE;

// Numbers
const int32_t ICU_UNUM_CURRENCY = UNUM_CURRENCY;
const int32_t ICU_UNUM_CURRENCY_CODE = UNUM_CURRENCY_CODE;
const int32_t ICU_UNUM_DECIMAL = UNUM_DECIMAL;
const int32_t ICU_UNUM_DECIMAL_SEPARATOR_SYMBOL = UNUM_DECIMAL_SEPARATOR_SYMBOL;
const int32_t ICU_UNUM_GROUPING_SEPARATOR_SYMBOL = UNUM_GROUPING_SEPARATOR_SYMBOL;
const int32_t ICU_UNUM_GROUPING_USED = UNUM_GROUPING_USED;
const int32_t ICU_UNUM_MAX_FRACTION_DIGITS = UNUM_MAX_FRACTION_DIGITS;
const int32_t ICU_UNUM_MINIMUM_GROUPING_DIGITS = UNUM_MINIMUM_GROUPING_DIGITS;
const int32_t ICU_UNUM_MINIMUM_GROUPING_DIGITS_AUTO = UNUM_MINIMUM_GROUPING_DIGITS_AUTO;
const int32_t ICU_UNUM_MINUS_SIGN_SYMBOL = UNUM_MINUS_SIGN_SYMBOL;
const int32_t ICU_UNUM_MIN_FRACTION_DIGITS = UNUM_MIN_FRACTION_DIGITS;
const int32_t ICU_UNUM_ZERO_DIGIT_SYMBOL = UNUM_ZERO_DIGIT_SYMBOL;

// MARK: Functions

// Errors
const char *icu_errorName(int32_t code) { return u_errorName((UErrorCode)code); }

// Legacy encodings
ICUConverter *icu_openConverter(const char *name, int32_t *status) {
    return (ICUConverter *)(ucnv_open(name, (UErrorCode *)status));
}
void icu_closeConverter(ICUConverter *c) { ucnv_close((UConverter *)c); }
int32_t icu_toUTF16(ICUConverter *c, uint16_t *dest, int32_t capacity, const char *src, int32_t srcLength,
                    int32_t *status) {
    return ucnv_toUChars((UConverter *)c, (UChar *)dest, capacity, src, srcLength, (UErrorCode *)status);
}

// Characters
int8_t icu_charType(int32_t c) { return u_charType((UChar32)c); }
uint8_t icu_combiningClass(int32_t c) { return u_getCombiningClass((UChar32)c); }
int32_t icu_intProperty(int32_t c, int32_t which) {
    return u_getIntPropertyValue((UChar32)c, (UProperty)which);
}
int8_t icu_hasBinaryProperty(int32_t c, int32_t which) {
    return (int8_t)(u_hasBinaryProperty((UChar32)c, (UProperty)which));
}
int32_t icu_charDigitValue(int32_t c) { return u_charDigitValue((UChar32)c); }
const ICUSet *icu_binaryPropertySet(int32_t which, int32_t *status) {
    return (const ICUSet *)(u_getBinaryPropertySet((UProperty)which, (UErrorCode *)status));
}

// Normalization
const ICUNormalizer *icu_nfd(int32_t *status) {
    return (const ICUNormalizer *)(unorm2_getNFDInstance((UErrorCode *)status));
}
const ICUNormalizer *icu_nfkd(int32_t *status) {
    return (const ICUNormalizer *)(unorm2_getNFKDInstance((UErrorCode *)status));
}
const ICUNormalizer *icu_nfc(int32_t *status) {
    return (const ICUNormalizer *)(unorm2_getNFCInstance((UErrorCode *)status));
}
int32_t icu_normalize(const ICUNormalizer *n, const uint16_t *src, int32_t length, uint16_t *dest,
                      int32_t capacity, int32_t *status) {
    return unorm2_normalize((const UNormalizer2 *)n, (const UChar *)src, length, (UChar *)dest, capacity,
                            (UErrorCode *)status);
}

// Locales
int32_t icu_localeForLanguageTag(const char *tag, char *id, int32_t capacity, int32_t *parsed,
                                 int32_t *status) {
    return uloc_forLanguageTag(tag, id, capacity, parsed, (UErrorCode *)status);
}
int32_t icu_languageTag(const char *id, char *tag, int32_t capacity, int32_t *status) {
    return uloc_toLanguageTag(id, tag, capacity, 0, (UErrorCode *)status);
}
int32_t icu_addLikelySubtags(const char *id, char *out, int32_t capacity, int32_t *status) {
    return uloc_addLikelySubtags(id, out, capacity, (UErrorCode *)status);
}
int8_t icu_isRightToLeft(const char *id) { return (int8_t)(uloc_isRightToLeft(id)); }
int32_t icu_displayName(const char *id, const char *inLocale, uint16_t *out, int32_t capacity,
                        int32_t *status) {
    return uloc_getDisplayName(id, inLocale, (UChar *)out, capacity, (UErrorCode *)status);
}
int32_t icu_dialectName(const char *id, const char *inLocale, uint16_t *out, int32_t capacity,
                        int32_t *status) {
    ULocaleDisplayNames *names = uldn_open(inLocale, ULDN_DIALECT_NAMES, (UErrorCode *)status);
    int32_t length = uldn_localeDisplayName(names, id, (UChar *)out, capacity, (UErrorCode *)status);
    uldn_close(names);
    return length;
}
const char *const *icu_isoLanguages(void) { return uloc_getISOLanguages(); }

// Resource data (CLDR's supplemental tables)
ICUResource *icu_openResource(const char *name, int32_t *status) {
    return (ICUResource *)(ures_openDirect(NULL, name, (UErrorCode *)status));
}
void icu_closeResource(ICUResource *r) { ures_close((UResourceBundle *)r); }
ICUResource *icu_resourceByKey(const ICUResource *r, const char *key, int32_t *status) {
    return (ICUResource *)(ures_getByKey((const UResourceBundle *)r, key, NULL, (UErrorCode *)status));
}
ICUResource *icu_resourceByIndex(const ICUResource *r, int32_t i, int32_t *status) {
    return (ICUResource *)(ures_getByIndex((const UResourceBundle *)r, i, NULL, (UErrorCode *)status));
}
int32_t icu_resourceSize(const ICUResource *r) { return ures_getSize((const UResourceBundle *)r); }
const char *icu_resourceKey(const ICUResource *r) { return ures_getKey((const UResourceBundle *)r); }
int icu_resourceIsString(const ICUResource *r) {
    return ures_getType((const UResourceBundle *)r) == URES_STRING;
}
const uint16_t *icu_resourceString(const ICUResource *r, int32_t *length, int32_t *status) {
    return (const uint16_t *)(ures_getString((const UResourceBundle *)r, length, (UErrorCode *)status));
}

// Collation
ICUCollator *icu_openCollator(const char *locale, int32_t *status) {
    return (ICUCollator *)(ucol_open(locale, (UErrorCode *)status));
}
void icu_closeCollator(ICUCollator *c) { ucol_close((UCollator *)c); }
void icu_setCollatorAttribute(ICUCollator *c, int32_t a, int32_t v, int32_t *status) {
    ucol_setAttribute((UCollator *)c, (UColAttribute)a, (UColAttributeValue)v, (UErrorCode *)status);
}
int32_t icu_collatorAttribute(const ICUCollator *c, int32_t a, int32_t *status) {
    return (int32_t)(ucol_getAttribute((const UCollator *)c, (UColAttribute)a, (UErrorCode *)status));
}
int32_t icu_reorderCodes(const ICUCollator *c, int32_t *codes, int32_t capacity, int32_t *status) {
    return ucol_getReorderCodes((const UCollator *)c, codes, capacity, (UErrorCode *)status);
}
uint32_t icu_variableTop(const ICUCollator *c, int32_t *status) {
    return ucol_getVariableTop((const UCollator *)c, (UErrorCode *)status);
}
const char *icu_collatorLocale(const ICUCollator *c, int32_t type, int32_t *status) {
    return ucol_getLocaleByType((const UCollator *)c, (ULocDataLocaleType)type, (UErrorCode *)status);
}
int32_t icu_sortKey(const ICUCollator *c, const uint16_t *src, int32_t length, uint8_t *key,
                    int32_t capacity) {
    return ucol_getSortKey((const UCollator *)c, (const UChar *)src, length, key, capacity);
}
ICUSet *icu_tailoredSet(const ICUCollator *c, int32_t *status) {
    return (ICUSet *)(ucol_getTailoredSet((const UCollator *)c, (UErrorCode *)status));
}
void icu_contractions(const ICUCollator *c, ICUSet *contractions, int8_t withPrefixes, int32_t *status) {
    ucol_getContractionsAndExpansions((const UCollator *)c, (USet *)contractions, NULL, (UBool)withPrefixes,
                                      (UErrorCode *)status);
}
ICUCollationElements *icu_openElements(const ICUCollator *c, const uint16_t *text, int32_t length,
                                       int32_t *status) {
    return (ICUCollationElements *)(ucol_openElements((const UCollator *)c, (const UChar *)text, length,
                                                      (UErrorCode *)status));
}
void icu_closeElements(ICUCollationElements *e) { ucol_closeElements((UCollationElements *)e); }
void icu_setElementsText(ICUCollationElements *e, const uint16_t *text, int32_t length, int32_t *status) {
    ucol_setText((UCollationElements *)e, (const UChar *)text, length, (UErrorCode *)status);
}
int32_t icu_nextElement(ICUCollationElements *e, int32_t *status) {
    return ucol_next((UCollationElements *)e, (UErrorCode *)status);
}

// Sets
ICUSet *icu_openSet(void) { return (ICUSet *)(uset_openEmpty()); }
void icu_closeSet(ICUSet *s) { uset_close((USet *)s); }
int32_t icu_setItemCount(const ICUSet *s) { return uset_getItemCount((const USet *)s); }
int32_t icu_setItem(const ICUSet *s, int32_t i, int32_t *start, int32_t *end, uint16_t *string,
                    int32_t capacity, int32_t *status) {
    return uset_getItem((const USet *)s, i, (UChar32 *)start, (UChar32 *)end, (UChar *)string, capacity,
                        (UErrorCode *)status);
}

// Transliteration
ICUTransliterator *icu_openTransliterator(const uint16_t *id, int32_t length, int32_t *status) {
    return (ICUTransliterator *)(utrans_openU((const UChar *)id, length, UTRANS_FORWARD, NULL, 0, NULL,
                                              (UErrorCode *)status));
}
void icu_closeTransliterator(ICUTransliterator *t) { utrans_close((UTransliterator *)t); }
void icu_transliterate(const ICUTransliterator *t, uint16_t *text, int32_t *length, int32_t capacity, int32_t start,
                       int32_t *limit, int32_t *status) {
    utrans_transUChars((const UTransliterator *)t, (UChar *)text, length, capacity, start, limit,
                       (UErrorCode *)status);
}

// String search (tests compare the search engine with it)
ICUStringSearch *icu_openSearch(const uint16_t *pattern, int32_t patternLength, const uint16_t *text,
                                int32_t textLength, const ICUCollator *c, int32_t *status) {
    return (ICUStringSearch *)(usearch_openFromCollator((const UChar *)pattern, patternLength,
                                                        (const UChar *)text, textLength, (const UCollator *)c,
                                                        NULL, (UErrorCode *)status));
}
void icu_closeSearch(ICUStringSearch *s) { usearch_close((UStringSearch *)s); }
int32_t icu_searchFirst(ICUStringSearch *s, int32_t *status) {
    return usearch_first((UStringSearch *)s, (UErrorCode *)status);
}

// Text boundaries
ICUBreakIterator *icu_openBreak(int32_t type, const char *locale, int32_t *status) {
    return (ICUBreakIterator *)(ubrk_open((UBreakIteratorType)type, locale, NULL, 0, (UErrorCode *)status));
}
void icu_closeBreak(ICUBreakIterator *b) { ubrk_close((UBreakIterator *)b); }
void icu_setBreakText(ICUBreakIterator *b, const uint16_t *text, int32_t length, int32_t *status) {
    ubrk_setText((UBreakIterator *)b, (const UChar *)text, length, (UErrorCode *)status);
}
int32_t icu_firstBreak(ICUBreakIterator *b) { return ubrk_first((UBreakIterator *)b); }
int32_t icu_nextBreak(ICUBreakIterator *b) { return ubrk_next((UBreakIterator *)b); }
int32_t icu_breakRuleStatus(ICUBreakIterator *b) { return ubrk_getRuleStatus((UBreakIterator *)b); }

// Plural rules
ICUPluralRules *icu_openPlurals(const char *locale, int32_t type, int32_t *status) {
    return (ICUPluralRules *)(uplrules_openForType(locale, (UPluralType)type, (UErrorCode *)status));
}
void icu_closePlurals(ICUPluralRules *r) { uplrules_close((UPluralRules *)r); }
int32_t icu_selectPluralFormatted(const ICUPluralRules *r, double number, const ICUNumberFormat *f,
                                  uint16_t *keyword, int32_t capacity, int32_t *status) {
    return uplrules_selectWithFormat((const UPluralRules *)r, number, (const UNumberFormat *)f,
                                     (UChar *)keyword, capacity, (UErrorCode *)status);
}
int32_t icu_selectPlural(const ICUPluralRules *r, double number, uint16_t *keyword, int32_t capacity,
                         int32_t *status) {
    return uplrules_select((const UPluralRules *)r, number, (UChar *)keyword, capacity, (UErrorCode *)status);
}
ICUEnumeration *icu_pluralKeywords(const ICUPluralRules *r, int32_t *status) {
    return (ICUEnumeration *)(uplrules_getKeywords((const UPluralRules *)r, (UErrorCode *)status));
}
const char *icu_nextInEnumeration(ICUEnumeration *e, int32_t *status) {
    return uenum_next((UEnumeration *)e, NULL, (UErrorCode *)status);
}
void icu_closeEnumeration(ICUEnumeration *e) { uenum_close((UEnumeration *)e); }

// Numbers
ICUNumberFormat *icu_openNumberFormat(int32_t style, const char *locale, int32_t *status) {
    return (
        ICUNumberFormat *)(unum_open((UNumberFormatStyle)style, NULL, 0, locale, NULL, (UErrorCode *)status));
}
int8_t icu_isKnownCurrency(const uint16_t *code, int32_t *status) {
    return ucurr_isAvailable((const UChar *)code, U_DATE_MIN, U_DATE_MAX, (UErrorCode *)status);
}
const uint16_t *icu_currencyName(const uint16_t *code, const char *locale, int32_t *length, int32_t *status) {
    UBool isChoice = 0;
    return (const uint16_t *)ucurr_getName((const UChar *)code, locale, UCURR_LONG_NAME, &isChoice, length,
                                           (UErrorCode *)status);
}
void icu_closeNumberFormat(ICUNumberFormat *f) { unum_close((UNumberFormat *)f); }
void icu_setNumberAttribute(ICUNumberFormat *f, int32_t a, int32_t value) {
    unum_setAttribute((UNumberFormat *)f, (UNumberFormatAttribute)a, value);
}
void icu_setNumberText(ICUNumberFormat *f, int32_t a, const uint16_t *value, int32_t length,
                       int32_t *status) {
    unum_setTextAttribute((UNumberFormat *)f, (UNumberFormatTextAttribute)a, (const UChar *)value, length,
                          (UErrorCode *)status);
}
int32_t icu_formatDecimal(const ICUNumberFormat *f, const char *number, int32_t length, uint16_t *out,
                          int32_t capacity, int32_t *status) {
    return unum_formatDecimal((const UNumberFormat *)f, number, length, (UChar *)out, capacity, NULL,
                              (UErrorCode *)status);
}
ICUNumberFormatter *icu_openNumberFormatter(const uint16_t *skeleton, int32_t length, const char *locale,
                                            int32_t *status) {
    return (ICUNumberFormatter *)(unumf_openForSkeletonAndLocale((const UChar *)skeleton, length, locale,
                                                                 (UErrorCode *)status));
}
void icu_closeNumberFormatter(ICUNumberFormatter *f) { unumf_close((UNumberFormatter *)f); }
int32_t icu_formatDecimalNumber(const ICUNumberFormatter *f, const char *number, int32_t length, uint16_t *out,
                                int32_t capacity, int32_t *status) {
    UErrorCode *code = (UErrorCode *)status;
    UFormattedNumber *result = unumf_openResult(code);
    unumf_formatDecimal((const UNumberFormatter *)f, number, length, result, code);
    int32_t count = unumf_resultToString(result, (UChar *)out, capacity, code);
    unumf_closeResult(result);
    return count;
}
int32_t icu_selectDecimalNumber(const ICUPluralRules *r, const ICUNumberFormatter *f, const char *number,
                                int32_t length, uint16_t *keyword, int32_t capacity, int32_t *status) {
    UErrorCode *code = (UErrorCode *)status;
    UFormattedNumber *result = unumf_openResult(code);
    unumf_formatDecimal((const UNumberFormatter *)f, number, length, result, code);
    int32_t count =
        uplrules_selectFormatted((const UPluralRules *)r, result, (UChar *)keyword, capacity, code);
    unumf_closeResult(result);
    return count;
}
int32_t icu_numberSymbol(const ICUNumberFormat *f, int32_t symbol, uint16_t *out, int32_t capacity,
                         int32_t *status) {
    return unum_getSymbol((const UNumberFormat *)f, (UNumberFormatSymbol)symbol, (UChar *)out, capacity,
                          (UErrorCode *)status);
}

// Dates
ICUDateFormat *icu_openDateFormat(int32_t hasTime, const char *locale, int32_t *status) {
    static const UChar zone[] = {'U', 'T', 'C'};
    return (ICUDateFormat *)(udat_open(hasTime ? UDAT_SHORT : UDAT_NONE, UDAT_MEDIUM, locale, zone, 3, NULL, 0,
                                       (UErrorCode *)status));
}
ICUDateFormat *icu_openDateSkeleton(const uint16_t *skeleton, int32_t length, const char *locale,
                                    const uint16_t *zone, int32_t zoneLength, int32_t *status) {
    UErrorCode *code = (UErrorCode *)status;
    UChar pattern[256];
    UDateTimePatternGenerator *generator = udatpg_open(locale, code);
    int32_t count = udatpg_getBestPattern(generator, (const UChar *)skeleton, length, pattern, 256, code);
    udatpg_close(generator);
    if (U_FAILURE(*code)) return NULL;
    return (ICUDateFormat *)(udat_open(UDAT_PATTERN, UDAT_PATTERN, locale, (const UChar *)zone, zoneLength,
                                       pattern, count, code));
}
void icu_closeDateFormat(ICUDateFormat *f) { udat_close((UDateFormat *)f); }
int32_t icu_formatDate(const ICUDateFormat *f, double milliseconds, uint16_t *out, int32_t capacity,
                       int32_t *status) {
    return udat_format((const UDateFormat *)f, milliseconds, (UChar *)out, capacity, NULL, (UErrorCode *)status);
}
int32_t icu_timeZoneOffset(const uint16_t *zone, int32_t length, double localMilliseconds, int32_t *status) {
    UErrorCode *code = (UErrorCode *)status;
    UChar canonical[128];
    UBool isSystemZone = 0;
    ucal_getCanonicalTimeZoneID((const UChar *)zone, length, canonical, 128, &isSystemZone, code);
    if (U_FAILURE(*code)) return 0;
    int32_t raw = 0, summer = 0;
    UCalendar *calendar = ucal_open((const UChar *)zone, length, "en", UCAL_GREGORIAN, code);
    ucal_setMillis(calendar, localMilliseconds, code);
    ucal_getTimeZoneOffsetFromLocal(calendar, UCAL_TZ_LOCAL_FORMER, UCAL_TZ_LOCAL_FORMER, &raw, &summer, code);
    ucal_close(calendar);
    return raw + summer;
}

void icu_version(uint8_t version[4]) { u_getVersion(version); }
