// Hunspell, loaded at run time: programs work without it, and its licenses and dictionaries stay apart.

#include "CStemmer.h"

#include <dlfcn.h>
#include <iconv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Hunspell's interface for C (hunspell.h, version 1.7).
static void *(*hunspell_create)(const char *, const char *);
static void (*hunspell_destroy)(void *);
static char *(*hunspell_encoding)(void *);
static int (*hunspell_stem)(void *, char ***, const char *);
static void (*hunspell_free)(void *, char ***, int);
static int is_loaded = 0;

static void load(void) {
    const char *names[] = {"libhunspell-1.7.so.0", "libhunspell-1.8.so.0", "libhunspell-1.6.so.0"};
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    *(void **)&hunspell_create = dlsym(library, "Hunspell_create");
    *(void **)&hunspell_destroy = dlsym(library, "Hunspell_destroy");
    *(void **)&hunspell_encoding = dlsym(library, "Hunspell_get_dic_encoding");
    *(void **)&hunspell_stem = dlsym(library, "Hunspell_stem");
    *(void **)&hunspell_free = dlsym(library, "Hunspell_free_list");
    is_loaded = hunspell_create && hunspell_destroy && hunspell_encoding && hunspell_stem && hunspell_free;
}

struct Dictionary {
    void *handle;
    iconv_t encode;
    iconv_t decode;
};

Dictionary *dictionary_open(const char *affixes, const char *words) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    // Hunspell does not say that a file is missing.
    if (!is_loaded || dictionary_file_size(affixes) <= 0 || dictionary_file_size(words) <= 0) return NULL;
    Dictionary *dictionary = calloc(1, sizeof *dictionary);
    if (!dictionary) return NULL;
    dictionary->handle = hunspell_create(affixes, words);
    if (!dictionary->handle) {
        free(dictionary);
        return NULL;
    }
    const char *encoding = hunspell_encoding(dictionary->handle);
    // Hunspell writes ISO8859-2 for ISO-8859-2, and so does iconv.
    dictionary->encode = iconv_open(encoding, "UTF-8");
    dictionary->decode = iconv_open("UTF-8", encoding);
    if (dictionary->encode == (iconv_t)-1 || dictionary->decode == (iconv_t)-1) {
        dictionary_close(dictionary);
        return NULL;
    }
    return dictionary;
}

void dictionary_close(Dictionary *dictionary) {
    if (dictionary->encode != (iconv_t)-1) iconv_close(dictionary->encode);
    if (dictionary->decode != (iconv_t)-1) iconv_close(dictionary->decode);
    hunspell_destroy(dictionary->handle);
    free(dictionary);
}

// Converts a text, which must fit with its zero. Returns 0 if it cannot be converted.
static int convert(iconv_t converter, const char *text, char *target, size_t capacity) {
    char *in = (char *)text;
    size_t left = strlen(text);
    size_t room = capacity - 1;
    iconv(converter, NULL, NULL, NULL, NULL);
    if (iconv(converter, &in, &left, &target, &room) != 0) return 0;
    *target = 0;
    return 1;
}

void dictionary_stems(Dictionary *dictionary, const char *word, void *context,
                      void (*visit)(void *context, const char *stem)) {
    char encoded[256];
    char decoded[1024];
    if (strlen(word) >= sizeof encoded || !convert(dictionary->encode, word, encoded, sizeof encoded)) return;
    char **stems = NULL;
    int count = hunspell_stem(dictionary->handle, &stems, encoded);
    for (int i = 0; i < count; i++) {
        if (strlen(stems[i]) < sizeof encoded && convert(dictionary->decode, stems[i], decoded, sizeof decoded)) {
            visit(context, decoded);
        }
    }
    if (count > 0) hunspell_free(dictionary->handle, &stems, count);
}

int64_t dictionary_file_size(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) ? (int64_t)status.st_size : -1;
}

// Calls `visit` with each chunk of a file that is read. Returns 0 if the file cannot be read.
static int read_file(const char *path, void *context, void (*visit)(void *context, const char *bytes, size_t count)) {
    FILE *file = dictionary_file_size(path) > 0 ? fopen(path, "rb") : NULL;
    if (!file) return 0;
    char bytes[1 << 16];
    size_t count;
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0) visit(context, bytes, count);
    int is_read = !ferror(file);
    fclose(file);
    return is_read;
}

// The lines of a file, and its first bytes.
struct Lines {
    int64_t count;
    char first[1024];
    size_t length;
};

static void count_lines(void *context, const char *bytes, size_t count) {
    struct Lines *lines = context;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') lines->count++;
        if (lines->length < sizeof lines->first - 1) lines->first[lines->length++] = bytes[i];
    }
}

// The affixes, read line by line.
struct Affixes {
    char line[128];
    size_t length;
    // Whether they say their encoding, which stands behind the license.
    int have_encoding;
    // The last table, and how many of its lines were not read.
    char table[32];
    long missing;
};

// The tables whose first line says how many follow, which begin with the same word (hunspell, manual page of the file format).
static const char *const table_names[] = {"PFX", "SFX", "REP", "MAP", "PHONE", "ICONV", "OCONV", "AF", "AM", "BREAK", "COMPOUNDRULE", "CHECKCOMPOUNDPATTERN"};

static void end_line(struct Affixes *affixes) {
    affixes->line[affixes->length] = 0;
    affixes->length = 0;
    char name[32], second[64], third[8];
    long count;
    const char *line = affixes->line;
    if (strncmp(line, "\xEF\xBB\xBF", 3) == 0) line += 3;
    if (sscanf(line, "%31s", name) != 1) return;
    if (strcmp(name, "SET") == 0) affixes->have_encoding = 1;
    if (affixes->missing > 0 && strcmp(name, affixes->table) == 0) {
        affixes->missing--;
        return;
    }
    for (size_t i = 0; i < sizeof table_names / sizeof *table_names; i++) {
        if (strcmp(name, table_names[i]) != 0) continue;
        int is_affix = strcmp(name + 1, "FX") == 0;
        if (is_affix ? sscanf(line, "%*s %63s %7s %ld", second, third, &count) == 3 : sscanf(line, "%*s %ld", &count) == 1) {
            strcpy(affixes->table, name);
            affixes->missing = count;
        }
    }
}

static void read_affixes(void *context, const char *bytes, size_t count) {
    struct Affixes *affixes = context;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            end_line(affixes);
        } else if (affixes->length < sizeof affixes->line - 1) {
            affixes->line[affixes->length++] = bytes[i];
        }
    }
}

int dictionary_is_intact(const char *affixes, const char *words) {
    struct Lines lines = {0};
    if (!read_file(words, &lines, count_lines)) return 0;
    // The first line, behind a byte order mark, says how many follow; it need not be exact.
    const char *number = lines.first;
    if (strncmp(number, "\xEF\xBB\xBF", 3) == 0) number += 3;
    char *end = NULL;
    long long announced = strtoll(number, &end, 10);
    if (end == number || announced <= 0 || lines.count < announced / 10 * 9) return 0;
    struct Affixes tables = {0};
    if (!read_file(affixes, &tables, read_affixes)) return 0;
    end_line(&tables);
    // Hunspell takes a file that is cut short as it is, but it ends in one of its tables.
    return tables.have_encoding && tables.missing <= 0;
}

int64_t dictionary_file_time(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? (int64_t)status.st_mtime : -1;
}
