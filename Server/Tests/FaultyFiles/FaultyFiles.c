// A VFS of SQLite (sqlite.org/vfs.html) over the system's that fails on demand.

#include "FaultyFiles.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The contents that a file has after a crash.
typedef struct Durable {
    char *path;
    char *bytes;
    sqlite3_int64 size;
    int exists;
    struct Durable *next;
} Durable;

typedef struct {
    sqlite3_file base;
    Durable *durable;
    sqlite3_file *real;
} File;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum FaultKind kind = FAULT_NONE;
static int64_t remaining = 0;
static int happened = 0;
static int crashed = 0;
static Durable *durables = NULL;
static sqlite3_vfs *realFiles;
static sqlite3_vfs faultyFiles;

enum Operation { READS, WRITES, SYNCS };

static int concerns(enum Operation operation) {
    switch (kind) {
    case FAULT_NONE: return 0;
    case FAULT_FULL: case FAULT_WRITE: case FAULT_SHORT_WRITE: case FAULT_CRASH_AT_WRITE: return operation == WRITES;
    case FAULT_READ: case FAULT_SHORT_READ: return operation == READS;
    case FAULT_SYNC: case FAULT_CRASH_AT_SYNC: return operation == SYNCS;
    }
    return 0;
}

/// Counts a call; returns the fault that it has.
static enum FaultKind next(enum Operation operation) {
    pthread_mutex_lock(&lock);
    enum FaultKind fault = FAULT_NONE;
    if (crashed) {
        fault = kind;
    } else if (concerns(operation)) {
        remaining -= 1;
        if (remaining == 0 || (remaining < 0 && kind == FAULT_FULL)) {
            fault = kind;
            happened = 1;
            crashed = kind == FAULT_CRASH_AT_WRITE || kind == FAULT_CRASH_AT_SYNC;
        }
    }
    pthread_mutex_unlock(&lock);
    return fault;
}

// MARK: What survives a crash

static Durable *durable(const char *path) {
    for (Durable *known = durables; known; known = known->next)
        if (strcmp(known->path, path) == 0) return known;
    Durable *new = calloc(1, sizeof *new);
    new->path = strdup(path);
    new->next = durables;
    durables = new;
    FILE *file = fopen(path, "rb");
    if (file) {
        fseek(file, 0, SEEK_END);
        new->size = ftell(file);
        rewind(file);
        new->bytes = malloc((size_t)new->size + 1);
        new->size = (sqlite3_int64)fread(new->bytes, 1, (size_t)new->size, file);
        new->exists = 1;
        fclose(file);
    }
    return new;
}

static void keep(File *file) {
    if (!file->durable) return;
    sqlite3_int64 size = 0;
    if (file->real->pMethods->xFileSize(file->real, &size) != SQLITE_OK) return;
    char *bytes = malloc((size_t)size + 1);
    if (size > 0 && file->real->pMethods->xRead(file->real, bytes, (int)size, 0) != SQLITE_OK) {
        free(bytes);
        return;
    }
    pthread_mutex_lock(&lock);
    free(file->durable->bytes);
    file->durable->bytes = bytes;
    file->durable->size = size;
    file->durable->exists = 1;
    pthread_mutex_unlock(&lock);
}

// MARK: Files

static int closeFile(sqlite3_file *base) {
    File *file = (File *)base;
    int code = file->real->pMethods->xClose(file->real);
    sqlite3_free(file->real);
    return code;
}

static int readFile(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
    File *file = (File *)base;
    switch (next(READS)) {
    case FAULT_NONE: return file->real->pMethods->xRead(file->real, bytes, count, offset);
    case FAULT_SHORT_READ: memset(bytes, 0, (size_t)count); return SQLITE_IOERR_SHORT_READ;
    default: return SQLITE_IOERR_READ;
    }
}

static int writeFile(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
    File *file = (File *)base;
    switch (next(WRITES)) {
    case FAULT_NONE: return file->real->pMethods->xWrite(file->real, bytes, count, offset);
    case FAULT_FULL: return SQLITE_FULL;
    case FAULT_SHORT_WRITE: file->real->pMethods->xWrite(file->real, bytes, count / 2, offset); return SQLITE_IOERR_WRITE;
    default: return SQLITE_IOERR_WRITE;
    }
}

static int truncateFile(sqlite3_file *base, sqlite3_int64 size) {
    File *file = (File *)base;
    if (next(WRITES) != FAULT_NONE) return SQLITE_IOERR_TRUNCATE;
    return file->real->pMethods->xTruncate(file->real, size);
}

static int syncFile(sqlite3_file *base, int flags) {
    File *file = (File *)base;
    if (next(SYNCS) != FAULT_NONE) return SQLITE_IOERR_FSYNC;
    // The contents are copied instead; a test needs no safety from crashes of this machine.
    (void)flags;
    keep(file);
    return SQLITE_OK;
}

