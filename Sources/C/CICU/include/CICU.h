// The interface of ICU for Swift: functions and constants with names of their own, without ICU's types.
//
// ICU renames its functions by macro (`ucol_open` becomes `ucol_open_72`), so Swift would only see versioned
// symbols. And Foundation contains its own ICU, whose types have the same names and would clash for clients that
// import both. So only CICU.c includes ICU's headers. The functions have the same arguments and results as ICU's.
// Status codes, properties and attributes are plain integers. Constants have ICU's names with the prefix `ICU_`.
#ifndef LSEARCH_CICU_H
#define LSEARCH_CICU_H

#include <stdint.h>

// Handles
typedef struct ICUCollator ICUCollator;
typedef struct ICUCollationElements ICUCollationElements;
typedef struct ICUSet ICUSet;
typedef struct ICUTransliterator ICUTransliterator;
typedef struct ICUStringSearch ICUStringSearch;
typedef struct ICUBreakIterator ICUBreakIterator;
typedef struct ICUPluralRules ICUPluralRules;
typedef struct ICUDateFormat ICUDateFormat;
typedef struct ICUNumberFormat ICUNumberFormat;
typedef struct ICUNumberFormatter ICUNumberFormatter;
typedef struct ICUEnumeration ICUEnumeration;
typedef struct ICUNormalizer ICUNormalizer;
typedef struct ICUResource ICUResource;
typedef struct ICUConverter ICUConverter;

// MARK: Constants

// Status, general categories, and values of properties
extern const int32_t ICU_U_BUFFER_OVERFLOW_ERROR;
extern const int32_t ICU_U_DT_CANONICAL;
extern const int32_t ICU_U_EA_FULLWIDTH;
extern const int32_t ICU_U_EA_WIDE;
extern const int32_t ICU_U_ENCLOSING_MARK;
extern const int32_t ICU_U_FORMAT_CHAR;
extern const int32_t ICU_U_LB_COMPLEX_CONTEXT;
extern const int32_t ICU_U_LETTER_NUMBER;
extern const int32_t ICU_U_NON_SPACING_MARK;
extern const int32_t ICU_U_OTHER_NUMBER;
extern const int32_t ICU_U_OTHER_SYMBOL;
extern const int32_t ICU_U_TITLECASE_LETTER;
extern const int32_t ICU_U_UPPERCASE_LETTER;
extern const int32_t ICU_U_WB_ALETTER;
extern const int32_t ICU_U_WB_CR;
extern const int32_t ICU_U_WB_DOUBLE_QUOTE;
extern const int32_t ICU_U_WB_EXTENDNUMLET;
extern const int32_t ICU_U_WB_LF;
extern const int32_t ICU_U_WB_MIDLETTER;
extern const int32_t ICU_U_WB_MIDNUM;
extern const int32_t ICU_U_WB_MIDNUMLET;
extern const int32_t ICU_U_WB_NEWLINE;
extern const int32_t ICU_U_WB_NUMERIC;
extern const int32_t ICU_U_WB_OTHER;
extern const int32_t ICU_U_WB_SINGLE_QUOTE;
extern const int32_t ICU_U_WB_WSEGSPACE;
extern const int32_t ICU_U_ZERO_ERROR;

// Properties
extern const int32_t ICU_UCHAR_DECOMPOSITION_TYPE;
extern const int32_t ICU_UCHAR_DEFAULT_IGNORABLE_CODE_POINT;
extern const int32_t ICU_UCHAR_EAST_ASIAN_WIDTH;
extern const int32_t ICU_UCHAR_LINE_BREAK;
extern const int32_t ICU_UCHAR_WORD_BREAK;

// Collation
extern const int32_t ICU_UCOL_ALTERNATE_HANDLING;
extern const int32_t ICU_UCOL_CASE_FIRST;
extern const int32_t ICU_UCOL_CASE_LEVEL;
extern const int32_t ICU_UCOL_FRENCH_COLLATION;
extern const int32_t ICU_UCOL_NORMALIZATION_MODE;
extern const int32_t ICU_UCOL_NUMERIC_COLLATION;
extern const int32_t ICU_UCOL_ON;
extern const int32_t ICU_UCOL_PRIMARY;
extern const int32_t ICU_UCOL_SHIFTED;
extern const int32_t ICU_UCOL_STRENGTH;
extern const int32_t ICU_UCOL_TERTIARY;

// Text boundaries
extern const int32_t ICU_UBRK_WORD;
extern const int32_t ICU_UBRK_LINE;

// Plural rules
extern const int32_t ICU_UPLURAL_TYPE_CARDINAL;
extern const int32_t ICU_UPLURAL_TYPE_ORDINAL;

// Locales
extern const int32_t ICU_ULOC_ACTUAL_LOCALE;

