// SPDX-License-Identifier: Apache-2.0
package coex.gc;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// What a field or an array element holds, and how many bytes of an object it takes.
public enum Kind {
    /// A handle to another object, or 0. Four bytes: handles are 32-bit indices.
    REFERENCE(4),
    /// A handle that does not keep its object alive. It reads as 0 once the object is gone.
    WEAK(4),
    /// A 32-bit integer.
    INT(4),
    /// A 64-bit integer.
    LONG(8),
    /// A 64-bit floating point number.
    DOUBLE(8),
    /// An 8-bit integer.
    BYTE(1),
    /// True or false, stored as one byte.
    BOOLEAN(1);

    private final int bytes;

    Kind(int bytes) {
        this.bytes = bytes;
    }

    /// {@return bytes one value of this kind takes in an object}
    public int bytes() {
        return bytes;
    }

    /// {@return the kind's name as it is written in messages and definitions: `int`, `reference`
    /// and so on}
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// {@return the kind written as `text`, for definitions that come from a file or another
    /// program}
    ///
    /// @param text the name
    /// @throws HeapUsageException if there is no such kind; the message lists those there are
    public static Kind named(String text) {
        for (Kind kind : values()) {
            if (kind.text().equals(text)) {
                return kind;
            }
        }
        throw new HeapUsageException(
                "unknown kind: kind=%s known=%s"
                        .formatted(
                                text,
                                Arrays.stream(values())
                                        .map(Kind::text)
                                        .collect(Collectors.joining(","))));
    }
}
