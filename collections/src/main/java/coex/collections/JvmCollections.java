// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.lang.management.ManagementFactory;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

import javax.management.JMException;
import javax.management.ObjectName;

/// Makes the JVM collect, so that it finds versions that were dropped.
///
/// There are three ways, and which of them work depends on the JVM's collector and its options.
/// Nobody says so beforehand, but it can be seen: each way is told by an object that is dropped
/// just before.
///
/// 1. *Garbage.* Where there is a young generation whose collection finds dropped objects, as in
///    G1, it comes when enough was allocated. It is short, and finds what was dropped young. ZGC
///    looks for dropped objects only in its old generation.
/// 2. `System.gc()`, which does nothing with `-XX:+DisableExplicitGC`.
/// 3. *Counting what is alive*, by the diagnostic command `GC.class_histogram`, begins with a
///    collection whatever the options say.
///
/// One thread at a time; the methods wait.
final class JvmCollections {

    private static final int PIECE = 64 << 10;

    /// The JVM tells of dropped objects a little after it has collected.
    private static final long LONGEST_WAIT_MILLIS = 500;

    /// Where garbage goes: else the compiler would leave it out.
    private static volatile byte[] garbage;

    /// Whether a young collection was ever awaited in vain. Guarded by the monitor of this class.
    private static boolean withoutYoung;

    private JvmCollections() {}

    /// Has the JVM collect what is young, or all if that is of no use.
    ///
    /// @param mostGarbage how many bytes to allocate at most until it does
    static synchronized void young(long mostGarbage) {
        if (!withoutYoung) {
            Witness witness = new Witness();
            allocateUntil(witness, mostGarbage);
            if (witness.isDropped()) {
                return;
            }
            withoutYoung = mostGarbage >= Runtime.getRuntime().totalMemory();
        }
        full();
    }

    private static void allocateUntil(Witness witness, long most) {
        try {
            for (long bytes = 0; bytes < most && !witness.isFound(); bytes += PIECE) {
                garbage = new byte[PIECE];
            }
        } catch (OutOfMemoryError e) {
            // Then it has collected.
        } finally {
            garbage = null;
        }
    }

    /// Has the JVM collect everything.
    static synchronized void full() {
        Witness witness = new Witness();
        System.gc();
        if (!witness.isDropped()) {
            countObjects();
            witness.isDropped();
        }
    }

    /// Does nothing in a JVM without the modules for it.
    private static void countObjects() {
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
        } catch (JMException | LinkageError | OutOfMemoryError e) {
            // Who asked finds that nothing was dropped.
        }
    }

    /// An object that nobody has, and whether the JVM has noticed.
    private static final class Witness {

        private final ReferenceQueue<Object> queue = new ReferenceQueue<>();
        private final Reference<Object> reference = new PhantomReference<>(new Object(), queue);

        /// Whether the JVM has found it.
        boolean isFound() {
            return reference.refersTo(null);
        }

        /// Whether the JVM has found it; it has told so then, and is about to tell of others.
        boolean isDropped() {
            if (!isFound()) {
                return false;
            }
            boolean interrupted = false;
            boolean waiting = true;
            while (waiting) {
                try {
                    queue.remove(LONGEST_WAIT_MILLIS);
                    waiting = false;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return true;
        }
    }
}