// Numbers
extern const int32_t ICU_UNUM_CURRENCY;
extern const int32_t ICU_UNUM_CURRENCY_CODE;
extern const int32_t ICU_UNUM_DECIMAL;
extern const int32_t ICU_UNUM_DECIMAL_SEPARATOR_SYMBOL;
extern const int32_t ICU_UNUM_GROUPING_SEPARATOR_SYMBOL;
extern const int32_t ICU_UNUM_GROUPING_USED;
extern const int32_t ICU_UNUM_MAX_FRACTION_DIGITS;
extern const int32_t ICU_UNUM_MINIMUM_GROUPING_DIGITS;
extern const int32_t ICU_UNUM_MINIMUM_GROUPING_DIGITS_AUTO;
extern const int32_t ICU_UNUM_MINUS_SIGN_SYMBOL;
extern const int32_t ICU_UNUM_MIN_FRACTION_DIGITS;
extern const int32_t ICU_UNUM_ZERO_DIGIT_SYMBOL;

// MARK: Functions

// Errors
const char *icu_errorName(int32_t code);

// Legacy encodings
ICUConverter *icu_openConverter(const char *name, int32_t *status);
void icu_closeConverter(ICUConverter *c);
int32_t icu_toUTF16(ICUConverter *c, uint16_t *dest, int32_t capacity, const char *src, int32_t srcLength,
                    int32_t *status);

// Characters
int8_t icu_charType(int32_t c);
uint8_t icu_combiningClass(int32_t c);
int32_t icu_intProperty(int32_t c, int32_t which);
int8_t icu_hasBinaryProperty(int32_t c, int32_t which);
int32_t icu_charDigitValue(int32_t c);
const ICUSet *icu_binaryPropertySet(int32_t which, int32_t *status);

// Normalization
const ICUNormalizer *icu_nfd(int32_t *status);
const ICUNormalizer *icu_nfkd(int32_t *status);
const ICUNormalizer *icu_nfc(int32_t *status);
int32_t icu_normalize(const ICUNormalizer *n, const uint16_t *src, int32_t length, uint16_t *dest,
                      int32_t capacity, int32_t *status);

// Locales
int32_t icu_localeForLanguageTag(const char *tag, char *id, int32_t capacity, int32_t *parsed,
                                 int32_t *status);
int32_t icu_languageTag(const char *id, char *tag, int32_t capacity, int32_t *status);
int32_t icu_addLikelySubtags(const char *id, char *out, int32_t capacity, int32_t *status);
int8_t icu_isRightToLeft(const char *id);
int32_t icu_displayName(const char *id, const char *inLocale, uint16_t *out, int32_t capacity,
                        int32_t *status);
int32_t icu_dialectName(const char *id, const char *inLocale, uint16_t *out, int32_t capacity,
                        int32_t *status);
const char *const *icu_isoLanguages(void);

// Resource data (CLDR's supplemental tables)
ICUResource *icu_openResource(const char *name, int32_t *status);
void icu_closeResource(ICUResource *r);
ICUResource *icu_resourceByKey(const ICUResource *r, const char *key, int32_t *status);
ICUResource *icu_resourceByIndex(const ICUResource *r, int32_t i, int32_t *status);
int32_t icu_resourceSize(const ICUResource *r);
const char *icu_resourceKey(const ICUResource *r);
int icu_resourceIsString(const ICUResource *r);
const uint16_t *icu_resourceString(const ICUResource *r, int32_t *length, int32_t *status);

// Collation
ICUCollator *icu_openCollator(const char *locale, int32_t *status);
void icu_closeCollator(ICUCollator *c);
void icu_setCollatorAttribute(ICUCollator *c, int32_t a, int32_t v, int32_t *status);
int32_t icu_collatorAttribute(const ICUCollator *c, int32_t a, int32_t *status);
int32_t icu_reorderCodes(const ICUCollator *c, int32_t *codes, int32_t capacity, int32_t *status);
uint32_t icu_variableTop(const ICUCollator *c, int32_t *status);
const char *icu_collatorLocale(const ICUCollator *c, int32_t type, int32_t *status);
int32_t icu_sortKey(const ICUCollator *c, const uint16_t *src, int32_t length, uint8_t *key,
                    int32_t capacity);
ICUSet *icu_tailoredSet(const ICUCollator *c, int32_t *status);
void icu_contractions(const ICUCollator *c, ICUSet *contractions, int8_t withPrefixes, int32_t *status);
ICUCollationElements *icu_openElements(const ICUCollator *c, const uint16_t *text, int32_t length,
                                       int32_t *status);
void icu_closeElements(ICUCollationElements *e);
void icu_setElementsText(ICUCollationElements *e, const uint16_t *text, int32_t length, int32_t *status);
int32_t icu_nextElement(ICUCollationElements *e, int32_t *status);

// Sets
ICUSet *icu_openSet(void);
void icu_closeSet(ICUSet *s);
int32_t icu_setItemCount(const ICUSet *s);
int32_t icu_setItem(const ICUSet *s, int32_t i, int32_t *start, int32_t *end, uint16_t *string,
                    int32_t capacity, int32_t *status);

