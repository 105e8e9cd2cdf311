// Hunspell, loaded at run time: programs work without it, and its licenses and dictionaries stay apart.

#include "CStemmer.h"

#include <dlfcn.h>
#include <iconv.h>
#include <pthread.h>
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
    return stat(path, &status) == 0 ? (int64_t)status.st_size : -1;
}

int64_t dictionary_file_time(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? (int64_t)status.st_mtime : -1;
}
