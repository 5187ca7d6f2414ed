// SPDX-License-Identifier: Apache-2.0
package coex.observe.log;

import java.time.Duration;

/// Numbers as the JVM's log writes them, the same in every locale.
public final class Amounts {

    private static final long LARGEST_PLAIN = 10;

    private Amounts() {}

    /// `1.234ms`
    public static String millis(Duration time) {
        return millis(time.toNanos());
    }

    /// `1.234ms`
    public static String millis(long nanos) {
        StringBuilder text = new StringBuilder(12);
        appendThousandths(text, (nanos + 500) / 1000);
        return text.append("ms").toString();
    }

    /// In the largest unit of which there are at least ten, rounded down: `9999B`, `24M`.
    public static String bytes(long bytes) {
        if (bytes >= LARGEST_PLAIN << 30) {
            return (bytes >> 30) + "G";
        }
        if (bytes >= LARGEST_PLAIN << 20) {
            return (bytes >> 20) + "M";
        }
        if (bytes >= LARGEST_PLAIN << 10) {
            return (bytes >> 10) + "K";
        }
        return bytes + "B";
    }

    /// `38%`, rounded to the nearest.
    public static String percent(long part, long whole) {
        return (whole == 0 ? 0 : Math.round(100.0 * part / whole)) + "%";
    }

    /// `1 object`, `2 objects`
    public static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    static void appendThousandths(StringBuilder text, long thousandths) {
        long part = thousandths % 1000;
        text.append(thousandths / 1000).append('.');
        text.append(part / 100).append(part / 10 % 10).append(part % 10);
    }
}
