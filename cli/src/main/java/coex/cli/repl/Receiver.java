package coex.cli.repl;

/// Finds the expression that a text ends with, as far as a dot can follow it: names, calls,
/// subscripts and literals, one after the other.
final class Receiver {

    private Receiver() {}

    /// The expression that a text ends with; empty if it ends with none.
    static String of(String text) {
        int start = text.length();
        while (start > 0) {
            char last = text.charAt(start - 1);
            int before =
                    switch (last) {
                        case ')', ']', '}' -> opening(text, start - 1);
                        case '"', '\'' -> quote(text, start - 1);
                        default -> NamesInScope.isPartOfName(last) || last == '.' ? start - 1 : -1;
                    };
            if (before < 0) {
                break;
            }
            start = before;
        }
        return text.substring(start);
    }

    /// Where the bracket opens that closes at a place; -1 if it does not.
    private static int opening(String text, int close) {
        int depth = 0;
        for (int i = close; i >= 0; i--) {
            switch (text.charAt(i)) {
                case ')', ']', '}' -> depth++;
                case '(', '[', '{' -> depth--;
                case '"', '\'' -> i = Math.max(0, quote(text, i));
                default -> {}
            }
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /// Where the string begins that ends at a place; -1 if it does not.
    private static int quote(String text, int end) {
        for (int i = end - 1; i >= 0; i--) {
            boolean isEscaped = i > 0 && text.charAt(i - 1) == '\\';
            if (text.charAt(i) == text.charAt(end) && !isEscaped) {
                return i;
            }
        }
        return -1;
    }
}