// Transliteration
ICUTransliterator *icu_openTransliterator(const uint16_t *id, int32_t length, int32_t *status);
void icu_closeTransliterator(ICUTransliterator *t);
void icu_transliterate(const ICUTransliterator *t, uint16_t *text, int32_t *length, int32_t capacity, int32_t start,
                       int32_t *limit, int32_t *status);

// String search (tests compare the search engine with it)
ICUStringSearch *icu_openSearch(const uint16_t *pattern, int32_t patternLength, const uint16_t *text,
                                int32_t textLength, const ICUCollator *c, int32_t *status);
void icu_closeSearch(ICUStringSearch *s);
int32_t icu_searchFirst(ICUStringSearch *s, int32_t *status);

// Text boundaries
ICUBreakIterator *icu_openBreak(int32_t type, const char *locale, int32_t *status);
void icu_closeBreak(ICUBreakIterator *b);
void icu_setBreakText(ICUBreakIterator *b, const uint16_t *text, int32_t length, int32_t *status);
int32_t icu_firstBreak(ICUBreakIterator *b);
int32_t icu_nextBreak(ICUBreakIterator *b);
int32_t icu_breakRuleStatus(ICUBreakIterator *b);

// Plural rules
ICUPluralRules *icu_openPlurals(const char *locale, int32_t type, int32_t *status);
void icu_closePlurals(ICUPluralRules *r);
int32_t icu_selectPluralFormatted(const ICUPluralRules *r, double number, const ICUNumberFormat *f,
                                  uint16_t *keyword, int32_t capacity, int32_t *status);
int32_t icu_selectPlural(const ICUPluralRules *r, double number, uint16_t *keyword, int32_t capacity,
                         int32_t *status);
ICUEnumeration *icu_pluralKeywords(const ICUPluralRules *r, int32_t *status);
const char *icu_nextInEnumeration(ICUEnumeration *e, int32_t *status);
void icu_closeEnumeration(ICUEnumeration *e);

// Numbers
ICUNumberFormat *icu_openNumberFormat(int32_t style, const char *locale, int32_t *status);
/// - Parameter code: three letters and a zero.
int8_t icu_isKnownCurrency(const uint16_t *code, int32_t *status);
/// - Parameter code: three letters and a zero.
/// - Returns: a name of `length` units that stays valid.
const uint16_t *icu_currencyName(const uint16_t *code, const char *locale, int32_t *length, int32_t *status);
void icu_closeNumberFormat(ICUNumberFormat *f);
void icu_setNumberAttribute(ICUNumberFormat *f, int32_t a, int32_t value);
void icu_setNumberText(ICUNumberFormat *f, int32_t a, const uint16_t *value, int32_t length, int32_t *status);
int32_t icu_formatDecimal(const ICUNumberFormat *f, const char *number, int32_t length, uint16_t *out,
                          int32_t capacity, int32_t *status);
/// - Parameter skeleton: a number skeleton, such as `measure-unit/length-inch`.
ICUNumberFormatter *icu_openNumberFormatter(const uint16_t *skeleton, int32_t length, const char *locale,
                                            int32_t *status);
void icu_closeNumberFormatter(ICUNumberFormatter *f);
/// - Parameter number: a decimal number in ASCII, such as `-1234.50`.
int32_t icu_formatDecimalNumber(const ICUNumberFormatter *f, const char *number, int32_t length, uint16_t *out,
                                int32_t capacity, int32_t *status);
/// The plural category of a number as a formatter shows it.
int32_t icu_selectDecimalNumber(const ICUPluralRules *r, const ICUNumberFormatter *f, const char *number,
                                int32_t length, uint16_t *keyword, int32_t capacity, int32_t *status);
int32_t icu_numberSymbol(const ICUNumberFormat *f, int32_t symbol, uint16_t *out, int32_t capacity,
                         int32_t *status);

// Dates: a medium date, and a short time if wanted, in UTC. Milliseconds count from 1970.
ICUDateFormat *icu_openDateFormat(int32_t hasTime, const char *locale, int32_t *status);
/// - Parameter skeleton: the fields that are shown, such as `yMMMd`; the locale has their order and signs.
/// - Parameter zone: the time zone in which the fields are.
ICUDateFormat *icu_openDateSkeleton(const uint16_t *skeleton, int32_t length, const char *locale,
                                    const uint16_t *zone, int32_t zoneLength, int32_t *status);
void icu_closeDateFormat(ICUDateFormat *f);
/// How far a time zone is from UTC when its clocks show a time, in milliseconds; fails for an unknown zone.
int32_t icu_timeZoneOffset(const uint16_t *zone, int32_t length, double localMilliseconds, int32_t *status);
int32_t icu_formatDate(const ICUDateFormat *f, double milliseconds, uint16_t *out, int32_t capacity,
                       int32_t *status);

// ICU itself
void icu_version(uint8_t version[4]);

#endif
