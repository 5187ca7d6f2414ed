package coex.language.syntax;

import coex.language.problem.Problems;

/// The values of number tokens.
final class Numbers {

    private static final String MOST_NEGATIVE = "9223372036854775808";

    /// Of a longer number, reports show only the beginning.
    private static final int MOST_SHOWN = 70;

    private Numbers() {}

    /// The value of an integer token; 0 with a report if it has none.
    ///
    /// @param afterMinus whether unary minus stands before it: then 2^63 is allowed
    static long integer(Token token, boolean afterMinus, Problems problems) {
        String text = token.text();
        boolean isHex = text.startsWith("0x") || text.startsWith("0X");
        boolean isBinary = text.startsWith("0b") || text.startsWith("0B");
        try {
            if (isHex || isBinary) {
                return Long.parseUnsignedLong(text, 2, text.length(), isHex ? 16 : 2);
            }
            boolean isMostNegative = afterMinus && withoutZeros(text).equals(MOST_NEGATIVE);
            return isMostNegative ? Long.MIN_VALUE : Long.parseLong(text);
        } catch (NumberFormatException e) {
            problems.add(badInteger(token, isHex, isBinary));
            return 0;
        }
    }

    /// The value of a float token; 0 with a report if it has none.
    static double floating(Token token, Problems problems) {
        try {
            return Double.parseDouble(checkedFloat(token.text()));
        } catch (NumberFormatException e) {
            problems.add(malformed(token));
            return 0;
        }
    }

    /// Java reads suffixes that Coex has not.
    private static String checkedFloat(String text) {
        if (!Lexer.isDigit(text.charAt(text.length() - 1))) {
            throw new NumberFormatException();
        }
        return text;
    }

    private static String withoutZeros(String digits) {
        return digits.replaceFirst("^0+(?=.)", "");
    }

    private static SyntaxProblem badInteger(Token token, boolean isHex, boolean isBinary) {
        String digits = isHex || isBinary ? token.text().substring(2) : token.text();
        String allowed = isHex ? "[0-9a-fA-F]+" : isBinary ? "[01]+" : "[0-9]+";
        if (!digits.matches(allowed)) {
            return malformed(token);
        }
        return new SyntaxProblem.BadNumber(
                token.span(),
                "`%s` does not fit into 64 bits".formatted(shown(token)),
                isHex || isBinary
                        ? "the largest is 0xFFFFFFFFFFFFFFFF."
                        : "the largest integer is 9223372036854775807; write a point for a float.");
    }

    private static SyntaxProblem malformed(Token token) {
        return new SyntaxProblem.BadNumber(
                token.span(),
                "`%s` is no number".formatted(shown(token)),
                "numbers are written 42, 0xFF, 0b1010, 3.25 or 1.5e10.");
    }

    private static String shown(Token token) {
        String text = token.text();
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…";
    }
}
