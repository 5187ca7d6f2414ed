package coex.runtime.launch;

import coex.observe.HeapTrace;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;

/// What the values of options mean. What makes no sense is answered in one line that names option
/// and value.
final class OptionValue {

    private static final Duration LONGEST = Duration.ofDays(365);

    private OptionValue() {}

    static long count(RunOption option, String value, String what, long most)
            throws BadOptionException {
        if (!value.matches("[0-9]{1,15}")
                || Long.parseLong(value) == 0
                || Long.parseLong(value) > most) {
            throw bad(option, "is no number of %s from 1 to %d".formatted(what, most), value);
        }
        return Long.parseLong(value);
    }

    /// @param range the least and the most, as a user would write them
    static long size(RunOption option, String value, String... range) throws BadOptionException {
        long bytes = bytes(value);
        if (bytes < 0) {
            throw bad(option, "is no size, which is a number and k, m, g or t", value);
        }
        if (bytes < bytes(range[0]) || bytes > bytes(range[1])) {
            throw bad(option, "is not between %s and %s".formatted(range[0], range[1]), value);
        }
        return bytes;
    }

    /// The bytes that a text such as `64m` stands for; -1 if it is none or there are too many.
    private static long bytes(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0 || digits > 15 || text.length() > digits + 1) {
            return -1;
        }
        long number = Long.parseLong(text, 0, digits, 10);
        if (digits == text.length()) {
            return number;
        }
        int unit = "kmgt".indexOf(Character.toLowerCase(text.charAt(digits)));
        int shift = 10 * (unit + 1);
        return unit < 0 || number > Long.MAX_VALUE >> shift ? -1 : number << shift;
    }

    static Duration time(RunOption option, String value) throws BadOptionException {
        String number = value.replaceFirst("(ms|s|m|h)$", "");
        if (!number.matches("[0-9]{1,9}") || number.equals(value)) {
            throw bad(option, "is no time, which is a number and ms, s, m or h", value);
        }
        long count = Long.parseLong(number);
        Duration time =
                switch (value.substring(number.length())) {
                    case "ms" -> Duration.ofMillis(count);
                    case "s" -> Duration.ofSeconds(count);
                    case "m" -> Duration.ofMinutes(count);
                    default -> Duration.ofHours(count);
                };
        if (time.isZero() || time.compareTo(LONGEST) > 0) {
            throw bad(option, "is not between 1ms and 8760h", value);
        }
        return time;
    }

    static boolean isOn(RunOption option, String value) throws BadOptionException {
        return switch (value) {
            case "on" -> true;
            case "off" -> false;
            default -> throw bad(option, "is neither on nor off", value);
        };
    }

    static int level(RunOption option, String value) throws BadOptionException {
        if (value.length() != 1
                || value.charAt(0) < '0'
                || value.charAt(0) > '0' + HeapTrace.MOST) {
            throw bad(option, "is no level from 0 to " + HeapTrace.MOST, value);
        }
        return value.charAt(0) - '0';
    }

    /// A file that can probably be written.
    static Path file(RunOption option, String value) throws BadOptionException {
        try {
            Path file = Path.of(value);
            Path folder = file.toAbsolutePath().getParent();
            if (value.isEmpty() || value.equals("-")) {
                throw bad(option, "is no file", value);
            }
            if (Files.isDirectory(file)) {
                throw bad(option, "is a directory", value);
            }
            if (folder != null && !Files.isDirectory(folder)) {
                throw bad(option, "is in no directory that exists", value);
            }
            if (!Files.isWritable(Files.exists(file) ? file : folder)) {
                throw bad(option, "cannot be written", value);
            }
            return file;
        } catch (InvalidPathException e) {
            throw bad(option, "is no file", value);
        }
    }

    static BadOptionException bad(RunOption option, String what, String value) {
        return new BadOptionException("%s: '%s' %s".formatted(option.word(), value, what));
    }
}
