package coex.runtime.csource;

import java.util.ArrayList;
import java.util.List;

/// A pattern for names of files: `?` stands for one character, `*` for any number, both but for
/// slashes; `**` for slashes too; `[a-z]` for one of some, `[!a-z]` for one of the others; `{a,b}`
/// for one of some texts.
///
/// Patterns come with packages, so matching takes time by the lengths of pattern and name and never
/// more, which regular expressions do not promise.
final class SourcePattern {

    private static final int MOST_ALTERNATIVES = 1000;
    private static final int LONGEST = 1000;

    private final List<List<Step>> alternatives;

    private SourcePattern(List<List<Step>> alternatives) {
        this.alternatives = alternatives;
    }

    static SourcePattern of(String text) throws BuildFailure {
        if (text.length() > LONGEST) {
            throw new BuildFailure("a pattern has more than %,d characters".formatted(LONGEST));
        }
        var alternatives = new ArrayList<List<Step>>();
        for (String plain : withoutBraces(text)) {
            alternatives.add(new Reader(plain, text).steps());
        }
        return new SourcePattern(alternatives);
    }

    boolean matches(String name) {
        return alternatives.stream().anyMatch(steps -> matches(steps, name));
    }

    /// Goes through the name once, with the set of all steps that could come next.
    private static boolean matches(List<Step> steps, String name) {
        boolean[] next = new boolean[steps.size() + 1];
        next[0] = true;
        for (int i = 0; i < name.length(); i++) {
            skipRepeated(steps, next);
            boolean[] after = new boolean[next.length];
            for (int step = 0; step < steps.size(); step++) {
                if (next[step] && steps.get(step).takes(name.charAt(i))) {
                    after[steps.get(step).isRepeated() ? step : step + 1] = true;
                }
            }
            next = after;
        }
        skipRepeated(steps, next);
        return next[steps.size()];
    }

    private static void skipRepeated(List<Step> steps, boolean[] next) {
        for (int step = 0; step < steps.size(); step++) {
            next[step + 1] |= next[step] && steps.get(step).isRepeated();
        }
    }

    /// What one character must be, or any number of them.
    ///
    /// @param ranges first and last characters
    private record Step(String ranges, boolean isInverted, boolean isRepeated) {

        private static final String NO_SLASH = "//";

        static Step any(boolean isRepeated) {
            return new Step(NO_SLASH, true, isRepeated);
        }

        boolean takes(char c) {
            boolean isInRanges = false;
            for (int i = 0; i < ranges.length(); i += 2) {
                isInRanges |= ranges.charAt(i) <= c && c <= ranges.charAt(i + 1);
            }
            return isInRanges != isInverted;
        }
    }

    /// The patterns that one with braces stands for.
    private static List<String> withoutBraces(String text) throws BuildFailure {
        var plain = new ArrayList<String>();
        var waiting = new ArrayList<>(List.of(text));
        while (!waiting.isEmpty()) {
            String next = waiting.removeLast();
            int open = next.indexOf('{');
            int close = next.indexOf('}');
            if (open < 0 && close < 0) {
                plain.add(next);
                continue;
            }
            if (open < 0 || close < open) {
                throw wrong(text, "a brace is missing");
            }
            String inside = next.substring(open + 1, close);
            if (inside.contains("{")) {
                throw wrong(text, "braces are inside others");
            }
            for (String choice : inside.split(",", -1)) {
                waiting.add(next.substring(0, open) + choice + next.substring(close + 1));
            }
            if (waiting.size() + plain.size() > MOST_ALTERNATIVES) {
                throw wrong(text, "it stands for more than %,d".formatted(MOST_ALTERNATIVES));
            }
        }
        return plain;
    }

    private static BuildFailure wrong(String pattern, String why) {
        return new BuildFailure("'%s' is no pattern for files: %s".formatted(pattern, why));
    }

    private static final class Reader {

        private final String text;
        private final String whole;
        private int position;

        Reader(String text, String whole) {
            this.text = text;
            this.whole = whole;
        }

        List<Step> steps() throws BuildFailure {
            var steps = new ArrayList<Step>();
            while (position < text.length()) {
                char c = text.charAt(position++);
                switch (c) {
                    case '?' -> steps.add(Step.any(false));
                    case '*' -> {
                        boolean isDouble = text.startsWith("*", position);
                        position += isDouble ? 1 : 0;
                        steps.add(isDouble ? new Step("", true, true) : Step.any(true));
                    }
                    case '[' -> steps.add(set());
                    case ']' -> throw wrong(whole, "a bracket is missing");
                    case '\\' -> throw wrong(whole, "names have no backslashes");
                    default -> steps.add(new Step("" + c + c, false, false));
                }
            }
            return steps;
        }

        private Step set() throws BuildFailure {
            int close = text.indexOf(']', position);
            if (close < 0) {
                throw wrong(whole, "a bracket is missing");
            }
            boolean isInverted = text.startsWith("!", position);
            position += isInverted ? 1 : 0;
            var ranges = new StringBuilder(isInverted ? Step.NO_SLASH : "");
            while (position < close) {
                char first = text.charAt(position);
                boolean isRange = position + 2 < close && text.charAt(position + 1) == '-';
                char last = text.charAt(position + (isRange ? 2 : 0));
                if (last < first || first == '[' || first == '\\') {
                    throw wrong(whole, "what is in the brackets has no meaning");
                }
                ranges.append(first).append(last);
                position += isRange ? 3 : 1;
            }
            position = close + 1;
            if (ranges.isEmpty()) {
                throw wrong(whole, "there is nothing in the brackets");
            }
            return new Step(ranges.toString(), isInverted, false);
        }
    }
}
