package coex.runtime.generated;

import java.util.ArrayList;
import java.util.List;

/// Operations on strings that have a char for each byte.
final class Strings {

    private Strings() {}

    private static boolean isStart(char c) {
        return (c & 0xC0) != 0x80;
    }

    static long length(String text) {
        return text.chars().filter(c -> isStart((char) c)).count();
    }

    static List<Object> characters(String text) {
        var result = new ArrayList<Object>();
        int start = 0;
        for (int i = 1; i <= text.length(); i++) {
            if (i == text.length() || isStart(text.charAt(i))) {
                result.add(text.substring(start, i));
                start = i;
            }
        }
        return result;
    }

    static List<Object> split(String text, String delimiter) {
        var result = new ArrayList<Object>();
        int start = 0;
        int at;
        while (!delimiter.isEmpty() && (at = text.indexOf(delimiter, start)) >= 0) {
            result.add(text.substring(start, at));
            start = at + delimiter.length();
        }
        result.add(text.substring(start));
        return result;
    }

    /// A bound of a slice of something this long.
    static int bound(long given, int length) {
        long at = given < 0 ? given + length : given;
        return Math.clamp(at, 0, length);
    }

    /// The decimal number that a text begins with, or null.
    static Long wholeNumber(String text) {
        String rest = text.stripLeading();
        int end = 0;
        if (!rest.isEmpty() && "+-".indexOf(rest.charAt(0)) >= 0) {
            end++;
        }
        int digits = end;
        while (end < rest.length() && Character.isDigit(rest.charAt(end)) && end < 20) {
            end++;
        }
        return end == digits ? null : Long.valueOf(rest.substring(0, end));
    }
}
