package coex.cli.heap;

import java.util.Locale;

/// Numbers as people like to read them, in few columns.
final class Amounts {

    private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final String[] DECIMAL = {"", " k", " M", " G", " T"};
    private static final String[] TIME = {"ns", "µs", "ms", "s"};

    private Amounts() {}

    static String bytes(double bytes) {
        int unit = 0;
        double amount = bytes;
        while (amount >= 1023.95 && unit < BINARY.length - 1) {
            amount /= 1024;
            unit++;
        }
        return "%s %s".formatted(unit == 0 ? whole(amount) : digits(amount), BINARY[unit]);
    }

    static String count(double count) {
        int unit = 0;
        double amount = count;
        while (amount >= 999.95 && unit < DECIMAL.length - 1) {
            amount /= 1000;
            unit++;
        }
        return (unit == 0 ? whole(amount) : digits(amount)) + DECIMAL[unit];
    }

    static String nanos(double nanos) {
        int unit = 0;
        double amount = nanos;
        while (amount >= 999.95 && unit < TIME.length - 1) {
            amount /= 1000;
            unit++;
        }
        return "%s %s".formatted(unit == 0 ? whole(amount) : digits(amount), TIME[unit]);
    }

    private static String digits(double amount) {
        return String.format(Locale.ROOT, amount < 9.995 ? "%.2f" : "%.1f", amount);
    }

    private static String whole(double amount) {
        return String.format(
                Locale.ROOT, amount < 9.95 && amount % 1 != 0 ? "%.1f" : "%.0f", amount);
    }
}
