// SPDX-License-Identifier: Apache-2.0
package coex.gc.heap;

import java.lang.System.Logger.Level;

/// Tells a person what has happened. Never fails: where the JVM is out of memory or of stack, or
/// the logger throws, the heap goes on unheard.
public final class HeapLog {

    private HeapLog() {}

    public static void log(Level level, String message) {
        try {
            System.getLogger("coex.gc").log(level, message);
        } catch (Throwable e) { // also an Error: logging never steers
            // There is nobody left to tell.
        }
    }

    /// Logs a failure with its stack.
    public static void log(Level level, String message, Throwable failure) {
        try {
            System.getLogger("coex.gc").log(level, message, failure);
        } catch (Throwable e) { // as above
            // There is nobody left to tell.
        }
    }
}
