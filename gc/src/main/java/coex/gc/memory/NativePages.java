// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/// The system's page calls: reserve, commit, give back.
///
/// Loading this class uses restricted methods, so nothing refers to it unless native access has
/// been granted ([Memory] decides).
final class NativePages {

    private static final int PROT_NONE = 0;
    private static final int PROT_READ_WRITE = 3;
    private static final int MAP_PRIVATE = 2;
    private static final int MAP_FIXED = 0x10;
    private static final int MADV_DONTNEED = 4;
    private static final int MADV_HUGEPAGE = 14;
    private static final long MAP_FAILED = -1;

    private static final boolean LINUX = systemIs("linux");
    private static final int MAP_RESERVE = MAP_PRIVATE | (LINUX ? 0x20 | 0x4000 : 0x1000 | 0x40);

    /// The type by which all four are called, that of `mmap`. Each type costs some milliseconds of
    /// start-up, several times what opening a heap takes otherwise. The other functions ignore what
    /// they are given in further registers, and their result is the lower half of ours.
    private static final FunctionDescriptor TYPE =
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_LONG);

    private static final MethodHandle MMAP = find("mmap");
    private static final MethodHandle MUNMAP = find("munmap");
    private static final MethodHandle MPROTECT = find("mprotect");
    private static final MethodHandle MADVISE = find("madvise");

    private NativePages() {}

    /// Whether this system has the calls. Windows has not; there the arena memory serves.
    static boolean areAvailable() {
        return (LINUX || systemIs("mac"))
                && MMAP != null
                && MUNMAP != null
                && MPROTECT != null
                && MADVISE != null;
    }

    /// Reserves address space that cannot be touched yet. Returns 0 if the system refuses.
    static long reserve(long bytes) {
        long address = map(0, bytes, PROT_NONE, MAP_RESERVE);
        return address == MAP_FAILED ? 0 : address;
    }

    /// Makes reserved pages usable; they read as 0. False if the system refuses.
    static boolean commit(long address, long bytes) {
        return (int) call(MPROTECT, address, bytes, PROT_READ_WRITE, 0) == 0;
    }

    /// Gives committed pages back. They stay usable and read as 0. False if the system refuses, and
    /// they are what they were.
    static boolean discard(long address, long bytes) {
        return LINUX
                ? advise(address, bytes, MADV_DONTNEED)
                : map(address, bytes, PROT_READ_WRITE, MAP_RESERVE | MAP_FIXED) != MAP_FAILED;
    }

    /// Asks for huge pages; the system may ignore it.
    static void preferHugePages(long address, long bytes) {
        if (LINUX) {
            advise(address, bytes, MADV_HUGEPAGE);
        }
    }

    static void release(long address, long bytes) {
        call(MUNMAP, address, bytes, 0, 0);
    }

    private static long map(long address, long bytes, int protection, int flags) {
        return call(MMAP, address, bytes, protection, flags);
    }

    private static boolean advise(long address, long bytes, int advice) {
        return (int) call(MADVISE, address, bytes, advice, 0) == 0;
    }

    private static long call(MethodHandle function, long address, long bytes, int how, int flags) {
        try {
            return (long) function.invokeExact(address, bytes, how, flags, -1, 0L);
        } catch (RuntimeException | Error e) {
            throw e; // the JVM is out of memory or of stack
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static MethodHandle find(String name) {
        Linker linker = Linker.nativeLinker();
        MemorySegment symbol = linker.defaultLookup().find(name).orElse(null);
        return symbol == null ? null : linker.downcallHandle(symbol, TYPE);
    }

    private static boolean systemIs(String prefix) {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith(prefix);
    }
}
