// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import java.util.Locale;

/// Numbers as people read them. The same in every country, so that tools can read them too.
final class Amounts {

    private static final String[] BYTE_UNITS = {"bytes", "KB", "MB", "GB", "TB"};
    private static final String[] TIME_UNITS = {"ns", "us", "ms", "s"};

    private Amounts() {}

    /// A size in its largest fitting unit: `64 MB`, `11.77 MB`.
    static String bytes(long bytes) {
        return scaled(bytes, 1024, BYTE_UNITS);
    }

    /// A duration in its largest fitting unit: `12.3 ms`.
    static String nanos(long nanos) {
        return scaled(nanos, 1000, TIME_UNITS);
    }

    /// One decimal; `0.0%` of nothing.
    static String percent(long part, long whole) {
        return String.format(Locale.ROOT, "%.1f%%", whole == 0 ? 0 : 100.0 * part / whole);
    }

    private static String scaled(long amount, int step, String[] units) {
        double value = amount;
        int unit = 0;
        while (value >= step && unit < units.length - 1) {
            value /= step;
            unit++;
        }
        String digits = String.format(Locale.ROOT, "%.2f", value);
        while (digits.endsWith("0")) {
            digits = digits.substring(0, digits.length() - 1);
        }
        if (digits.endsWith(".")) {
            digits = digits.substring(0, digits.length() - 1);
        }
        return digits + " " + units[unit];
    }
}
