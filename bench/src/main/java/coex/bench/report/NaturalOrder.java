package coex.bench.report;

import java.math.BigInteger;
import java.util.Comparator;

/// Names with numbers in the order people expect: `get/16` before `get/1000`.
final class NaturalOrder {

    static final Comparator<String> OF_STRINGS = NaturalOrder::compare;

    private NaturalOrder() {}

    private static int compare(String left, String right) {
        String[] lefts = left.split("(?<=\\D)(?=\\d)|(?<=\\d)(?=\\D)");
        String[] rights = right.split("(?<=\\D)(?=\\d)|(?<=\\d)(?=\\D)");
        for (int i = 0; i < Math.min(lefts.length, rights.length); i++) {
            int order = compareParts(lefts[i], rights[i]);
            if (order != 0) {
                return order;
            }
        }
        int order = Integer.compare(lefts.length, rights.length);
        return order != 0 ? order : left.compareTo(right); // 007 and 7 are not the same name
    }

    private static int compareParts(String left, String right) {
        return isNumber(left) && isNumber(right)
                ? new BigInteger(left).compareTo(new BigInteger(right))
                : left.compareTo(right);
    }

    private static boolean isNumber(String part) {
        return !part.isEmpty() && part.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
