// Faults of files below SQLite, for tests.

#ifndef FAULTY_FILES_H
#define FAULTY_FILES_H

#include <stdint.h>

/// What goes wrong.
enum FaultKind {
    /// Nothing.
    FAULT_NONE,
    /// A write finds no room, and so do all that follow.
    FAULT_FULL,
    /// A write fails.
    FAULT_WRITE,
    /// A write writes half of its bytes, and fails.
    FAULT_SHORT_WRITE,
    /// A read fails.
    FAULT_READ,
    /// A read finds the end of the file.
    FAULT_SHORT_READ,
    /// An fsync fails.
    FAULT_SYNC,
    /// The machine crashes before a write.
    FAULT_CRASH_AT_WRITE,
    /// The machine crashes before an fsync.
    FAULT_CRASH_AT_SYNC,
};

/// Puts itself between SQLite and the system's files. Call it before any other function of SQLite.
///
/// Returns SQLITE_OK, or SQLite's error.
int faulty_files_install(void);

/// Plans a fault for the call with this number, from 1, of those from now on.
void faulty_files_plan(enum FaultKind kind, int64_t call);

/// Whether the planned fault has happened.
int faulty_files_happened(void);

/// Ends all faults. After a crash, each file gets the contents of its last fsync.
void faulty_files_repair(void);

/// Forgets all files: the next opening of a file finds it as it is on the disk.
void faulty_files_forget(void);

#endif