#define PASS(name, parameters, arguments) \
    static int name##File parameters { File *file = (File *)base; return file->real->pMethods->x##name arguments; }
PASS(FileSize, (sqlite3_file *base, sqlite3_int64 *size), (file->real, size))
PASS(Lock, (sqlite3_file *base, int level), (file->real, level))
PASS(Unlock, (sqlite3_file *base, int level), (file->real, level))
PASS(CheckReservedLock, (sqlite3_file *base, int *result), (file->real, result))
PASS(FileControl, (sqlite3_file *base, int code, void *argument), (file->real, code, argument))
PASS(SectorSize, (sqlite3_file *base), (file->real))
PASS(DeviceCharacteristics, (sqlite3_file *base), (file->real))
PASS(ShmMap, (sqlite3_file *base, int page, int size, int extend, void volatile **map), (file->real, page, size, extend, map))
PASS(ShmLock, (sqlite3_file *base, int offset, int count, int flags), (file->real, offset, count, flags))
PASS(ShmUnmap, (sqlite3_file *base, int deletes), (file->real, deletes))
static void ShmBarrierFile(sqlite3_file *base) { File *file = (File *)base; file->real->pMethods->xShmBarrier(file->real); }

static const sqlite3_io_methods methods = {
    2, closeFile, readFile, writeFile, truncateFile, syncFile, FileSizeFile, LockFile, UnlockFile,
    CheckReservedLockFile, FileControlFile, SectorSizeFile, DeviceCharacteristicsFile, ShmMapFile, ShmLockFile,
    ShmBarrierFile, ShmUnmapFile, NULL, NULL,
};

static int openFile(sqlite3_vfs *files, const char *name, sqlite3_file *base, int flags, int *found) {
    (void)files;
    File *file = (File *)base;
    file->base.pMethods = NULL;
    file->real = sqlite3_malloc(realFiles->szOsFile);
    if (!file->real) return SQLITE_NOMEM;
    memset(file->real, 0, (size_t)realFiles->szOsFile);
    pthread_mutex_lock(&lock);
    // Temporary files have no name.
    file->durable = name ? durable(name) : NULL;
    pthread_mutex_unlock(&lock);
    int code = realFiles->xOpen(realFiles, name, file->real, flags, found);
    if (code != SQLITE_OK) {
        sqlite3_free(file->real);
        return code;
    }
    file->base.pMethods = &methods;
    return SQLITE_OK;
}

static int deleteFile(sqlite3_vfs *files, const char *name, int syncs) {
    (void)files;
    if (next(WRITES) != FAULT_NONE) return SQLITE_IOERR_DELETE;
    int code = realFiles->xDelete(realFiles, name, syncs);
    pthread_mutex_lock(&lock);
    if (code == SQLITE_OK) durable(name)->exists = 0;
    pthread_mutex_unlock(&lock);
    return code;
}

/// A clock that jumps by ten years to and fro: nothing in a store may depend on it.
static int tellTime(sqlite3_vfs *files, sqlite3_int64 *now) {
    (void)files;
    static int jumps = 0;
    const sqlite3_int64 year = 365LL * 86400000;
    *now = 210866760000000LL + (jumps++ % 2 ? 0 : 10 * year);
    return SQLITE_OK;
}

// MARK: Control

int faulty_files_install(void) {
    int code = sqlite3_initialize();
    if (code != SQLITE_OK) return code;
    realFiles = sqlite3_vfs_find(NULL);
    faultyFiles = *realFiles;
    faultyFiles.zName = "faulty";
    faultyFiles.szOsFile = sizeof(File);
    faultyFiles.xOpen = openFile;
    faultyFiles.xDelete = deleteFile;
    faultyFiles.xCurrentTimeInt64 = tellTime;
    return sqlite3_vfs_register(&faultyFiles, 1);
}

void faulty_files_plan(enum FaultKind planned, int64_t call) {
    pthread_mutex_lock(&lock);
    kind = planned;
    remaining = call;
    happened = 0;
    crashed = 0;
    pthread_mutex_unlock(&lock);
}

int faulty_files_happened(void) {
    pthread_mutex_lock(&lock);
    int result = happened;
    pthread_mutex_unlock(&lock);
    return result;
}

void faulty_files_repair(void) {
    pthread_mutex_lock(&lock);
    if (crashed) {
        for (Durable *file = durables; file; file = file->next) {
            unlink(file->path);
            if (!file->exists) continue;
            FILE *new = fopen(file->path, "wb");
            if (!new) continue;
            fwrite(file->bytes, 1, (size_t)file->size, new);
            fclose(new);
        }
    }
    kind = FAULT_NONE;
    crashed = 0;
    pthread_mutex_unlock(&lock);
}

void faulty_files_forget(void) {
    pthread_mutex_lock(&lock);
    while (durables) {
        Durable *file = durables;
        durables = file->next;
        free(file->path);
        free(file->bytes);
        free(file);
    }
    pthread_mutex_unlock(&lock);
}
