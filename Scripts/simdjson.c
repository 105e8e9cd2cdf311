// What CSimdJSON uses of simdjson, loaded when JSON is first read. `Scripts/archives.sh` compiles this into an archive of
// simdjson's name: binding the shared library and the C++ library that it needs takes longer than a search.

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The names are those of the library's C++. LIBRARY is its file, ERROR_CODES_SIZE the size of its table.
char error_codes[ERROR_CODES_SIZE] __asm__("_ZN8simdjson8internal11error_codesE") __attribute__((aligned(16)));
void *get_active_implementation(void) __asm__("_ZN8simdjson25get_active_implementationEv");
_Bool validate_utf8(const char *, size_t) __asm__("_ZN8simdjson13validate_utf8EPKcm");

static void *(*loaded_get_active_implementation)(void);
static _Bool (*loaded_validate_utf8)(const char *, size_t);

static void *symbol(void *library, const char *name) {
    void *found = library ? dlsym(library, name) : NULL;
    if (!found) {
        // As the loader does where a library of a program is missing.
        fprintf(stderr, "%s\n", dlerror());
        _exit(127);
    }
    return found;
}

static void load(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    memcpy(error_codes, symbol(library, "_ZN8simdjson8internal11error_codesE"), sizeof error_codes);
    *(void **)&loaded_validate_utf8 = symbol(library, "_ZN8simdjson13validate_utf8EPKcm");
    *(void **)&loaded_get_active_implementation = symbol(library, "_ZN8simdjson25get_active_implementationEv");
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

void *get_active_implementation(void) {
    pthread_once(&once, load);
    return loaded_get_active_implementation();
}

_Bool validate_utf8(const char *bytes, size_t length) {
    pthread_once(&once, load);
    return loaded_validate_utf8(bytes, length);
}
