// SPDX-License-Identifier: Apache-2.0
package coex.observe;

import coex.gc.HeapUsageException;
import coex.observe.log.Uptime;

import java.util.function.LongSupplier;

/// What a [GcLog] holds and how large it gets. Begin with [#defaults].
///
/// @param level lines of a lower level are left out
/// @param fileBytes a file is not written beyond this; 0 for no limit
/// @param fileCount how many full files are kept beside the current one; 0 for none: the file then
///     has no limit, and one that is there is overwritten
/// @param queuedLines lines that may wait to be written; more are dropped and counted
/// @param uptimeNanos the clock that lines are stamped with
public record GcLogOptions(
        LogLevel level, long fileBytes, int fileCount, int queuedLines, LongSupplier uptimeNanos) {

    private static final long SMALLEST_FILE = 1024;

    /// Checks each value.
    public GcLogOptions {
        if (level == null || uptimeNanos == null) {
            throw new HeapUsageException(
                    "option missing: level=%s uptimeNanos=%s".formatted(level, uptimeNanos));
        }
        if (fileBytes != 0) {
            require("fileBytes", fileBytes, SMALLEST_FILE, Long.MAX_VALUE);
        }
        require("fileCount", fileCount, 0, 1000);
        require("queuedLines", queuedLines, 1, 1 << 20);
    }

    /// As the JVM's `-Xlog:gc*:file=...`: from info on, files of 20 MiB, five kept, stamped with
    /// the time since the JVM began.
    ///
    /// @return the options
    public static GcLogOptions defaults() {
        return new GcLogOptions(LogLevel.INFO, 20L << 20, 5, 1 << 13, Uptime.ofJvm());
    }

    /// {@return the same options with another level}
    ///
    /// @param value the value
    public GcLogOptions withLevel(LogLevel value) {
        return new GcLogOptions(value, fileBytes, fileCount, queuedLines, uptimeNanos);
    }

    /// Full files of at most `bytes`, of which `count` are kept.
    ///
    /// @param bytes the most that a file may have
    /// @param count how many full files are kept
    /// @return the same options but for that
    public GcLogOptions withFiles(long bytes, int count) {
        return new GcLogOptions(level, bytes, count, queuedLines, uptimeNanos);
    }

    /// {@return the same options with another length of the queue}
    ///
    /// @param value the value
    public GcLogOptions withQueuedLines(int value) {
        return new GcLogOptions(level, fileBytes, fileCount, value, uptimeNanos);
    }

    /// {@return the same options with another clock}
    ///
    /// @param value the value
    public GcLogOptions withUptime(LongSupplier value) {
        return new GcLogOptions(level, fileBytes, fileCount, queuedLines, value);
    }

    private static void require(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new HeapUsageException(
                    "option out of range: option=%s value=%d least=%d most=%d"
                            .formatted(name, value, least, most));
        }
    }
}
